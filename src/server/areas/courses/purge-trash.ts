import { purgedBefore } from '#domain/courses/purge-date';
import { recordAudit, systemCaller } from '#server/db/audit';
import type { Services } from '#server/services';
import { purgeBanks } from './purge-banks.ts';
import { type DueCourse, forgetSections, selectDueCourses } from './trash-sql.ts';

const AT_ONCE = 20;

/**
 * Deletes for good what was in the trash for 30 days; files of exams go by the chore that removes what nothing names.
 * Answers how many courses, posts, banks and questions. A course that cannot be deleted is logged and tried again the next time, and the others go meanwhile.
 */
export async function purgeTrash({
  clock,
  db,
  log,
}: Pick<Services, 'clock' | 'db' | 'log'>): Promise<number> {
  const before = purgedBefore(clock.now());
  let purged = 0;
  let last: DueCourse | undefined;
  do {
    const due = await selectDueCourses(db.kysely, { before, after: last, limit: AT_ONCE });
    for (const course of due)
      try {
        await purgeCourse(db, course);
        purged += 1;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        log.error({ course: course.id, message }, 'a course in the trash could not be deleted for good');
      }
    last = due.length < AT_ONCE ? undefined : due.at(-1);
  } while (last);
  await forgetSections(db.kysely, before);
  return purged + (await purgeBanks({ db }, before));
}

async function purgeCourse(db: Services['db'], { id, kind, title }: DueCourse): Promise<void> {
  await db.transaction(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('courses')
      .where('id', '=', id)
      .where('kind', '=', 'deleted')
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return;
    await recordAudit(trx, systemCaller, {
      action: `${kind}.purge`,
      entity: kind,
      entityId: id,
      before: { title },
    });
  });
}
