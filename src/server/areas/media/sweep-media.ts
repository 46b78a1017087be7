import { UNUSED_DAYS } from '#domain/media/limits';
import { recordAudit, systemCaller } from '#server/db/audit';
import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';
import { deleteUntouched, selectNamed, selectUntouched, type UntouchedFile } from './media-sql.ts';

/** Authors have this long to save the text that names a file they uploaded; what is named is looked for as seldom. */
const KEPT_MS = UNUSED_DAYS * 24 * 3600 * 1000;
const AT_ONCE = 200;

/**
 * Forgets pictures and files that no text has named for 30 days: no course, post, question, page, nor a version, the trash
 * or an attempt of one. Answers how many. One that cannot be forgotten is tried again next time.
 */
export async function sweepMedia({
  clock,
  db,
  log,
}: Pick<Services, 'clock' | 'db' | 'log'>): Promise<number> {
  const now = clock.now();
  const before = new Date(now.getTime() - KEPT_MS);
  return forEachDue<UntouchedFile & { isNamed: boolean }>({
    log,
    failure: "couldn't remove an unused file",
    limit: AT_ONCE,
    select: async (after, limit) => {
      const untouched = await selectUntouched(db, { after, before, limit });
      if (untouched.length === 0) return [];
      const ids = untouched.map(({ id }) => id);
      const named = await selectNamed(db.kysely, ids);
      if (named.length > 0)
        await db.kysely
          .updateTable('media')
          .set({ touched_at: now, removed_at: null })
          .where('id', 'in', named)
          .execute();
      const isNamed = new Set(named);
      return untouched.map((file) => ({ ...file, isNamed: isNamed.has(file.id) }));
    },
    run: async ({ id, isNamed }) =>
      isNamed
        ? 0
        : db.transaction(async (trx) => {
            const removed = await deleteUntouched(trx, { before, id });
            if (removed > 0)
              await recordAudit(trx, systemCaller, { action: 'media.forget', entity: 'media', entityId: id });
            return removed;
          }),
  });
}
