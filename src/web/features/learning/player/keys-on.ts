import { keep, readKept } from '#web/lib/saving/kept.ts';

/** Whether this reader wants single keys to do something. */
const KEYS = 'lectern.keys';

export function keysAreOn(): boolean {
  return readKept(KEYS) !== false;
}

export function keepKeysOn(areOn: boolean): void {
  keep(KEYS, JSON.stringify(areOn));
}
