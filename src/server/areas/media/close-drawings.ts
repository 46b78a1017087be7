import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';
import { mediaKey } from './media-key.ts';
import { selectUnsized } from './media-sql.ts';
import { sizeOfDrawing } from './read-media.ts';

const AT_ONCE = 200;

/**
 * Moves drawings that were public to where only signed addresses open them (decision 75); those without a size are not
 * moved yet. Answers how many. What is not in the store, or fails, is tried again next time, and the others are moved meanwhile.
 */
export async function closeDrawings({
  db,
  log,
  storage,
}: Pick<Services, 'db' | 'log' | 'storage'>): Promise<number> {
  return forEachDue<{ id: string }>({
    log,
    failure: "couldn't finalize a drawing",
    limit: AT_ONCE,
    select: (after, limit) => selectUnsized(db.kysely, { after, limit }),
    run: async ({ id }) => {
      const key = mediaKey(id, 'svg');
      const bytes = (await storage.get(key)) ?? (await storage.get(`${id}.svg`));
      if (!bytes) return 0;
      await storage.put(key, bytes);
      await storage.remove(`${id}.svg`);
      const size = sizeOfDrawing(Buffer.from(bytes).toString('utf8'));
      await db.kysely.updateTable('media').set(size).where('id', '=', id).execute();
      return 1;
    },
  });
}
