import type { Answer } from '#domain/exams/kinds/kind';
import { batchedBy, GATHER_MS } from '#server/db/batched';
import type { Db } from '#server/db/client';
import { prepared } from '#server/db/prepared';

export interface AnswerGiven {
  readonly attemptId: string;
  readonly userId: string;
  readonly now: Date;
  readonly writer: string;
  readonly seq: number;
  readonly question: string;
  readonly answer: Answer;
  /** When it was given, by the server's clock. */
  readonly givenAt: Date;
}
interface Saved {
  readonly open: boolean;
  readonly counts: boolean;
}

// Whether another device has answered is looked up by key before all of the attempt's answers are read for it.
// Each attempt by its key, as the number of rows is unknown to the plan. One that is being handed in is left out instead of
// waited for: nobody's answer waits for the submission of somebody else.
const saveTogether = prepared<{ n: number; counts: boolean }>(`
  with given as materialized (
    select * from jsonb_to_recordset($1::jsonb) as row (n integer, attempt_id uuid, user_id uuid, writer uuid, seq integer,
      question text, answer jsonb, received_at timestamptz, given_at timestamptz)),
  taken as materialized (
    select given.* from given cross join lateral (
      select id from exam_attempts where id = given.attempt_id and user_id = given.user_id and submitted_at is null
        and (deadline_at is null or deadline_at >= given.received_at)
        and (current_question is null or current_question = given.question) limit 1 for share skip locked) attempt),
  added as (
    insert into exam_answers (attempt_id, writer, seq, question, answer, received_at, given_at)
    select attempt_id, writer, seq, question, answer, received_at, given_at from taken order by n
    on conflict do nothing)
  select n, (select false from exam_answers a where a.attempt_id = t.attempt_id and a.writer = t.writer and a.seq > t.seq
      and a.question = t.question limit 1) is null and
    case when (select true from exam_answers a where a.attempt_id = t.attempt_id and a.writer > t.writer limit 1)
      or (select true from exam_answers a where a.attempt_id = t.attempt_id and a.writer < t.writer limit 1)
      then (select false from exam_answers a where a.attempt_id = t.attempt_id and a.question = t.question
        and a.given_at > t.given_at and a.writer <> t.writer limit 1) is null else true end and
    not exists (select from taken a where a.attempt_id = t.attempt_id and a.question = t.question
      and (a.given_at > t.given_at and a.writer <> t.writer or a.writer = t.writer and a.seq > t.seq)) as counts
  from taken t`);

// The lock waits for a submission that is under way and then sees it: no answer is taken after the result was made.
const save = prepared<Saved>(`
  with attempt as (
    select id from exam_attempts where id = $1 and user_id = $2 and submitted_at is null
      and (deadline_at is null or deadline_at >= $3)
      and (current_question is null or current_question = $6) for share),
  added as (
    insert into exam_answers (attempt_id, writer, seq, question, answer, received_at, given_at)
    select id, $4, $5, $6, $7, $3, $8 from attempt on conflict do nothing)
  select exists (select from attempt) as open, not exists (select from exam_answers a
    where a.attempt_id = $1 and a.question = $6 and (a.given_at > $8 and a.writer <> $4 or a.writer = $4 and a.seq > $5))
    as counts`);

/**
 * Adds an answer to an open attempt; answers whether it is open, and whether this answer counts now. Committed when this
 * answers. What many candidates give at one moment goes to disk together.
 */
export async function insertAnswer(db: Db, given: AnswerGiven): Promise<Saved> {
  const counts = await together(db)(given);
  return counts === null ? saveAlone(db, given) : { open: true, counts };
}

/** Whether each answer counts; null for one that was not taken, for whatever reason. */
const together = batchedBy(
  ({ pool }: Db) =>
    async (all: readonly AnswerGiven[]): Promise<(boolean | null)[]> => {
      const rows = all.map(({ attemptId, givenAt, now, userId, ...rest }, n) => ({
        ...rest,
        n,
        attempt_id: attemptId,
        user_id: userId,
        received_at: now,
        given_at: givenAt,
      }));
      // One of several may be at fault, and the others shall not suffer for it.
      const saved = await saveTogether(pool, [JSON.stringify(rows)]).catch(() => []);
      const counts = new Map(saved.map((row) => [row.n, row.counts]));
      return all.map((_, n) => counts.get(n) ?? null);
    },
  { gatherMs: GATHER_MS },
);

async function saveAlone({ pool }: Db, given: AnswerGiven): Promise<Saved> {
  const { answer, attemptId, givenAt, now, question, seq, userId, writer } = given;
  const rows = await save(pool, [
    attemptId,
    userId,
    now,
    writer,
    seq,
    question,
    JSON.stringify(answer),
    givenAt,
  ]);
  return rows[0] ?? { open: false, counts: false };
}
