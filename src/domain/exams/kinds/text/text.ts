import { matchesPattern } from '../../pattern/matches-pattern.ts';
import { patternFault } from '../../pattern/pattern-fault.ts';
import { partOf } from '../fraction.ts';
import { type Asked, type Kind, NO_PARTS } from '../kind.ts';
import { isAccepted, plainAnswer } from '../same-text.ts';

export interface TextQuestion extends Asked {
  readonly kind: 'text';
  /** Every form that is right; the first is shown as the key. */
  readonly answers: readonly string[];
  /** What fits one of these as a whole is right too. */
  readonly patterns?: readonly string[] | undefined;
  /** Forms that earn a part of the points, in percent: looked at before all others, and the first that fits decides. */
  readonly partial?: readonly PartialForm[] | undefined;
  readonly caseSensitive: boolean;
}

export interface PartialForm {
  readonly text?: string | undefined;
  readonly pattern?: string | undefined;
  readonly fraction: number;
}

/** A word or a short phrase. */
export const text: Kind<TextQuestion> = {
  empty: (head) => ({ ...head, kind: 'text', answers: [''], caseSensitive: false }),
  grade: ({ answers, caseSensitive, partial = [], patterns = [] }, answer) => {
    if (typeof answer !== 'string') return 0;
    const given = plainAnswer(answer);
    // The numbers that an attempt has drawn can make a pattern unreadable.
    const fits = (pattern: string) =>
      given !== '' && patternFault(pattern) === null && matchesPattern(given, pattern, caseSensitive);
    const first = partial.find(({ pattern, text: form }) =>
      pattern === undefined ? isAccepted(answer, [form ?? ''], caseSensitive) : fits(pattern),
    );
    if (first) return partOf(first.fraction);
    return isAccepted(answer, answers, caseSensitive) || patterns.some(fits) ? 1 : 0;
  },
  toPaper: () => NO_PARTS,
  toKey: ({ answers }) => answers[0] ?? '',
};
