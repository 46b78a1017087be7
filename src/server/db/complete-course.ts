import { sql, type Transaction } from 'kysely';
import type { DB } from './types.ts';

/**
 * Completes a course for everybody who has done all that counts now: for some that is so because a section was removed,
 * or counts no longer. In the transaction of the author's edit.
 */
export async function completeCourse(trx: Transaction<DB>, courseId: string, now: Date): Promise<void> {
  await sql`
    with counting as (select id from course_content where course_id = ${courseId} and counts),
    through as (
      select p.user_id from section_progress p join counting on counting.id = p.section_id
      where p.done_at is not null group by p.user_id having count(*) = (select count(*) from counting)),
    completed as (
      update enrolments e set completed_at = ${now} from through
      where e.user_id = through.user_id and e.course_id = ${courseId} and e.completed_at is null returning e.user_id)
    insert into audit_log (actor_id, actor_kind, action, entity, entity_id, after)
    select user_id, 'member', 'course.complete', 'course', ${courseId}, '{"because": "sections changed"}' from completed`.execute(
    trx,
  );
}
