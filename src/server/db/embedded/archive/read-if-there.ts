import { readFileSync } from 'node:fs';

/** The JSON of a file; null where there is no such file, and only then: throws with this advice where it can't be read. */
export function readIfThere(file: string, advice: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw new Error(`Can't read ${file} (${cause instanceof Error ? cause.message : cause}). ${advice}`, {
      cause,
    });
  }
}
