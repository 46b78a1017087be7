import { isGiven } from '../attempts/is-given.ts';
import type { Answer } from '../kinds/kind.ts';
import { kindOf, type Question } from '../kinds/kinds.ts';
import { ROUNDING } from './whole-percent.ts';

export interface ExamResult {
  /** Below 0 where more was taken away than earned; the percentage never is. */
  readonly points: number;
  readonly maxPoints: number;
  /** From 0 to 100, exactly; shown by wholePercent. */
  readonly percent: number;
  /** Never before everything is marked. */
  readonly passed: boolean;
  /** Ids of the questions whose answers a person has still to mark. */
  readonly waiting: readonly string[];
  readonly questions: readonly { readonly id: string; readonly points: number; readonly maxPoints: number }[];
}

/**
 * Grades the last answers of an attempt; a question without an answer earns nothing. `marks` says what part of the points
 * people gave, by question.
 */
export function gradeExam(
  { passMark, questions }: { readonly passMark: number; readonly questions: readonly Question[] },
  answers: ReadonlyMap<string, Answer>,
  marks: ReadonlyMap<string, number> = new Map(),
): ExamResult {
  const graded = questions.map((question) => {
    const answer = answers.get(question.id);
    const given = answer === undefined ? 0 : kindOf(question).grade(question, answer);
    const part = marks.get(question.id) ?? given;
    return { id: question.id, points: part * question.points, maxPoints: question.points };
  });
  const points = graded.reduce((sum, each) => sum + each.points, 0);
  const maxPoints = graded.reduce((sum, each) => sum + each.maxPoints, 0);
  const percent = maxPoints === 0 ? 0 : Math.max(0, Math.min(100, (100 * points) / maxPoints));
  const waiting = questions
    .filter((question) => kindOf(question).isMarkedByHand && isGiven(answers.get(question.id)))
    .flatMap(({ id }) => (marks.has(id) ? [] : [id]));
  const passed = waiting.length === 0 && percent + ROUNDING >= passMark;
  return { points, maxPoints, percent, passed, waiting, questions: graded };
}
