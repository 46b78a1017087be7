import { sql } from 'kysely';
import type { Answer } from '#domain/exams/kinds/kind';
import type { Reader } from '#server/db/client';
import { prepared } from '#server/db/prepared';

/** Attempts that one query reads. */
const AT_ONCE = 500;

/** What candidates gave in these attempts, and what markers gave for it, read for many attempts in few queries. */
async function readOf<Row extends { readonly attempt_id: string }>(
  attemptIds: readonly string[],
  read: (some: readonly string[]) => Promise<Row[]>,
): Promise<Map<string, Row[]>> {
  const all: Row[][] = [];
  for (let at = 0; at < attemptIds.length; at += AT_ONCE)
    all.push(await read(attemptIds.slice(at, at + AT_ONCE)));
  return Map.groupBy(all.flat(), ({ attempt_id }) => attempt_id);
}

const answers = prepared<{ attempt_id: string; answers: Record<string, Answer> }>(`
  select attempt_id, jsonb_object_agg(question, answer) as answers from (
    select distinct on (attempt_id, question) attempt_id, question, answer from (
      select distinct on (attempt_id, question, writer) attempt_id, question, answer, given_at, place
      from exam_answers where attempt_id = any((select $1::uuid[])::uuid[])
      order by attempt_id, question, writer, seq desc) given
    order by attempt_id, question, given_at desc, place desc) counting
  group by attempt_id`);

/**
 * The last answer to each question, by attempt: of one page the one it gave last, of several pages the one that was given
 * last. What grading, statistics and screens count. An attempt without answers is not among them.
 */
export async function selectAnswersOf(
  db: Reader,
  attemptIds: readonly string[],
): Promise<Map<string, Map<string, Answer>>> {
  const rows = await readOf(attemptIds, (some) => answers(db, [some]));
  return new Map([...rows].map(([id, [row]]) => [id, new Map(Object.entries(row?.answers ?? {}))]));
}

interface GivenTimes {
  readonly attempt_id: string;
  readonly question: string;
  readonly first_at: Date;
  readonly last_at: Date;
}

/** When each question was answered first and last, by attempt, in the order of the first answers. */
export async function selectTimesOf(
  db: Reader,
  attemptIds: readonly string[],
): Promise<Map<string, GivenTimes[]>> {
  return readOf(attemptIds, async (some) => {
    const { rows } = await sql<GivenTimes>`
      select attempt_id, question, min(given_at) as first_at, max(given_at) as last_at from exam_answers
      where attempt_id = any(${[...some]}::uuid[]) group by attempt_id, question order by attempt_id, first_at, question`.execute(
      db,
    );
    return rows;
  });
}

export interface GivenMark {
  readonly attempt_id: string;
  readonly question: string;
  readonly part: number | null;
  readonly levels: readonly number[] | null;
  readonly comment: string;
}

/** Every mark, by attempt; null parts wait. An attempt that nobody marks is not among them. */
export async function selectMarksOf(
  db: Reader,
  attemptIds: readonly string[],
): Promise<Map<string, GivenMark[]>> {
  return readOf(attemptIds, async (some) => {
    const { rows } = await sql<GivenMark>`
      select attempt_id, question, part, levels, comment from exam_marks
      where attempt_id = any(${[...some]}::uuid[])`.execute(db);
    return rows;
  });
}

export interface ExamFileRow {
  readonly id: string;
  readonly attempt_id: string;
  readonly question: string;
  readonly name: string;
  readonly bytes: number;
}

/** The files that were handed in, by attempt. */
export async function selectFilesOf(
  db: Reader,
  attemptIds: readonly string[],
): Promise<Map<string, ExamFileRow[]>> {
  return readOf(attemptIds, async (some) => {
    const { rows } = await sql<ExamFileRow>`
      select id, attempt_id, question, name, bytes from exam_files where attempt_id = any(${[...some]}::uuid[])`.execute(
      db,
    );
    return rows;
  });
}
