/** A shorter word has too many neighbors to guess which one was meant. */
const CORRECTED_FROM = 4;
/** From this length on two slips are forgiven, below it one. */
const TWO_SLIPS_FROM = 8;

/** The known word that somebody probably meant to type; null if the word is known, is too short, or nothing is near. */
export function nearestWord(typed: string, known: readonly string[]): string | null {
  const slips = typed.length < CORRECTED_FROM ? 0 : typed.length < TWO_SLIPS_FROM ? 1 : 2;
  let best: string | null = null;
  let fewest = slips + 1;
  for (const word of known) {
    if (word.startsWith(typed)) return null;
    if (Math.abs(word.length - typed.length) >= fewest) continue;
    const count = slipsBetween(typed, word);
    if (count < fewest) [best, fewest] = [word, count];
  }
  return best;
}

/** How many letters were left out, added, mistaken or swapped with their neighbor. */
export function slipsBetween(typed: string, meant: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: meant.length + 1 }, (_, at) => at);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= meant.length; column += 1) {
      const same = typed[row - 1] === meant[column - 1];
      const swapped =
        row > 1 && column > 1 && typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[meant.length] ?? 0;
}
