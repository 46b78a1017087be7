import { type Asked, type Kind, NO_PARTS } from '../kind.ts';
import { isAccepted } from '../same-text.ts';

export interface TextQuestion extends Asked {
  readonly kind: 'text';
  /** Every form that is right. */
  readonly answers: readonly string[];
  readonly caseSensitive: boolean;
}

/** A word or a short phrase. */
export const text: Kind<TextQuestion> = {
  empty: (head) => ({ ...head, kind: 'text', answers: [''], caseSensitive: false }),
  grade: ({ answers, caseSensitive }, answer) =>
    typeof answer === 'string' && isAccepted(answer, answers, caseSensitive) ? 1 : 0,
  toPaper: () => NO_PARTS,
  toKey: ({ answers }) => answers[0] ?? '',
};
