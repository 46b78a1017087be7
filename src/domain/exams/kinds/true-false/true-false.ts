import { type Asked, type Kind, NO_PARTS } from '../kind.ts';

export interface TrueFalseQuestion extends Asked {
  readonly kind: 'true-false';
  readonly answer: boolean;
}

/** A statement that is true or false. */
export const trueFalse: Kind<TrueFalseQuestion> = {
  empty: (head) => ({ ...head, kind: 'true-false', answer: true }),
  grade: (question, answer) => (answer === trueFalse.toKey(question) ? 1 : 0),
  toPaper: () => NO_PARTS,
  toKey: ({ answer }) => String(answer),
};
