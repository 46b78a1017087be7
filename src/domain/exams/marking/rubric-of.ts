import { kindOf, type Question } from '../kinds/kinds.ts';
import type { Criterion } from './rubric.ts';

/** What a marker looks at in answers to a question; none where the points are given without. Null: nobody marks it. */
export function rubricOf(question: Question): readonly Criterion[] | null {
  if ('rubric' in question) return question.rubric;
  return kindOf(question).isMarkedByHand ? [] : null;
}
