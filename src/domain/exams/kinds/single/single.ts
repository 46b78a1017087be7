import { choiceId, toChoices } from '../choice-id.ts';
import { fractionsOf, type Option, oneFraction } from '../fraction.ts';
import { type Asked, type Kind, NO_PARTS } from '../kind.ts';

export interface SingleQuestion extends Asked {
  readonly kind: 'single';
  readonly options: readonly Option[];
}

/** One of several is right. With fractions, the chosen option earns its own, which may be negative. */
export const single: Kind<SingleQuestion> = {
  empty: (head) => ({
    ...head,
    kind: 'single',
    options: [
      { text: '', correct: true },
      { text: '', correct: false },
    ],
  }),
  grade: (question, answer) => {
    if (typeof answer !== 'string') return 0;
    const fractions = fractionsOf(question.id, question.options);
    if (fractions) return oneFraction(fractions, answer);
    return answer === single.toKey(question) ? 1 : 0;
  },
  toPaper: ({ id, options }) => ({
    ...NO_PARTS,
    choices: toChoices(
      id,
      options.map(({ text }) => text),
    ),
  }),
  toKey: ({ id, options }) => choiceId(id, options.find(({ correct }) => correct)?.text ?? ''),
};
