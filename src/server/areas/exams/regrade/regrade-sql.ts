import { sql, type Transaction } from 'kysely';
import type { ExamResult } from '#domain/exams/results/grade-exam';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

/** The attempts at an exam, by id; those under way are told apart by what is read of them. */
export async function selectAttemptIds(db: Reader, sectionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from exam_attempts where section_id = ${sectionId} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Holds the ended attempts at an exam until the transaction ends: who marks one of them waits, and then marks by the new key. */
export async function lockEndedAttempts(trx: Transaction<DB>, sectionId: string): Promise<void> {
  await sql`select 1 from exam_attempts where section_id = ${sectionId} and submitted_at is not null
    order by id for update`.execute(trx);
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
