import type { Kysely } from 'kysely';
import type { Exam } from '#domain/courses/exam';
import { drawQuestions } from '#domain/exams/draw';
import { drawFromBanks } from '#server/areas/banks/drawing/draw-from-banks';
import type { DB } from '#server/db/types';

/** An exam as one attempt meets it: what its draws draw is among its questions, and every number stands in its place. */
export async function drawExam<Of extends Exam>(db: Kysely<DB>, exam: Of, seed: string): Promise<Exam> {
  const { drawn, questions } = drawQuestions(exam, await drawFromBanks(db, exam.draws, seed), seed);
  return { ...exam, questions, draws: [], ...(drawn.length > 0 && { drawn }) };
}
