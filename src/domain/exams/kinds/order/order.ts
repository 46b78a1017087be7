import { shuffled } from '../../scramble.ts';
import { asList, choiceId, toChoices } from '../choice-id.ts';
import { type Asked, type Kind, NO_PARTS } from '../kind.ts';

export interface OrderQuestion extends Asked {
  readonly kind: 'order';
  /** In the right order; key. */
  readonly items: readonly string[];
}

/** Things to be put in order; each that stands in its place earns its part. */
export const order: Kind<OrderQuestion> = {
  empty: (head) => ({ ...head, kind: 'order', items: ['', ''] }),
  distinct: ({ items }) => [items],
  grade: (question, answer) => {
    const given = asList(answer);
    const right = keyOf(question);
    return right.filter((id, place) => given[place] === id).length / right.length;
  },
  toPaper: ({ id, items }, seed) => ({ ...NO_PARTS, choices: toChoices(id, shuffled(items, seed + id)) }),
  toKey: keyOf,
};

function keyOf({ id, items }: OrderQuestion): string[] {
  return items.map((item) => choiceId(id, item));
}
