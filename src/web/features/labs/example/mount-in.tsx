import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

/** In a root of its own, as the text around it is HTML that the server has written. Answers how to take it away. */
export function mountIn(place: HTMLElement, node: ReactNode): () => void {
  const root = createRoot(place);
  root.render(<StrictMode>{node}</StrictMode>);
  return () => {
    // The caller may be in the middle of a render.
    queueMicrotask(() => {
      root.unmount();
      place.remove();
    });
  };
}
