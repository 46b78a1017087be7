import { choiceId, toChoices } from '../choice-id.ts';
import { type Asked, type Kind, NO_PARTS } from '../kind.ts';

export interface SingleQuestion extends Asked {
  readonly kind: 'single';
  readonly options: readonly { readonly text: string; readonly correct: boolean }[];
}

/** One of several is right. */
export const single: Kind<SingleQuestion> = {
  empty: (head) => ({
    ...head,
    kind: 'single',
    options: [
      { text: '', correct: true },
      { text: '', correct: false },
    ],
  }),
  grade: (question, answer) => (answer === single.toKey(question) ? 1 : 0),
  toPaper: ({ id, options }) => ({
    ...NO_PARTS,
    choices: toChoices(
      id,
      options.map(({ text }) => text),
    ),
  }),
  toKey: ({ id, options }) => choiceId(id, options.find(({ correct }) => correct)?.text ?? ''),
};
