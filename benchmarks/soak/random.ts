/** Chance that a seed decides, so that two runs ask for the same things in the same order. */
export interface Random {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number under `count`. */
  below(count: number): number;
  of<Item>(items: readonly Item[]): Item;
}

/** The generator "mulberry32". */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    next,
    below,
    of<Item>(items: readonly Item[]) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('there is nothing to choose from');
      return item;
    },
  };
}
