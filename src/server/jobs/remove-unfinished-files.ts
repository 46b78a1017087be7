import type { Services } from '#server/services';

/** No upload takes a day. */
const ABANDONED_MS = 24 * 3600 * 1000;

/** Removes files that processes which were killed left half-written; answers how many. */
export async function removeUnfinishedFiles({
  clock,
  log,
  storage,
}: Pick<Services, 'clock' | 'log' | 'storage'>): Promise<number> {
  const removed = await storage.removeUnfinished(new Date(clock.now().getTime() - ABANDONED_MS));
  if (removed > 0) log.info({ removed }, 'removed unfinished files');
  return removed;
}
