import type { ExamResultReply } from '#contract/exams/exams';
import { mostOf } from '#domain/exams/marking/rubric';
import type { Reader } from '#server/db/client';
import type { AttemptRow } from '../sql.ts';
import { selectMarks } from './marking-sql.ts';

/** What markers said; what they gave is told where the review is. */
export async function marksOf(
  db: Reader,
  { exam, id: attemptId }: Pick<AttemptRow, 'exam' | 'id'>,
): Promise<ExamResultReply['marks']> {
  if (!exam.questions.some((question) => 'rubric' in question)) return [];
  const marks = await selectMarks(db, attemptId);
  return marks.map(({ comment, levels, question: id }) => {
    const question = exam.questions.find((each) => each.id === id);
    const rubric = question && 'rubric' in question ? question.rubric : [];
    const criteria = rubric.flatMap((criterion, index) => {
      const level = criterion.levels[levels?.[index] ?? -1];
      const { text } = criterion;
      return level ? [{ text, level: level.text, points: level.points, maxPoints: mostOf(criterion) }] : [];
    });
    return { id, comment, criteria };
  });
}
