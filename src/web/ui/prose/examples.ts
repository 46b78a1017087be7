import { createContext } from 'react';
import type { Example } from '#domain/labs/run-example';

/** Puts an editor of the example into an empty place, with what runs it; answers how to take it away. */
export type MountExample = (place: HTMLElement, example: Example) => () => void;

/** Fetches what edits and runs examples; null where nothing runs. */
export const Examples = createContext<(() => Promise<MountExample>) | null>(null);
