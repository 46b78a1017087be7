import type { Answer } from './kinds/kind.ts';
import { kindOf, type Question } from './kinds/kinds.ts';

export interface ExamResult {
  readonly points: number;
  readonly maxPoints: number;
  /** From 0 to 100. */
  readonly percent: number;
  readonly passed: boolean;
  readonly questions: readonly { readonly id: string; readonly points: number; readonly maxPoints: number }[];
}

/** What decimals lose when they are added up, in percent. */
const ROUNDING = 1e-9;

/** Grades the last answers of an attempt; a question without an answer earns nothing. */
export function gradeExam(
  { passMark, questions }: { readonly passMark: number; readonly questions: readonly Question[] },
  answers: ReadonlyMap<string, Answer>,
): ExamResult {
  const graded = questions.map((question) => {
    const answer = answers.get(question.id);
    const part = answer === undefined ? 0 : kindOf(question).grade(question, answer);
    return { id: question.id, points: part * question.points, maxPoints: question.points };
  });
  const points = graded.reduce((sum, each) => sum + each.points, 0);
  const maxPoints = graded.reduce((sum, each) => sum + each.maxPoints, 0);
  const percent = maxPoints === 0 ? 0 : Math.min(100, (100 * points) / maxPoints);
  return { points, maxPoints, percent, passed: percent + ROUNDING >= passMark, questions: graded };
}
