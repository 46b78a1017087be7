import { sql, type Transaction } from 'kysely';
import type { ExamResult } from '#domain/exams/results/grade-exam';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

/** Attempts at an exam that grading treats alike. */
export interface AttemptGroup {
  readonly version_id: string;
  readonly graded_version_id: string | null;
  readonly is_ended: boolean;
  readonly waiting: boolean;
  readonly attempts: number;
}

/** The groups of attempts at an exam, as they are counted by the database. */
export async function selectKeptGroups(db: Reader, sectionId: string): Promise<AttemptGroup[]> {
  const { rows } = await sql<AttemptGroup>`
    select split_part(subject, ' ', 3) as version_id, nullif(split_part(subject, ' ', 4), '') as graded_version_id,
      split_part(subject, ' ', 2) <> 'open' as is_ended, split_part(subject, ' ', 2) = 'waiting' as waiting,
      count::int as attempts
    from counts_now where what = 'attempts' and subject >= ${`${sectionId} `} and subject < ${`${sectionId}!`} and count > 0
    order by subject`.execute(db);
  return rows;
}

/** The same from the attempts themselves, for whoever changes them: of the ended ones those that are held. */
export async function selectGroups(
  db: Reader,
  sectionId: string,
  held: Iterable<string>,
): Promise<AttemptGroup[]> {
  const { rows } = await sql<AttemptGroup>`
    select a.version_id, a.graded_version_id, h.id is not null as is_ended, a.waiting, count(*)::int as attempts
    from exam_attempts a left join unnest(${[...held]}::uuid[]) h (id) on h.id = a.id
    where a.section_id = ${sectionId} group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db);
  return rows;
}

export type VersionPair = Pick<AttemptGroup, 'version_id' | 'graded_version_id'>;

/** The attempts at an exam that are graded by one of these pairs of versions, by id; those under way are told apart by what is read of them. */
export async function selectAttemptIds(
  db: Reader,
  sectionId: string,
  pairs: readonly VersionPair[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from (
      select distinct version_id, graded_version_id
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as each (version_id uuid, graded_version_id uuid)) p
    join exam_attempts a on a.version_id = p.version_id and a.graded_version_id is not distinct from p.graded_version_id
    where a.section_id = ${sectionId} order by a.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Holds the ended attempts at an exam until the transaction ends: who marks one of them waits, and then marks by the new key. */
export async function lockEndedAttempts(trx: Transaction<DB>, sectionId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from exam_attempts where section_id = ${sectionId} and submitted_at is not null
    order by id for update`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

export interface GradedRow {
  readonly id: string;
  readonly user_id: string;
  readonly course_id: string;
  readonly section_id: string;
  readonly name: string;
  readonly number: number;
  readonly version_id: string;
  readonly graded_version_id: string | null;
  readonly is_ended: boolean;
  readonly waiting: boolean;
  readonly passed: boolean | null;
  readonly result: ExamResult | null;
}

/** These attempts with the versions they are graded by. */
export async function selectGraded(db: Reader, ids: readonly string[]): Promise<GradedRow[]> {
  const { rows } = await sql<GradedRow>`
    select a.id, a.user_id, r.course_id, a.section_id, u.name, a.number, a.version_id, a.graded_version_id,
      a.submitted_at is not null as is_ended, a.waiting, a.passed, a.result
    from exam_attempts a join users u on u.id = a.user_id join section_registry r on r.id = a.section_id
    where a.id = any(${[...ids]}::uuid[]) order by a.id`.execute(db);
  return rows;
}

export interface NewGrade {
  readonly id: string;
  /** Null: by the version that was asked. */
  readonly gradedVersionId: string | null;
  readonly result: ExamResult;
}

/** Writes what ended attempts come to by another version. */
export async function updateGrades(trx: Transaction<DB>, grades: readonly NewGrade[]): Promise<void> {
  await sql`update exam_attempts a set graded_version_id = n."gradedVersionId", result = n.result,
      passed = (n.result->>'passed')::boolean
    from jsonb_to_recordset(${JSON.stringify(grades)}::jsonb) as n (id uuid, "gradedVersionId" uuid, result jsonb)
    where a.id = n.id`.execute(trx);
}

/** Lets attempts that are under way be graded by another version when they end; one that ended meanwhile keeps its result. */
export async function updateOpenVersions(
  trx: Transaction<DB>,
  versions: readonly Omit<NewGrade, 'result'>[],
): Promise<void> {
  await sql`update exam_attempts a set graded_version_id = n."gradedVersionId"
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as n (id uuid, "gradedVersionId" uuid)
    where a.id = n.id and a.submitted_at is null`.execute(trx);
}
