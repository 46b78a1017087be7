import { type Option, rightFractions } from '#domain/exams/kinds/fraction';
import { m } from '../../../../messages/messages.js';

interface Shared {
  readonly text: string;
  /** In percent of the points. */
  readonly share: number;
}
export interface ChoiceParts {
  readonly kind: 'single' | 'multiple';
  readonly options: readonly Option[];
}

/** Parts that Moodle knows; files write them with as many decimals as they like. */
const KNOWN = [1, 2, 3, 4, 5].flatMap((over) => [3, 6, 7, 8, 9].map((under) => (100 * over) / under));
const NEAR = 0.001;
const NONE_EARNS = m.imports_none_of_its_options_earns_points;

/**
 * Options of Moodle with what choosing each earns. Fractions are kept where our own rule would give other points;
 * a text says why there is no question.
 */
export function toOptions(
  given: readonly Shared[],
  isSingle: boolean,
  changes: string[],
): ChoiceParts | string {
  return toExactOptions(
    given.map(({ share, text }) => ({ text, share: nearest(share) })),
    isSingle,
    changes,
  );
}

/** The same where a part need not be one that Moodle offers, as in a cloze. */
export function toExactOptions(
  answers: readonly Shared[],
  isSingle: boolean,
  changes: string[],
): ChoiceParts | string {
  const known = byText(answers, changes);
  const right = rightFractions([...known.values()], isSingle);
  if (!right.includes(true)) return NONE_EARNS();
  const isPlain = (isSingle ? isPlainSingle : isPlainMultiple)([...known.values()]);
  const options = [...known].map(([text, fraction], at) => ({
    text,
    correct: right[at] === true,
    ...(!isPlain && { fraction }),
  }));
  return { kind: isSingle ? 'single' : 'multiple', options };
}

/** Options of Moodle that earn all points together or nothing; a text says why there is no question. */
export function toOptionSet(
  answers: readonly Shared[],
  changes: string[],
): (ChoiceParts & { allOrNothing: true }) | string {
  const options = [...byText(answers, changes)].map(([text, share]) => ({ text, correct: share > 0 }));
  if (!options.some(({ correct }) => correct)) return NONE_EARNS();
  return { kind: 'multiple', options, allOrNothing: true };
}

/** The first of several options with the same text stays. */
function byText(answers: readonly Shared[], changes: string[]): Map<string, number> {
  const known = new Map<string, number>();
  for (const { share, text } of answers) if (!known.has(text)) known.set(text, share);
  if (known.size < answers.length) changes.push(m.imports_options_with_the_same_text_became_one());
  return known;
}

/** All or nothing for one of them. */
function isPlainSingle(shares: readonly number[]): boolean {
  return (
    shares.filter((share) => share === 100).length === 1 &&
    shares.every((share) => share === 0 || share === 100)
  );
}

/** Each right one earns the same part of everything, and each wrong one takes it back. */
function isPlainMultiple(shares: readonly number[]): boolean {
  const part = 100 / shares.filter((share) => share > 0).length;
  return shares.every((share) => Math.abs(Math.abs(share) - part) < NEAR);
}

function nearest(share: number): number {
  const part = KNOWN.find((each) => Math.abs(Math.abs(share) - each) < NEAR);
  return part === undefined ? share : Math.sign(share) * Number(part.toFixed(5));
}
