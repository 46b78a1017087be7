import type { Kysely } from 'kysely';
import type { ErrorCode } from '#contract/errors';
import type { Exam } from '#domain/courses/exam';
import { ExpressionFault } from '#domain/exams/arithmetic/expression';
import { drawQuestions } from '#domain/exams/draw';
import { drawFromBanks } from '#server/areas/banks/drawing/draw-from-banks';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Log } from '#server/platform/log';

interface Drawing<Of extends Exam> {
  readonly exam: Of;
  readonly seed: string;
  /** What it fails with where one of its expressions takes none of the numbers that were drawn. */
  readonly otherwise: ErrorCode;
  /** Where it is told what the person can't mend. */
  readonly log: Log;
}

/** An exam as one attempt meets it: what its draws draw is among its questions, and every number stands in its place. */
export async function drawExam<Of extends Exam>(
  db: Kysely<DB>,
  { exam, log, otherwise, seed }: Drawing<Of>,
): Promise<Exam> {
  const chosen = await drawFromBanks(db, exam.draws, seed);
  try {
    const { drawn, questions } = drawQuestions(exam, chosen, seed);
    return { ...exam, questions, draws: [], ...(drawn.length > 0 && { drawn }) };
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    log.error({ message: error.message }, 'an expression of an exam takes none of its numbers');
    throw new Failure(otherwise, { cause: error });
  }
}
