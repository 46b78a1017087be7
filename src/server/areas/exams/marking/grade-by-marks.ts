import type { Transaction } from 'kysely';
import { type ExamResult, gradeExam } from '#domain/exams/results/grade-exam';
import type { DB } from '#server/db/types';
import { realAnswers } from '../paper/real-answers.ts';
import type { AttemptRow } from '../sql.ts';
import { selectMarks } from './marking-sql.ts';

/** What an attempt comes to by its answers and marks; null as long as one of them is missing. */
export async function gradeByMarks(
  trx: Transaction<DB>,
  { exam, id }: AttemptRow,
): Promise<ExamResult | null> {
  const marks = await selectMarks(trx, id);
  if (marks.some(({ part }) => part === null)) return null;
  const parts = new Map(marks.map(({ part, question }) => [question, part ?? 0]));
  return gradeExam(exam, await realAnswers(trx, id, exam), parts);
}
