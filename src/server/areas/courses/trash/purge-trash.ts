import { purgedBefore } from '#domain/courses/purge-date';
import { purgePages } from '#server/areas/site/custom/purge-pages';
import { recordAudit, systemCaller } from '#server/db/audit';
import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';
import { purgeBanks } from './purge-banks.ts';
import { type DueCourse, forgetSections, selectDueCourses } from './trash-sql.ts';

const AT_ONCE = 20;

/**
 * Deletes for good what was in the trash for 30 days; files of exams go by the chore that removes what nothing names.
 * Answers how many courses, posts, pages, banks and questions. A course that cannot be deleted is logged and tried again the next time, and the others go meanwhile.
 */
export async function purgeTrash({
  clock,
  db,
  log,
}: Pick<Services, 'clock' | 'db' | 'log'>): Promise<number> {
  const before = purgedBefore(clock.now());
  const purged = await forEachDue<DueCourse>({
    log,
    failure: "couldn't permanently delete a course in the trash",
    limit: AT_ONCE,
    select: (after, limit) => selectDueCourses(db.kysely, { after, before, limit }),
    run: (course) => purgeCourse(db, course),
  });
  const pages = await purgePages({ db, log }, before);
  const banked = await purgeBanks({ db, log }, before);
  await forgetSections(db.kysely, before);
  return purged + pages + banked;
}

async function purgeCourse(db: Services['db'], { id, kind, title }: DueCourse): Promise<number> {
  return db.transaction(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('courses')
      .where('id', '=', id)
      .where('kind', '=', 'deleted')
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return 0;
    await recordAudit(trx, systemCaller, {
      action: `${kind}.purge`,
      entity: kind,
      entityId: id,
      before: { title },
    });
    return 1;
  });
}
