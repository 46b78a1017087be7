import { sql } from 'kysely';
import type { Reader } from '#server/db/client';
import { type ExamFileRow, type GivenMark, selectFilesOf, selectMarksOf } from '../attempts/given-sql.ts';
import { WAITING_MARKS } from './waiting-marks-sql.ts';

export interface WaitingRow {
  readonly attempt_id: string;
  readonly question: string;
  readonly section_id: string;
  readonly exam_title: string;
  readonly course_title: string;
  readonly candidate: string;
  /** Of the version that was asked. */
  readonly prompt: string | null;
  readonly blind: boolean;
  readonly waits_since: Date;
}

const WAITING = sql`
  from (${WAITING_MARKS}) m join exam_attempts a on a.id = m.attempt_id join users u on u.id = a.user_id
    join exam_versions v on v.id = a.version_id join section_registry r on r.id = a.section_id
    left join course_content s on s.id = r.id join courses c on c.id = r.course_id and c.kind <> 'deleted'`;

/** Answers that wait for a person, oldest first; of one exam when it is named. */
export async function selectWaiting(
  db: Reader,
  { limit, sectionId }: { sectionId: string | null; limit: number },
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select m.attempt_id, m.question, m.waits_since, a.section_id, coalesce(s.title, r.title) as exam_title,
      c.title as course_title, u.name as candidate, (select q->>'prompt'
        from jsonb_array_elements(v.exam->'questions') q where q->>'id' = m.question) as prompt,
      coalesce((v.exam->'settings'->>'blind')::boolean, false) as blind
    ${WAITING} where ${sectionId}::uuid is null or a.section_id = ${sectionId}
    order by m.waits_since, m.attempt_id, m.question limit ${limit}`.execute(db);
  return rows;
}

/** How many answers wait in each exam. */
export async function countWaiting(
  db: Reader,
): Promise<{ section_id: string; exam_title: string; course_title: string; count: number }[]> {
  const { rows } = await sql<Awaited<ReturnType<typeof countWaiting>>[number]>`
    select a.section_id, coalesce(s.title, r.title) as exam_title, c.title as course_title, count(*)::int as count
    ${WAITING} group by 1, 2, 3 order by min(m.waits_since)`.execute(db);
  return rows;
}

export interface MarkRow {
  readonly version: number;
  readonly part: number | null;
  readonly levels: readonly number[] | null;
  readonly comment: string;
  readonly marker: string | null;
  /** Whether its checks gave it. */
  readonly by_run: boolean;
}

export async function selectMark(
  db: Reader,
  { attemptId, question }: { attemptId: string; question: string },
): Promise<MarkRow | undefined> {
  const { rows } = await sql<MarkRow>`
    select m.version, m.part, m.levels, m.comment, u.name as marker, m.run_id is not null as by_run
    from exam_marks m left join users u on u.id = m.marker_id
    where m.attempt_id = ${attemptId} and m.question = ${question}`.execute(db);
  return rows[0];
}

/** Whether nothing but this answer of an attempt waits for a mark. */
export async function isLastMark(
  db: Reader,
  { attemptId, question }: { attemptId: string; question: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from exam_marks where attempt_id = ${attemptId} and question <> ${question} and part is null limit 1`.execute(
    db,
  );
  return rows.length === 0;
}

/** Every mark of an attempt; null parts wait. */
export async function selectMarks(db: Reader, attemptId: string): Promise<GivenMark[]> {
  return (await selectMarksOf(db, [attemptId])).get(attemptId) ?? [];
}

/** Lets the answers to these questions wait for a marker. */
export async function insertWaiting(
  db: Reader,
  { attemptId, now, questions }: { attemptId: string; questions: readonly string[]; now: Date },
): Promise<void> {
  await sql`insert into exam_marks (attempt_id, question, waits_since)
    select ${attemptId}, unnest(${[...questions]}::text[]), ${now}`.execute(db);
}

export async function selectFiles(db: Reader, attemptId: string): Promise<ExamFileRow[]> {
  return (await selectFilesOf(db, [attemptId])).get(attemptId) ?? [];
}

/** A handed-in file with whose it is, and whether names of this exam are hidden from markers. */
export async function selectFile(
  db: Reader,
  id: string,
): Promise<(ExamFileRow & { user_id: string; blind: boolean }) | undefined> {
  const { rows } = await sql<ExamFileRow & { user_id: string; blind: boolean }>`
    select f.id, f.attempt_id, f.question, f.name, f.bytes, a.user_id,
      coalesce((v.exam->'settings'->>'blind')::boolean, false) as blind
    from exam_files f join exam_attempts a on a.id = f.attempt_id join exam_versions v on v.id = a.version_id
    where f.id = ${id}`.execute(db);
  return rows[0];
}

export interface ExamPlace {
  readonly course_id: string;
  readonly slug: string;
  readonly key: string;
  readonly exam_title: string;
  readonly course_title: string;
}

/** Where an exam can be seen, and what it and its course are called. */
export async function selectExamPlace(db: Reader, sectionId: string): Promise<ExamPlace | undefined> {
  const { rows } = await sql<ExamPlace>`
    select c.id as course_id, c.slug, r.key, coalesce(s.title, r.title) as exam_title, c.title as course_title
    from section_registry r left join course_content s on s.id = r.id
      join courses c on c.id = r.course_id and c.kind <> 'deleted'
    where r.id = ${sectionId}`.execute(db);
  return rows[0];
}
