import { setFlagsFromString } from 'node:v8';

/** Compilers for code that runs often. */
const COMPILERS = ['sparkplug', 'maglev', 'opt'] as const;

/** What a start runs is run once: making it fast takes longer than running it, and the compilers take 10 MB. */
export function stopCompilers(): void {
  for (const name of COMPILERS) setFlagsFromString(`--no-${name}`);
}

export function startCompilers(): void {
  for (const name of COMPILERS) setFlagsFromString(`--${name}`);
}
