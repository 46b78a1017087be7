import type { Services } from '#server/services';
import { mediaKey } from './media-key.ts';
import { sizeOfDrawing } from './read-media.ts';

const AT_ONCE = 200;

/**
 * Moves drawings that were public to where only signed addresses open them (decision 75); those without a size are not
 * moved yet. Answers how many. What is not in the store is looked for again next time.
 */
export async function closeDrawings({ db, storage }: Pick<Services, 'db' | 'storage'>): Promise<number> {
  const open = await db.kysely
    .selectFrom('media')
    .select('id')
    .where('kind', '=', 'content')
    .where('ending', '=', 'svg')
    .where('width', 'is', null)
    .limit(AT_ONCE)
    .execute();
  let closed = 0;
  for (const { id } of open) {
    const key = mediaKey(id, 'svg');
    const bytes = (await storage.get(key)) ?? (await storage.get(`${id}.svg`));
    if (!bytes) continue;
    await storage.put(key, bytes);
    await storage.remove(`${id}.svg`);
    const size = sizeOfDrawing(Buffer.from(bytes).toString('utf8'));
    await db.kysely.updateTable('media').set(size).where('id', '=', id).execute();
    closed += 1;
  }
  return closed;
}
