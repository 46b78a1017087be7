import { sql } from 'kysely';
import type { CourseProgress } from '#contract/courses/learning';
import { canEnrol } from '#domain/access/content/can-enrol';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { factsOf } from '#server/areas/courses/catalogue/facts-of';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectProgress } from './sql.ts';
import { toProgress } from './to-progress.ts';

/** Begins a course, or comes back to it with the progress of before. Twice is once. Fails with COURSE_NOT_FOUND and TIER_REQUIRED. */
export async function enrol(
  { clock, config, db }: Services,
  caller: Caller,
  { courseId }: { courseId: string },
): Promise<CourseProgress> {
  const { isAdmin, userId } = signedIn(caller);
  const row = await selectProgress(db.kysely, userId, courseId);
  if (!row) throw new Failure('COURSE_NOT_FOUND');
  authorise(canEnrol(caller.viewer, factsOf(row)));
  const now = clock.now();
  const enrolledAt = row.enrolled
    ? row.enrolled_at
    : await db.transaction(async (trx) => {
        // Left in the moment it began is what a section that was moved here made of somebody who never enrolled.
        const { rows } = await sql<{ enrolled_at: Date }>`
          insert into enrolments as e (user_id, course_id, enrolled_at, last_used_at, seen_at)
            values (${userId}, ${courseId}, ${now}, ${now}, ${now})
          on conflict (user_id, course_id) do update set left_at = null, last_used_at = ${now}, seen_at = ${now},
              enrolled_at = case when e.enrolled_at = e.left_at then excluded.enrolled_at else e.enrolled_at end
            where e.left_at is not null
          returning enrolled_at`.execute(trx);
        const [written] = rows;
        if (!written) return row.enrolled_at;
        await recordAudit(trx, caller, { action: 'course.enrol', entity: 'course', entityId: courseId });
        return written.enrolled_at;
      });
  const enrolled = { ...row, enrolled_at: enrolledAt };
  return { ...toProgress(enrolled, { isFree: isAdmin, labs: config.labs, now }), enrolled: true };
}
