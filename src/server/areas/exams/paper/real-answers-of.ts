import type { Exam } from '#domain/courses/exam';
import { byPlace } from '#domain/exams/kinds/choice-id';
import type { Answer } from '#domain/exams/kinds/kind';
import type { Reader } from '#server/db/client';
import { selectAnswersOf, selectFilesOf } from '../attempts/given-sql.ts';

interface Taken {
  readonly id: string;
  readonly exam: Pick<Exam, 'questions'>;
}

/** The last answers of attempts, by attempt; one that names a file which its attempt does not have is none. */
export async function realAnswersOf(
  db: Reader,
  attempts: readonly Taken[],
): Promise<Map<string, Map<string, Answer>>> {
  const answers = await selectAnswersOf(
    db,
    attempts.map(({ id }) => id),
  );
  const named = attempts.flatMap(({ exam, id: attempt }) =>
    exam.questions
      .filter(({ id, kind }) => kind === 'file' && answers.get(attempt)?.has(id))
      .map(({ id }) => ({ attempt, question: id })),
  );
  const files = await selectFilesOf(db, [...new Set(named.map(({ attempt }) => attempt))]);
  for (const { attempt, question } of named) {
    const file = byPlace(answers.get(attempt)?.get(question) ?? '').file;
    if (!files.get(attempt)?.some((each) => each.id === file && each.question === question))
      answers.get(attempt)?.delete(question);
  }
  return answers;
}
