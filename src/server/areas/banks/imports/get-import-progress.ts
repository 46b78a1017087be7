import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Caller } from '#server/services';
import { type ImportProgress, progressOf } from './with-progress.ts';

/** Get how many questions of a file have been read; nothing once it is done, or when nobody reads one under this name. */
export function getImportProgress(
  { viewer }: Caller,
  { reading }: { reading: string },
): { progress: ImportProgress | null } {
  authorise(canAdminister(viewer));
  return { progress: progressOf(reading) };
}
