import bidiFactory, { type Bidi } from 'bidi-js';

interface Levelled {
  readonly level: number;
}

/** Its types describe another form of the package than the one that is loaded. */
const bidi = (bidiFactory as unknown as () => Bidi)();

/** How deep each part of a text is in words that are read the other way (UAX #9): odd is right to left. */
export function levelsOf(text: string): Uint8Array {
  return bidi.getEmbeddingLevels(text, 'auto').levels;
}

/** The pieces of a line as they stand from left to right (UAX #9, rule L2). */
export function inVisualOrder<One extends Levelled>(runs: readonly One[]): One[] {
  const ordered = [...runs];
  const levels = runs.map(({ level }) => level);
  const lowestOdd = Math.min(...levels.filter((level) => level % 2 === 1));
  for (let level = Math.max(0, ...levels); level >= lowestOdd; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to += 1;
      if (to > from + 1) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = Math.max(from, to - 1);
    }
  return ordered;
}
