import { sql, type Transaction } from 'kysely';
import { auditRowsOf } from './audit.ts';
import type { DB } from './types.ts';

interface Completing {
  readonly now: Date;
  /** The sections that count no longer; those that were taken out since somebody enrolled are added. */
  readonly without: readonly string[];
  /** Left out: everybody. */
  readonly userId?: string;
}

/** The ids of sections that counted, were taken out of a course since the enrolment `e`, and are not there again. */
export const TAKEN_AWAY = `
  select gone.id from (
    select r.id from section_registry r where r.course_id = e.course_id and r.removed_at >= e.enrolled_at
      and coalesce((r.stored->>'counts')::boolean, true)
    union select m.section_id from moved_sections m where m.course_id = e.course_id and m.moved_at >= e.enrolled_at) gone
  where not exists (select from course_content s where s.id = gone.id and s.course_id = e.course_id)`;

/**
 * Completes a course for everybody who has done all that counts now: for some that is so because the sections `without` were
 * removed, or count no longer. In the transaction of the author's edit, and again after it (decision 225).
 */
export async function completeCourse(
  trx: Transaction<DB>,
  courseId: string,
  { now, userId, without }: Completing,
): Promise<void> {
  const ofLearner = userId === undefined ? sql`` : sql`and p.user_id = ${userId}`;
  await sql`
    with counting as (select id from course_content where course_id = ${courseId} and counts),
    through as (
      select p.user_id from section_progress p join counting on counting.id = p.section_id
      where p.done_at is not null ${ofLearner} group by p.user_id having count(*) = (select count(*) from counting)),
    locked as (
      select e.user_id from enrolments e join through on through.user_id = e.user_id
      where e.course_id = ${courseId} and e.completed_at is null order by e.user_id for no key update of e),
    completed as (
      update enrolments e set completed_at = ${now},
        completed_without = array(select unnest(${[...without]}::uuid[]) union ${sql.raw(TAKEN_AWAY)}) from locked
      where e.user_id = locked.user_id and e.course_id = ${courseId} and e.completed_at is null
      returning e.user_id, e.course_id),
    audited as (
      select user_id as actor_id, 'member' as actor_kind, 'course.complete' as action, 'course' as entity,
        course_id as entity_id, '{"because": "sections changed"}'::jsonb as after from completed)
    ${sql.raw(auditRowsOf('audited', ['actor_id', 'actor_kind', 'action', 'entity', 'entity_id', 'after']))}`.execute(
    trx,
  );
}

/**
 * Takes back that a course was completed because these sections were gone, now that they are there again and count: for everybody
 * who has not done one of those that were gone, but for whoever holds the certificate already. Answers for how many. In the transaction of the edit.
 */
export async function reopenCourse(
  trx: Transaction<DB>,
  courseId: string,
  returned: readonly string[],
): Promise<number> {
  if (returned.length === 0) return 0;
  const { numAffectedRows } = await sql`
    update enrolments e set completed_at = null, completed_without = null
    where e.course_id = ${courseId} and e.completed_without && ${[...returned]}::uuid[]
      and exists (select from course_content s
        left join section_progress p on p.section_id = s.id and p.user_id = e.user_id and p.done_at is not null
        where s.id = any(${[...returned]}::uuid[]) and s.id = any(e.completed_without) and s.counts and p.user_id is null)
      and not exists (select from certificates t where t.user_id = e.user_id and t.course_id = e.course_id
        and t.kind = 'course')`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** What alone finishes a section: that its exam is passed, or the checks of its lab. */
export type Decider = 'exam' | 'lab';

/** Of a section `r` of the registry with what is live of it, `s`: what alone finishes it, or null. */
export const DECIDER = `
  case coalesce(s.section_type, r.section_type) when 'exam' then 'exam'
    when 'lab' then (select 'lab' from lab_specs l where l.section_id = r.id and not l.retired limit 1) end`;

/** What alone finishes each of these sections; those that are done by reading or marking them are left out. */
export async function selectDeciders(
  trx: Transaction<DB>,
  sections: readonly string[],
): Promise<ReadonlyMap<string, Decider>> {
  if (sections.length === 0) return new Map();
  const { rows } = await sql<{ id: string; decider: Decider | null }>`
    select r.id, ${sql.raw(DECIDER)} as decider from section_registry r left join course_content s on s.id = r.id
    where r.id = any(${[...sections]}::uuid[])`.execute(trx);
  return new Map(rows.flatMap(({ decider, id }) => (decider ? [[id, decider] as const] : [])));
}

/**
 * Nobody has done those of these sections that are exams or labs with checks now, but for whoever passed them as that before; how
 * far they were read, and that they were marked, is kept. In the transaction that made them so, and again after it: whoever
 * finished one meanwhile had not seen it (decision 308).
 */
export async function reopenUnpassed(
  trx: Transaction<DB>,
  courseId: string,
  sections: readonly string[],
): Promise<void> {
  if (sections.length === 0) return;
  const ids = sql`any(${[...sections]}::uuid[])`;
  // First the enrolments, as whoever finishes a section does it.
  await sql`
    select from enrolments e where e.course_id = ${courseId} and e.user_id in (
      select user_id from section_progress where section_id = ${ids}
      union select user_id from lab_runs where section_id = ${ids})
    order by e.user_id for no key update`.execute(trx);
  await sql`
    update section_progress p set done_at = null
    from section_registry r left join course_content s on s.id = r.id cross join lateral (select ${sql.raw(DECIDER)} as decider) d
    where r.id = ${ids} and p.section_id = r.id and p.done_at is not null and case d.decider
      when 'exam' then not exists (
        select from exam_attempts a where a.user_id = p.user_id and a.section_id = r.id and a.passed)
      when 'lab' then not exists (
        select from lab_runs l where l.user_id = p.user_id and l.section_id = r.id and l.exam_attempt_id is null
          and (l.verdict ->> 'passed')::boolean)
      else false end`.execute(trx);
}
