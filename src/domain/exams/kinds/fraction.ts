import { choiceId } from './choice-id.ts';

/** Something that can be chosen; with a fraction where every option of its question has one. */
export interface Option {
  readonly text: string;
  readonly correct: boolean;
  /** What choosing it earns, in percent of the points of its question, from -100 to 100. */
  readonly fraction?: number | undefined;
}

/** Above this, an answer is wholly right: three thirds of 33.33333 percent are. */
const WHOLE = 0.999999;

/** What each option earns, as a part of the points, by its id; null where the question uses our own rule. */
export function fractionsOf(id: string, options: readonly Option[]): Map<string, number> | null {
  if (options.every(({ fraction }) => fraction === undefined)) return null;
  const fractions = new Map<string, number>();
  for (const { fraction = 0, text } of options) {
    const choice = choiceId(id, text);
    if (!fractions.has(choice)) fractions.set(choice, partOf(fraction));
  }
  return fractions;
}

/** One option is chosen: what it says, which may be less than nothing. */
export function oneFraction(fractions: ReadonlyMap<string, number>, chosen: string): number {
  return rounded(fractions.get(chosen) ?? 0);
}

/** Several are chosen: their sum, never below nothing or above everything. */
export function summedFraction(fractions: ReadonlyMap<string, number>, chosen: ReadonlySet<string>): number {
  const sum = [...chosen].reduce((all, each) => all + (fractions.get(each) ?? 0), 0);
  return rounded(Math.min(1, Math.max(0, sum)));
}

/** Whether the marked options are those that their fractions make right. */
export function marksMatchFractions(options: readonly Option[], isSingle: boolean): boolean {
  const right = rightFractions(
    options.map(({ fraction = 0 }) => fraction),
    isSingle,
  );
  return options.every(({ correct }, at) => correct === right[at]);
}

/** Which fractions make an option a right one: of a single choice the greatest, of a multiple choice all above 0. */
export function rightFractions(fractions: readonly number[], isSingle: boolean): boolean[] {
  const least = isSingle ? Math.max(...fractions) : Number.MIN_VALUE;
  return fractions.map((fraction) => fraction > 0 && fraction >= least);
}

/** A percentage as a part, without what dividing decimals leaves behind. */
export function partOf(percent: number): number {
  return Number((percent / 100).toFixed(9));
}

function rounded(part: number): number {
  return part > WHOLE ? 1 : part;
}
