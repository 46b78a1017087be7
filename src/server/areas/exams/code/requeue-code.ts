import type { Transaction } from 'kysely';
import type { Exam } from '#domain/courses/exam';
import type { DB } from '#server/db/types';
import { realAnswers } from '../paper/real-answers.ts';
import { selectJudged } from './code-sql.ts';
import { queueCode } from './queue-code.ts';

interface Recheck {
  readonly attempt: { readonly id: string; readonly user_id: string; readonly section_id: string };
  /** By which it is graded now. */
  readonly exam: Pick<Exam, 'questions'>;
  /** Ids of the questions that are graded otherwise. */
  readonly questions: readonly string[];
  readonly now: Date;
}

/**
 * Lets the code of an ended attempt be judged by what its questions have become; until then what it earned stays. What a
 * person marked stays as well.
 */
export async function requeueCode(
  trx: Transaction<DB>,
  { attempt, exam, now, questions }: Recheck,
): Promise<void> {
  const asked = exam.questions.filter(({ id, kind }) => kind === 'code' && questions.includes(id));
  if (asked.length === 0) return;
  const judged = await selectJudged(trx, { attemptId: attempt.id, questions: asked.map(({ id }) => id) });
  const answers = await realAnswers(trx, attempt.id, exam);
  await queueCode(trx, { attempt, exam, answers, questions: judged, now });
}
