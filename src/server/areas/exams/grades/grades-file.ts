import { countedResult } from '#domain/exams/results/counted-result';
import { wholePercent } from '#domain/exams/results/whole-percent';
import type { CsvFile } from '#server/csv/csv-file';
import type { Db } from '#server/db/client';
import type { Services } from '#server/services';
import {
  countCounted,
  countLearners,
  type LearnerLine,
  selectDone,
  selectLearnerIds,
  selectLearnerLines,
} from './grades-sql.ts';
import { type GradedExam, loadBook } from './load-book.ts';

/** Large enough that the database reads its pages few times. */
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
  const sectionIds = exams.map(({ sectionId }) => sectionId);
  const total = await countCounted(kysely, courseId);
  // Beside the first lines: it reads the progress of everybody.
  const counting = selectDone(kysely, courseId);
  // The error reaches whoever needs the counts.
  counting.catch(() => undefined);
  const all = await selectLearnerIds(kysely, courseId);
  for (let start = 0; start < all.length; start += BATCH) {
    const userIds = all.slice(start, start + BATCH);
    const rows = await selectLearnerLines(kysely, { courseId, sectionIds, userIds });
    yield toLines({ done: await counting, exams, rows, total, userIds });
  }
}

interface Page {
  readonly userIds: readonly string[];
  readonly done: ReadonlyMap<string, number>;
  readonly exams: readonly GradedExam[];
  readonly rows: readonly LearnerLine[];
  readonly total: number;
}

function* toLines({ done, exams, rows, total, userIds }: Page) {
  const learners = new Map(rows.map((row) => [row.user_id, row]));
  for (const id of userIds) {
    const row = learners.get(id);
    if (!row) continue;
    const line: Record<string, string | number | null> = {
      name: row.name,
      email: row.email,
      enrolled_at: row.enrolled_at.toISOString(),
      completed_at: row.completed_at?.toISOString() ?? null,
      done: done.get(id) ?? 0,
      total,
    };
    const scores = readScores(row.scores);
    for (const [index, exam] of exams.entries()) {
      const own = scores.filter((score) => score.exam === index);
      const result = countedResult(own, exam);
      line[titleOf(exam, index)] = result && wholePercent(result.percent);
    }
    yield line;
  }
}

interface Score {
  readonly exam: number;
  readonly number: number;
  readonly percent: number;
  readonly passed: boolean;
}

/** The results of one learner, from the first attempt to the last. */
function readScores(text: string | null): Score[] {
  if (text === null) return [];
  const scores = text.split(',').map((one) => {
    const [exam = 0, number = 0, percent = 0, passed = 0] = one.split(' ').map(Number);
    return { exam, number, percent, passed: passed === 1 };
  });
  return scores.sort((a, b) => a.number - b.number);
}
