import { purgedBefore } from '#domain/courses/purge-date';
import { recordAudit, systemCaller } from '#server/db/audit';
import type { Services } from '#server/services';
import { forgetSections, selectDueCourses } from './trash-sql.ts';

const AT_ONCE = 20;

/** Deletes for good what was in the trash for 30 days; files of exams go by the chore that removes what nothing names. */
export async function purgeTrash({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<number> {
  const before = purgedBefore(clock.now());
  const due = await selectDueCourses(db.kysely, before, AT_ONCE);
  for (const { id, title } of due) {
    await db.transaction(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('courses')
        .where('id', '=', id)
        .where('kind', '=', 'deleted')
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) return;
      await recordAudit(trx, systemCaller, {
        action: 'course.purge',
        entity: 'course',
        entityId: id,
        before: { title },
      });
    });
  }
  await forgetSections(db.kysely, before);
  return due.length;
}
