import { sql, type Transaction } from 'kysely';
import type { LabFiles, LabSpec } from '#domain/labs/lab-spec';
import type { Verdict } from '#domain/labs/verdict';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

interface Named {
  readonly attemptId: string;
  readonly question: string;
}

interface NewRun extends Named {
  readonly userId: string;
  readonly sectionId: string;
  readonly spec: LabSpec;
  readonly files: LabFiles;
  readonly now: Date;
}

/** Queues an answer; the one to the same question that waits, or that its judge lost, gives its place to it. */
export async function insertCodeRun(trx: Transaction<DB>, run: NewRun): Promise<void> {
  const { attemptId, files, now, question, sectionId, spec, userId } = run;
  await sql`delete from lab_runs
    where exam_attempt_id = ${attemptId} and question = ${question}
      and (state = 'queued' or state = 'running' and leased_until < ${now})`.execute(trx);
  await sql`
    insert into lab_runs (user_id, section_id, exam_attempt_id, question, spec_version, spec, files, queued_at)
    values (${userId}, ${sectionId}, ${attemptId}, ${question}, 0, ${JSON.stringify(spec)}::json,
      ${JSON.stringify(files)}::json, ${now})`.execute(trx);
}

export interface CodeRunRow {
  readonly question: string;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly verdict: Verdict | null;
  readonly reason: string | null;
}

/** How the answers of an attempt were judged last, by question. */
export async function selectCodeRuns(db: Reader, attemptId: string): Promise<Map<string, CodeRunRow>> {
  const { rows } = await sql<CodeRunRow>`
    select distinct on (question) question, state, verdict, reason from lab_runs
    where exam_attempt_id = ${attemptId} order by question, queued_at desc, id`.execute(db);
  return new Map(rows.map((row) => [row.question, row]));
}

/**
 * Whether the result of an attempt that waited when it was read may come by itself: code of it is still to be judged, or it has
 * a result by now. One statement: its last verdict and its result are written together.
 */
export async function selectIsChecked(db: Reader, attemptId: string): Promise<boolean> {
  const { rows } = await sql<{ checking: boolean }>`
    select not a.waiting or exists (
      select from (
        select distinct on (question) state from lab_runs where exam_attempt_id = a.id
        order by question, queued_at desc, id) last
      where last.state in ('queued', 'running')) as checking
    from exam_attempts a where a.id = ${attemptId}`.execute(db);
  return rows[0]?.checking ?? false;
}

/** The questions among these that no person has marked. */
export async function selectJudged(
  db: Reader,
  { attemptId, questions }: { attemptId: string; questions: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ question: string }>`
    select question from exam_marks where attempt_id = ${attemptId} and question = any(${[...questions]}::text[])
      and (part is null or run_id is not null)`.execute(db);
  return rows.map(({ question }) => question);
}

/** Marks an answer by its checks, unless a person marked it; answers what it was before and its version. */
export async function markByRun(
  trx: Transaction<DB>,
  { attemptId, now, part, question, runId }: Named & { part: number; runId: string; now: Date },
): Promise<{ before: number | null; version: number } | undefined> {
  const { rows } = await sql<{ before: number | null; version: number }>`
    update exam_marks m set part = ${part}, run_id = ${runId}, levels = null, marker_id = null, marked_at = ${now},
      version = m.version + 1
    from (select part from exam_marks where attempt_id = ${attemptId} and question = ${question} for update) b
    where m.attempt_id = ${attemptId} and m.question = ${question} and (m.part is null or m.run_id is not null)
    returning b.part as before, m.version`.execute(trx);
  return rows[0];
}

/** Whether a newer run judges the same answer, or what it became since. One that is queued came after all that were taken. */
export async function selectHasNewerRun(
  db: Reader,
  { attemptId, question, runId }: Named & { readonly runId: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select n.id from lab_runs r join lab_runs n on n.exam_attempt_id = r.exam_attempt_id and n.question = r.question
      and n.id <> r.id and (n.state = 'queued' or n.queued_at > r.queued_at)
    where r.id = ${runId} and r.exam_attempt_id = ${attemptId} and r.question = ${question} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Hands the answers to people that nothing judges, also those whose judge died: all, where labs are off; otherwise those
 * queued before a time.
 */
export async function giveUpRuns(
  db: Reader,
  { now, reason, since }: { now: Date; reason: string; since: Date | null },
): Promise<void> {
  await sql`
    update lab_runs set state = 'failed', reason = ${reason}, finished_at = ${now}, leased_until = null
    where exam_attempt_id is not null and (state = 'queued' or state = 'running' and leased_until < ${now})
      and (${since}::timestamptz is null or queued_at < ${since})`.execute(db);
}
