import type { Transaction } from 'kysely';
import type { Exam } from '#domain/courses/exam';
import { answeredFiles, labOf } from '#domain/exams/kinds/code/code';
import type { Answer } from '#domain/exams/kinds/kind';
import { notify } from '#server/db/notify';
import type { DB } from '#server/db/types';
import { insertCodeRun } from './code-sql.ts';

interface Queued {
  readonly attempt: { readonly id: string; readonly user_id: string; readonly section_id: string };
  /** By which it is judged. */
  readonly exam: Pick<Exam, 'questions'>;
  readonly answers: ReadonlyMap<string, Answer>;
  /** Ids; of other kinds nothing is queued. */
  readonly questions: readonly string[];
  readonly now: Date;
}

/** Queues what was answered to questions that ask for code: the server's own copy is judged, by the checks of its question. */
export async function queueCode(
  trx: Transaction<DB>,
  { answers, attempt, exam, now, questions }: Queued,
): Promise<void> {
  const asked = exam.questions.filter(({ id }) => questions.includes(id) && answers.has(id));
  for (const question of asked) {
    if (question.kind !== 'code') continue;
    await insertCodeRun(trx, {
      attemptId: attempt.id,
      userId: attempt.user_id,
      sectionId: attempt.section_id,
      question: question.id,
      spec: labOf(question),
      files: answeredFiles(question, answers.get(question.id) ?? {}),
      now,
    });
  }
  if (asked.some(({ kind }) => kind === 'code')) await notify(trx, 'labs');
}
