import { asList, choiceId, toChoices } from '../choice-id.ts';
import { fractionsOf, type Option, summedFraction } from '../fraction.ts';
import { type Asked, type Kind, NO_PARTS } from '../kind.ts';

export interface MultipleQuestion extends Asked {
  readonly kind: 'multiple';
  readonly options: readonly Option[];
  /** Only the correct options, all of them, earn the points; options have no fractions then. */
  readonly allOrNothing?: boolean | undefined;
}

/**
 * Several are right. A wrong one takes back what a right one gave, never below nothing: ticking everything earns little.
 * With fractions, the chosen ones are added up instead; all or nothing takes exactly the right ones.
 */
export const multiple: Kind<MultipleQuestion> = {
  empty: (head) => ({
    ...head,
    kind: 'multiple',
    options: [
      { text: '', correct: true },
      { text: '', correct: false },
    ],
  }),
  grade: (question, answer) => {
    const chosen = new Set(asList(answer));
    const fractions = fractionsOf(question.id, question.options);
    if (fractions) return summedFraction(fractions, chosen);
    const key = new Set(keyOf(question));
    const known = new Set(question.options.map(({ text }) => choiceId(question.id, text)));
    const hits = [...chosen].filter((id) => key.has(id)).length;
    const misses = [...chosen].filter((id) => known.has(id) && !key.has(id)).length;
    if (question.allOrNothing) return hits === key.size && misses === 0 ? 1 : 0;
    return Math.max(0, hits - misses) / key.size;
  },
  toPaper: ({ id, options }) => ({
    ...NO_PARTS,
    choices: toChoices(
      id,
      options.map(({ text }) => text),
    ),
  }),
  toKey: keyOf,
};

function keyOf({ id, options }: MultipleQuestion): string[] {
  return options.filter(({ correct }) => correct).map(({ text }) => choiceId(id, text));
}
