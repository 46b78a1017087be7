import { evaluate } from '../../arithmetic/evaluate.ts';
import type { Values } from '../../arithmetic/expression.ts';
import { type Asked, type Kind, NO_PARTS } from '../kind.ts';
import { readNumber } from './read-number.ts';

export interface NumberQuestion extends Asked {
  readonly kind: 'number';
  /** A number, or an expression that comes to one. */
  readonly answer: number | string;
  /** How far off is still right, in the unit of the answer. */
  readonly tolerance: number;
  /** Shown beside the field; who writes it into the answer does no harm. */
  readonly unit?: string | undefined;
}

/** What is lost when decimals are added up, as a part of the number. */
const ROUNDING = 1e-9;

/** A number, with a decimal point or comma, as near as the tolerance asks. */
export const number: Kind<NumberQuestion> = {
  empty: (head) => ({ ...head, kind: 'number', answer: 0, tolerance: 0 }),
  withValues: (question, values) => ({ ...question, answer: worth(question.answer, values) }),
  grade: ({ answer: key, tolerance, unit }, given) => {
    const answer = worth(key);
    const value = typeof given === 'string' ? readNumber(given, unit ?? '') : null;
    if (value === null) return 0;
    return Math.abs(value - answer) <= tolerance + ROUNDING * Math.abs(answer) ? 1 : 0;
  },
  toPaper: ({ unit }) => ({ ...NO_PARTS, unit: unit ?? null }),
  toKey: ({ answer }) => String(worth(answer)),
};

/** An expression worked out, without what decimals lose when they are added up. */
function worth(answer: number | string, values: Values = {}): number {
  return typeof answer === 'number' ? answer : Number(evaluate(answer, values).toPrecision(12));
}
