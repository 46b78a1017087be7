import { createHash } from 'node:crypto';
import type { Exam } from '#domain/courses/exam';
import { type ExamResult, gradeExam } from '#domain/exams/grade-exam';
import { mendExam } from '#domain/exams/mend-exam';
import { storedExam } from '#server/areas/courses/stored-exam';
import { Failure } from '#server/failure';
import { type FinishedRow, selectExamNow, selectFinished } from './grades-sql.ts';
import { selectMarks } from './marking-sql.ts';
import { realAnswers } from './real-answers.ts';
import type { Reader } from './sql.ts';

/** Attempts that one regrading reaches at most. */
const MOST = 10_000;

export interface RegradePlan {
  /** Names exam and attempts as they were read. */
  readonly fingerprint: string;
  readonly attempts: number;
  readonly mended: readonly string[];
  readonly unfit: readonly string[];
  readonly changes: readonly {
    readonly row: FinishedRow;
    readonly exam: Exam;
    readonly result: ExamResult;
  }[];
}

/** What grading the finished attempts by the present key would change. Fails with SECTION_NOT_FOUND. */
export async function planRegrade(db: Reader, sectionId: string): Promise<RegradePlan> {
  const present = storedExam((await selectExamNow(db, sectionId))?.exam);
  if (!present) throw new Failure('SECTION_NOT_FOUND');
  const rows = await selectFinished(db, { sectionId, onlyFirst: false, limit: MOST });
  const hash = createHash('sha256').update(JSON.stringify(present));
  const [mended, unfit] = [new Set<string>(), new Set<string>()];
  const changes: { row: FinishedRow; exam: Exam; result: ExamResult }[] = [];
  for (const row of rows) {
    hash.update(`${row.id} ${row.result.points} ${row.result.maxPoints}`);
    const asked = storedExam(row.exam);
    if (!asked) continue;
    const plan = mendExam(asked.questions, present.questions);
    const prompt = (id: string) => asked.questions.find((question) => question.id === id)?.prompt ?? id;
    for (const id of plan.unfit) unfit.add(prompt(id));
    for (const id of plan.mended) mended.add(prompt(id));
    if (plan.mended.length === 0) continue;
    const exam = { ...asked, questions: plan.questions };
    const marks = new Map(
      (await selectMarks(db, row.id)).flatMap(({ part, question }) =>
        part === null ? [] : [[question, part]],
      ),
    );
    const result = gradeExam(exam, await realAnswers(db, row.id, exam), marks);
    if (result.percent !== row.result.percent || result.passed !== row.passed)
      changes.push({ row, exam, result });
  }
  return {
    fingerprint: hash.digest('hex'),
    attempts: rows.length,
    mended: [...mended],
    unfit: [...unfit],
    changes,
  };
}
