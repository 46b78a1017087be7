import { sql, type Transaction } from 'kysely';
import { type LateState, MAX_LATE } from '#domain/exams/attempts/late-answer';
import type { Answer } from '#domain/exams/kinds/kind';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

export interface LateAnswerRow {
  readonly id: string;
  readonly writer: string;
  readonly question: string;
  readonly answer: Answer;
  readonly typed_at: Date;
  readonly received_at: Date;
  readonly state: LateState;
  readonly reason: string;
  readonly decider: string | null;
  readonly decided_at: Date | null;
}

/** The answers to an attempt that came too late, in the order in which they were typed. */
export async function selectLate(db: Reader, attemptId: string): Promise<LateAnswerRow[]> {
  const { rows } = await sql<LateAnswerRow>`
    select l.id, l.writer, l.question, l.answer, l.typed_at, l.received_at, l.state, l.reason, u.name as decider, l.decided_at
    from exam_late_answers l left join users u on u.id = l.decided_by
    where l.attempt_id = ${attemptId} order by l.typed_at, l.id`.execute(db);
  return rows;
}

/** How many late answers to an attempt wait for a decision. */
export async function countLate(db: Reader, attemptId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from exam_late_answers where attempt_id = ${attemptId} and state = 'waiting'`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

interface NewLateAnswer {
  readonly attemptId: string;
  readonly writer: string;
  readonly question: string;
  readonly answer: Answer;
  readonly typedAt: Date;
  readonly now: Date;
}

/** Keeps a late answer, once of each page and of three pages at most; answers what was done. The attempt is locked. */
export async function insertLate(
  trx: Transaction<DB>,
  { answer, attemptId, now, question, typedAt, writer }: NewLateAnswer,
): Promise<'added' | 'known' | 'full'> {
  const { rows } = await sql<{ writer: string }>`
    select writer from exam_late_answers where attempt_id = ${attemptId} and question = ${question}`.execute(
    trx,
  );
  if (rows.some((row) => row.writer === writer)) return 'known';
  if (rows.length >= MAX_LATE) return 'full';
  await sql`
    insert into exam_late_answers (attempt_id, writer, question, answer, typed_at, received_at)
    values (${attemptId}, ${writer}, ${question}, ${JSON.stringify(answer)}::jsonb, ${typedAt}, ${now})`.execute(
    trx,
  );
  return 'added';
}

/** Whether another page gave an answer to this question later: that one would count in any case. */
export async function isAnsweredLater(
  db: Reader,
  {
    attemptId,
    question,
    typedAt,
    writer,
  }: Pick<NewLateAnswer, 'attemptId' | 'question' | 'typedAt' | 'writer'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from exam_answers where attempt_id = ${attemptId} and question = ${question} and writer <> ${writer}
      and given_at > ${typedAt} limit 1`.execute(db);
  return rows.length > 0;
}

interface Decided {
  readonly ids: readonly string[];
  readonly state: Exclude<LateState, 'waiting'>;
  readonly reason: string;
  readonly deciderId: string;
  readonly now: Date;
}

export async function updateLate(
  trx: Transaction<DB>,
  { deciderId, ids, now, reason, state }: Decided,
): Promise<void> {
  await sql`update exam_late_answers set state = ${state}, reason = ${reason}, decided_by = ${deciderId},
    decided_at = ${now} where id = any(${[...ids]}::uuid[])`.execute(trx);
}

/**
 * Lets accepted answers count. Each gets a page of its own and the time of the latest answer to its question, so that it is
 * the one given last; of several, the one that was typed last.
 */
export async function insertAccepted(
  trx: Transaction<DB>,
  { attemptId, ids }: { attemptId: string; ids: readonly string[] },
): Promise<void> {
  await sql`
    insert into exam_answers (attempt_id, writer, seq, question, answer, received_at, given_at)
    select l.attempt_id, l.id, 1, l.question, l.answer, l.received_at, greatest(l.typed_at, (select max(w.given_at)
      from exam_answers w where w.attempt_id = ${attemptId} and w.question = l.question))
    from exam_late_answers l where l.attempt_id = ${attemptId} and l.id = any(${[...ids]}::uuid[])
    order by l.typed_at, l.id`.execute(trx);
}

/** Lets these answers be marked again: what was said about another answer is no mark of this one. */
export async function resetMarks(
  trx: Transaction<DB>,
  { attemptId, now, questions }: { attemptId: string; questions: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    insert into exam_marks (attempt_id, question, waits_since)
    select ${attemptId}, unnest(${[...questions]}::text[]), ${now}
    on conflict (attempt_id, question) do update set part = null, levels = null, comment = '', marked_at = null, marker_id = null,
      run_id = null, version = exam_marks.version + 1, waits_since = ${now}`.execute(trx);
}

interface LateAttemptRow {
  readonly attempt_id: string;
  readonly section_id: string;
  readonly exam_title: string;
  readonly course_title: string;
  readonly candidate: string;
  readonly blind: boolean;
  readonly count: number;
  readonly waits_since: Date;
}

/** Attempts with late answers that wait for a decision, longest first; of one exam when it is named. */
export async function selectLateAttempts(
  db: Reader,
  { limit, sectionId }: { sectionId: string | null; limit: number },
): Promise<LateAttemptRow[]> {
  const { rows } = await sql<LateAttemptRow>`
    select l.attempt_id, a.section_id, coalesce(s.title, r.title) as exam_title, c.title as course_title,
      u.name as candidate, coalesce((v.exam->'settings'->>'blind')::boolean, false) as blind,
      l.count, l.waits_since
    from (select attempt_id, count(*)::int as count, min(received_at) as waits_since
        from exam_late_answers where state = 'waiting' group by attempt_id) l
      join exam_attempts a on a.id = l.attempt_id join users u on u.id = a.user_id
      join exam_versions v on v.id = a.version_id join section_registry r on r.id = a.section_id
      left join course_content s on s.id = r.id join courses c on c.id = r.course_id and c.kind <> 'deleted'
    where ${sectionId}::uuid is null or a.section_id = ${sectionId}
    order by l.waits_since, l.attempt_id limit ${limit}`.execute(db);
  return rows;
}
