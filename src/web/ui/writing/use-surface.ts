import { useEffect, useState } from 'react';
import type { CodeSurface } from './code-surface.tsx';

type Loaded = typeof CodeSurface;
let loaded: Loaded | null = null;

/** The editor once it is there; until then, and where it can't be loaded, null: the text is written in a text area. */
export function useSurface(): Loaded | null {
  const [surface, setSurface] = useState<Loaded | null>(() => loaded);
  useEffect(() => {
    if (loaded) return;
    let isHere = true;
    import('./code-surface.tsx').then(
      (module) => {
        loaded = module.CodeSurface;
        if (isHere) setSurface(() => module.CodeSurface);
      },
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, []);
  return surface;
}
