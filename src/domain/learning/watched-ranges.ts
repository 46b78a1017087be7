/** From one second to another, the second one not included. */
export type Range = readonly [from: number, to: number];

/** The same seconds as few ranges as possible, in order. */
export function mergeRanges(ranges: readonly Range[]): Range[] {
  const sorted = ranges.filter(([from, to]) => to > from).sort(([a], [b]) => a - b);
  const merged: Range[] = [];
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last && from <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], to)];
    else merged.push([from, to]);
  }
  return merged;
}

/** How many seconds there are in ranges that may overlap. */
export function secondsIn(ranges: readonly Range[]): number {
  return mergeRanges(ranges).reduce((sum, [from, to]) => sum + to - from, 0);
}
