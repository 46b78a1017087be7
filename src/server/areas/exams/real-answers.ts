import type { Exam } from '#domain/courses/exam';
import { byPlace } from '#domain/exams/kinds/choice-id';
import type { Answer } from '#domain/exams/kinds/kind';
import { selectFiles } from './marking-sql.ts';
import { type Reader, selectAnswers } from './sql.ts';

/** The last answers of an attempt; one that names a file which this attempt does not have is none. */
export async function realAnswers(
  db: Reader,
  attemptId: string,
  { questions }: Exam,
): Promise<Map<string, Answer>> {
  const answers = await selectAnswers(db, attemptId);
  const asked = questions.filter(({ id, kind }) => kind === 'file' && answers.has(id));
  if (asked.length === 0) return answers;
  const files = await selectFiles(db, attemptId);
  for (const { id } of asked) {
    const named = byPlace(answers.get(id) ?? '').file;
    if (!files.some((file) => file.id === named && file.question === id)) answers.delete(id);
  }
  return answers;
}
