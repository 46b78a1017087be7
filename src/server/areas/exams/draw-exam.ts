import type { Exam } from '#domain/courses/exam';
import { drawQuestions } from '#domain/exams/draw';
import { loadPools } from '#server/areas/banks/load-pools';
import type { Reader } from './sql.ts';

/** An exam as one attempt meets it: what its draws draw is among its questions, and every number stands in its place. */
export async function drawExam<Of extends Exam>(db: Reader, exam: Of, seed: string): Promise<Exam> {
  const { drawn, questions } = drawQuestions(exam, await loadPools(db, exam.draws), seed);
  return { ...exam, questions, draws: [], ...(drawn.length > 0 && { drawn }) };
}
