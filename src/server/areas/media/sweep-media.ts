import type { Services } from '#server/services';
import { deleteUntouched, selectNamed, selectUntouched } from './media-sql.ts';

/** Whoever stored a file has this long to save the text that names it; what is named is looked for as seldom. */
const KEPT_MS = 30 * 24 * 3600 * 1000;
const AT_ONCE = 200;

/**
 * Forgets pictures and files that no text has named for 30 days: no course, post, question, page, nor a version, the trash
 * or an attempt of one. Answers how many.
 */
export async function sweepMedia({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<number> {
  const now = clock.now();
  const before = new Date(now.getTime() - KEPT_MS);
  const untouched = await selectUntouched(db, { before, limit: AT_ONCE });
  if (untouched.length === 0) return 0;
  const named = await selectNamed(db, untouched);
  if (named.length > 0)
    await db.kysely.updateTable('media').set({ touched_at: now }).where('id', 'in', named).execute();
  const isNamed = new Set(named);
  const ids = untouched.filter((id) => !isNamed.has(id));
  return ids.length === 0 ? 0 : deleteUntouched(db, { before, ids });
}
