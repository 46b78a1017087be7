import type { Services } from '#server/services';
import { selectPublishedPages } from './custom-sql.ts';

const MAX_FOUND = 20;

/** Published pages that the school added, by a part of their titles. Open to everybody. */
export async function findPages(
  { db }: Pick<Services, 'db'>,
  { q }: { q: string },
): Promise<{ items: { slug: string; title: string }[] }> {
  return { items: await selectPublishedPages(db.kysely, { contains: q, limit: MAX_FOUND }) };
}
