import { countedResult } from '#domain/exams/results/counted-result';
import { wholePercent } from '#domain/exams/results/whole-percent';
import type { CsvFile } from '#server/csv/csv-file';
import { isoOfUtc } from '#server/csv/iso-of-utc';
import type { Db } from '#server/db/client';
import type { Services } from '#server/services';
import {
  countCounted,
  countLearners,
  type LearnerLine,
  selectDone,
  selectLearnerIds,
  selectLearnerLines,
  selectScores,
  WAITING,
} from './grades-sql.ts';
import { type GradedExam, loadBook } from './load-book.ts';

/** Large enough that the database reads tables from one end to the other, instead of looking up each learner. */
const BATCH = 10_000;

/**
 * The gradebook of a course, a column for each exam. Who is in it, and in which order, is read once, the rest by these
 * keys: each learner stands there once, also when learners come, go or are renamed meanwhile. Fails with COURSE_NOT_FOUND.
 */
export async function gradesFile({ db }: Pick<Services, 'db'>, courseId: string): Promise<CsvFile> {
  const { exams } = await loadBook(db.kysely, courseId);
  return {
    name: 'gradebook',
    columns: ['name', 'email', 'enrolled_at', 'completed_at', 'done', 'total', ...exams.map(titleOf)],
    count: (limit) => countLearners(db.kysely, courseId, limit),
    pages: () => pages(db, courseId, exams),
    audit: { action: 'course.export-grades', entity: 'course', entityId: courseId },
  };
}

const titleOf = ({ title }: GradedExam, index: number) => `${index + 1}. ${title} (%)`;

async function* pages({ kysely }: Db, courseId: string, exams: readonly GradedExam[]) {
  const reading = Promise.all([
    countCounted(kysely, courseId),
    selectDone(kysely, courseId),
    selectScores(
      kysely,
      exams.map(({ sectionId }) => sectionId),
    ),
  ]);
  // Read beside the first lines; the error reaches whoever needs what was read.
  reading.catch(() => undefined);
  const all = await selectLearnerIds(kysely, courseId);
  for (let start = 0; start < all.length; start += BATCH) {
    const userIds = all.slice(start, start + BATCH);
    const rows = await selectLearnerLines(kysely, { courseId, userIds });
    const [total, done, scores] = await reading;
    yield toLines({ done, exams, rows, scores, total, userIds });
  }
}

interface Page {
  readonly userIds: readonly string[];
  readonly done: ReadonlyMap<string, number>;
  readonly scores: ReadonlyMap<string, string>;
  readonly exams: readonly GradedExam[];
  readonly rows: readonly LearnerLine[];
  readonly total: number;
}

function* toLines({ done, exams, rows, scores, total, userIds }: Page) {
  const learners = new Map(rows.map((row) => [row.user_id, row]));
  for (const id of userIds) {
    const row = learners.get(id);
    if (!row) continue;
    const taken = readScores(scores.get(id) ?? '', exams.length);
    yield [
      row.name,
      row.email,
      isoOfUtc(row.enrolled_at),
      row.completed_at === null ? null : isoOfUtc(row.completed_at),
      done.get(id) ?? 0,
      total,
      ...exams.map((exam, index) => {
        const result = countedResult(taken[index] ?? [], exam);
        return result && wholePercent(result.percent);
      }),
    ];
  }
}

interface Score {
  readonly code: number;
  /** Null while it waits to be marked. */
  readonly percent: number | null;
  readonly passed: boolean;
}

/** The results of one learner at each exam, from the first attempt to the last; the text is that of `selectScores`. */
function readScores(text: string, exams: number): Score[][] {
  const taken = Array.from({ length: exams }, (): Score[] => []);
  if (text === '') return taken;
  const words = text.split(' ');
  for (let at = 0; at < words.length; at += 2) {
    const code = Number(words[at]);
    const percent = words[at + 1];
    taken[Math.floor(code / 2) % exams]?.push({
      code,
      percent: percent === WAITING ? null : Number(percent),
      passed: code % 2 === 1,
    });
  }
  for (const each of taken) if (each.length > 1) each.sort((a, b) => a.code - b.code);
  return taken;
}
