import type { Exam } from '#domain/courses/exam';
import type { Answer } from '#domain/exams/kinds/kind';
import type { Reader } from '#server/db/client';
import { realAnswersOf } from './real-answers-of.ts';

/** The last answers of an attempt; one that names a file which this attempt does not have is none. */
export async function realAnswers(
  db: Reader,
  attemptId: string,
  exam: Pick<Exam, 'questions'>,
): Promise<Map<string, Answer>> {
  return (await realAnswersOf(db, [{ id: attemptId, exam }])).get(attemptId) ?? new Map();
}
