import type { Criterion } from '../../marking/rubric.ts';
import { type Asked, type Kind, NO_PARTS } from '../kind.ts';

export interface EssayQuestion extends Asked {
  readonly kind: 'essay';
  /** How long it is to be; who writes more or less sees a warning, and so does the marker. */
  readonly minWords: number | null;
  readonly maxWords: number | null;
  /** Without one the marker gives the points. */
  readonly rubric: readonly Criterion[];
}

/** A text in Markdown that a person marks. */
export const essay: Kind<EssayQuestion> = {
  empty: (head) => ({ ...head, kind: 'essay', minWords: null, maxWords: null, rubric: [] }),
  isMarkedByHand: true,
  grade: () => 0,
  toPaper: ({ maxWords, minWords }) => ({ ...NO_PARTS, words: { min: minWords, max: maxWords } }),
  toKey: () => '',
};
