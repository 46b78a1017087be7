import { shuffled } from '../../scramble.ts';
import { byPlace, choiceId, toChoices } from '../choice-id.ts';
import { type Asked, type Kind, NO_PARTS } from '../kind.ts';

export interface CategoriseQuestion extends Asked {
  readonly kind: 'categorise';
  readonly categories: readonly string[];
  readonly items: readonly { readonly text: string; readonly category: string }[];
}

/** Things to be sorted into categories; each in the right one earns its part. */
export const categorise: Kind<CategoriseQuestion> = {
  empty: (head) => ({
    ...head,
    kind: 'categorise',
    categories: ['', ''],
    items: [
      { text: '', category: '' },
      { text: '', category: '' },
    ],
  }),
  distinct: ({ categories, items }) => [categories, items.map(({ text }) => text)],
  grade: (question, answer) => {
    const given = byPlace(answer);
    const right = Object.entries(keyOf(question));
    return right.filter(([place, choice]) => given[place] === choice).length / right.length;
  },
  toPaper: ({ categories, id, items }, seed) => ({
    ...NO_PARTS,
    choices: toChoices(id, categories),
    places: toChoices(
      id,
      shuffled(
        items.map(({ text }) => text),
        seed + id,
      ),
    ).map((place) => ({ ...place, choices: [] })),
  }),
  toKey: keyOf,
};

function keyOf({ id, items }: CategoriseQuestion): Record<string, string> {
  return Object.fromEntries(items.map(({ category, text }) => [choiceId(id, text), choiceId(id, category)]));
}
