import { shuffled } from '../../scramble.ts';
import { byPlace, choiceId, toChoices } from '../choice-id.ts';
import { type Asked, type Kind, NO_PARTS } from '../kind.ts';

export interface MatchQuestion extends Asked {
  readonly kind: 'match';
  readonly pairs: readonly { readonly left: string; readonly right: string }[];
  /** Offered besides, and belongs to nothing. */
  readonly wrong?: readonly string[] | undefined;
}

/** What belongs to what; each pair that is right earns its part. */
export const match: Kind<MatchQuestion> = {
  empty: (head) => ({
    ...head,
    kind: 'match',
    pairs: [
      { left: '', right: '' },
      { left: '', right: '' },
    ],
  }),
  distinct: ({ pairs }) => [pairs.map(({ left }) => left)],
  grade: (question, answer) => {
    const given = byPlace(answer);
    const right = Object.entries(keyOf(question));
    return right.filter(([place, choice]) => given[place] === choice).length / right.length;
  },
  toPaper: ({ id, pairs, wrong = [] }, seed) => ({
    ...NO_PARTS,
    choices: toChoices(id, shuffled([...pairs.map(({ right }) => right), ...wrong], seed + id)),
    places: toChoices(
      id,
      pairs.map(({ left }) => left),
    ).map((place) => ({ ...place, choices: [] })),
  }),
  toKey: keyOf,
};

function keyOf({ id, pairs }: MatchQuestion): Record<string, string> {
  return Object.fromEntries(pairs.map(({ left, right }) => [choiceId(id, left), choiceId(id, right)]));
}
