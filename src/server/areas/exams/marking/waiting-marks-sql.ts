import { sql } from 'kysely';

/**
 * The answers that wait for a person: nobody marked them yet and nothing is judging them, or they keep what earlier checks gave
 * because nothing could judge them by those of today. Columns: attempt_id, question, waits_since.
 */
export const WAITING_MARKS = sql`
  select m.attempt_id, m.question, m.waits_since from exam_marks m
  where m.part is null and not exists (select from lab_runs l where l.exam_attempt_id = m.attempt_id
    and l.question = m.question and l.state in ('queued', 'running'))
  union all
  select m.attempt_id, m.question, f.queued_at as waits_since
  from lab_runs f join exam_marks m on m.attempt_id = f.exam_attempt_id and m.question = f.question
  where f.state = 'failed' and f.exam_attempt_id is not null and m.part is not null and m.run_id is not null
    and not exists (select from lab_runs l where l.exam_attempt_id = f.exam_attempt_id and l.question = f.question
      and l.queued_at > f.queued_at)`;
