import type { ExamResultReply } from '#contract/exams/exams';
import { mostOf } from '#domain/exams/marking/rubric';
import { rubricOf } from '#domain/exams/marking/rubric-of';
import type { Reader } from '#server/db/client';
import { type CodeRunRow, selectCodeRuns } from '../code/code-sql.ts';
import type { AttemptRow } from '../sql.ts';
import { selectMarks } from './marking-sql.ts';

/** What markers said; what they gave is shown where the review is. */
export async function marksOf(
  db: Reader,
  { exam, id: attemptId }: Pick<AttemptRow, 'exam' | 'id'>,
): Promise<ExamResultReply['marks']> {
  if (!exam.questions.some(rubricOf)) return [];
  const marks = await selectMarks(db, attemptId);
  const runs = exam.questions.some(({ kind }) => kind === 'code')
    ? await selectCodeRuns(db, attemptId)
    : new Map<string, CodeRunRow>();
  return marks.map(({ comment, levels, question: id }) => {
    const question = exam.questions.find((each) => each.id === id);
    const rubric = (question && rubricOf(question)) ?? [];
    const criteria = rubric.flatMap((criterion, index) => {
      const level = criterion.levels[levels?.[index] ?? -1];
      const { text } = criterion;
      return level ? [{ text, level: level.text, points: level.points, maxPoints: mostOf(criterion) }] : [];
    });
    return { id, comment, criteria, checks: [...(runs.get(id)?.verdict?.results ?? [])] };
  });
}
