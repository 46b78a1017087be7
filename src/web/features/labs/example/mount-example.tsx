import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { MountExample } from '#web/ui/prose/examples.ts';
import { RunningExample } from './running-example.tsx';

/** In a root of its own: the text around it is HTML that the server has written. */
export const mountExample: MountExample = (place, example) => {
  const root = createRoot(place);
  root.render(
    <StrictMode>
      <RunningExample example={example} />
    </StrictMode>,
  );
  return () => {
    // Whoever calls may be in the middle of drawing the page.
    queueMicrotask(() => {
      root.unmount();
      place.remove();
    });
  };
};
