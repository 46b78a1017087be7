const MB = 1024 ** 2;

/** Below this no more changes are accepted: the database needs room to finish what it has started. */
export const FULL_BYTES = 256 * MB;
const LOW_AT_LEAST = 1024 * MB;
const LOW_AT_MOST = 5 * 1024 * MB;
const LOW_SHARE = 0.1;

export interface DiskRoom {
  readonly free: number;
  readonly total: number;
}

export type DiskState = 'ok' | 'low' | 'full';

/** A disk is low when a tenth of it is left, but never above 5 GB and always below 1 GB; it is full when changes are refused. */
export function diskState({ free, total }: DiskRoom): DiskState {
  if (free < FULL_BYTES) return 'full';
  return free < Math.max(LOW_AT_LEAST, Math.min(LOW_AT_MOST, total * LOW_SHARE)) ? 'low' : 'ok';
}
