import type { z } from 'zod';
import type { answer as answerShape, ExamResultReply } from '#contract/exams/exams';
import type { Exam } from '#domain/courses/exam';
import type { Answer } from '#domain/exams/kinds/kind';
import { kindOf } from '#domain/exams/kinds/kinds';
import type { ExamResult } from '#domain/exams/results/grade-exam';
import { rounded } from '#domain/exams/results/rounded';

/** A result question by question, with keys and explanations: only for who may see them. */
export function reviewOf(
  exam: Exam,
  result: ExamResult,
  html: Readonly<Record<string, string>>,
): NonNullable<ExamResultReply['review']> {
  const byId = new Map(exam.questions.map((question) => [question.id, question]));
  return result.questions.flatMap((graded) => {
    const question = byId.get(graded.id);
    if (!question) return [];
    const key = toReply(kindOf(question).toKey(question));
    const points = rounded(graded.points, 2);
    return [{ ...graded, points, key, explanationHtml: html[question.explanation] ?? '' }];
  });
}

function toReply(answer: Answer): z.output<typeof answerShape> {
  return answer as z.output<typeof answerShape>;
}
