import { shuffled } from '../../scramble.ts';
import { byPlace, choiceId, toChoices } from '../choice-id.ts';
import { type Asked, type Kind, NO_PARTS } from '../kind.ts';
import { isAccepted } from '../same-text.ts';

export interface GapsQuestion extends Asked {
  readonly kind: 'gaps';
  /** In the order in which the prompt numbers them: (1), (2). */
  readonly gaps: readonly {
    /** Every form that is right; key. */
    readonly answers: readonly string[];
    /** Wrong forms offered beside the first right one; without any, one writes. */
    readonly wrong: readonly string[];
    /** How much of the points is this gap's, beside the weights of the others; 1 where none is said. */
    readonly weight?: number | undefined;
  }[];
  readonly caseSensitive: boolean;
}

/** A text with numbered gaps, to be written or chosen; each gap earns its part, by its weight. */
export const gaps: Kind<GapsQuestion> = {
  empty: (head) => ({ ...head, kind: 'gaps', gaps: [{ answers: [''], wrong: [] }], caseSensitive: false }),
  grade: ({ caseSensitive, gaps: all, id }, answer) => {
    const given = byPlace(answer);
    const right = all.filter(({ answers, wrong }, place) => {
      const value = given[String(place + 1)] ?? '';
      if (wrong.length > 0) return value === choiceId(id, answers[0] ?? '');
      return isAccepted(value, answers, caseSensitive);
    });
    return weightOf(right) / weightOf(all);
  },
  toPaper: ({ gaps: all, id }, seed) => ({
    ...NO_PARTS,
    places: all.map(({ answers, wrong }, place) => ({
      id: String(place + 1),
      text: `(${place + 1})`,
      choices: wrong.length === 0 ? [] : toChoices(id, shuffled([answers[0] ?? '', ...wrong], seed + id)),
    })),
  }),
  toKey: ({ gaps: all, id }) =>
    Object.fromEntries(
      all.map(({ answers, wrong }, place) => [
        String(place + 1),
        wrong.length === 0 ? (answers[0] ?? '') : choiceId(id, answers[0] ?? ''),
      ]),
    ),
};

function weightOf(some: GapsQuestion['gaps']): number {
  return some.reduce((sum, { weight = 1 }) => sum + weight, 0);
}
