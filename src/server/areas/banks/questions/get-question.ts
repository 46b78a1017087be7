import type { BankQuestion } from '#contract/exams/banks';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { loadQuestion } from './load-question.ts';

/** A question of a bank with its versions and uses. Fails with QUESTION_NOT_FOUND. */
export async function getQuestion(
  { db }: Services,
  { viewer }: Caller,
  { id }: { id: string },
): Promise<BankQuestion> {
  authorise(canAdminister(viewer));
  const question = await loadQuestion(db.kysely, id);
  if (!question) throw new Failure('QUESTION_NOT_FOUND');
  return question;
}
