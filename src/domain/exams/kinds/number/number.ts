import { evaluate } from '../../arithmetic/evaluate.ts';
import type { Values } from '../../arithmetic/expression.ts';
import { partOf } from '../fraction.ts';
import { type Asked, type Kind, NO_PARTS } from '../kind.ts';
import { readNumber } from './read-number.ts';

export interface NumberQuestion extends Asked {
  readonly kind: 'number';
  /** A number, or an expression that comes to one. */
  readonly answer: number | string;
  /** How far off is still right, in the unit of the answer. */
  readonly tolerance: number;
  /** Numbers that earn a part of the points: looked at before the answer, and the first that fits decides. */
  readonly partial?: readonly PartialNumber[] | undefined;
  /** Shown beside the field; who writes it into the answer does no harm. */
  readonly unit?: string | undefined;
}

export interface PartialNumber {
  readonly answer: number | string;
  readonly tolerance: number;
  /** In percent of the points. */
  readonly fraction: number;
}

/** What is lost when decimals are added up, as a part of the number. */
const ROUNDING = 1e-9;

/** A number, with a decimal point or comma, as near as the tolerance asks. */
export const number: Kind<NumberQuestion> = {
  empty: (head) => ({ ...head, kind: 'number', answer: 0, tolerance: 0 }),
  withValues: ({ partial, ...question }, values) => ({
    ...question,
    answer: worth(question.answer, values),
    ...(partial && { partial: partial.map((each) => ({ ...each, answer: worth(each.answer, values) })) }),
  }),
  grade: (question, given) => {
    const value = typeof given === 'string' ? readNumber(given, question.unit ?? '') : null;
    if (value === null) return 0;
    const first = question.partial?.find((each) => isNear(value, each));
    if (first) return partOf(first.fraction);
    return isNear(value, question) ? 1 : 0;
  },
  toPaper: ({ unit }) => ({ ...NO_PARTS, unit: unit ?? null }),
  toKey: ({ answer }) => String(worth(answer)),
};

function isNear(
  value: number,
  { answer: key, tolerance }: Pick<PartialNumber, 'answer' | 'tolerance'>,
): boolean {
  const answer = worth(key);
  return Math.abs(value - answer) <= tolerance + ROUNDING * Math.abs(answer);
}

/** An expression worked out, without what decimals lose when they are added up. */
function worth(answer: number | string, values: Values = {}): number {
  return typeof answer === 'number' ? answer : Number(evaluate(answer, values).toPrecision(12));
}
