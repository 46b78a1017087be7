import type { Storage } from '#server/platform/storage';
import type { Services } from '#server/services';

/** No upload takes a day. */
const ABANDONED_MS = 24 * 3600 * 1000;
const EVERY_MS = 3600 * 1000;
/** When each store was last looked through: it may hold a million files. */
const lookedAt = new WeakMap<Storage, number>();

/** Removes files that processes which were killed left half-written, at most once an hour; answers how many. */
export async function removeUnfinishedFiles({
  clock,
  log,
  storage,
}: Pick<Services, 'clock' | 'log' | 'storage'>): Promise<number> {
  const now = clock.now().getTime();
  if (now < (lookedAt.get(storage) ?? 0) + EVERY_MS) return 0;
  lookedAt.set(storage, now);
  const removed = await storage.removeUnfinished(new Date(now - ABANDONED_MS));
  if (removed > 0) log.info({ removed }, 'half-written files were removed');
  return removed;
}
