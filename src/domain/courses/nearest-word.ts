/** A shorter word has too many neighbors to guess which one was meant. */
const CORRECTED_FROM = 4;
/** A longer one is nobody's slip, and costs the most to compare. */
const CORRECTED_TO = 40;
/** From this length on two slips are forgiven, below it one. */
const TWO_SLIPS_FROM = 8;

/**
 * The known word that somebody probably meant to type; null if the word is known, is too short, or nothing is near.
 * `compare` is asked only about words of about the same length and letters.
 */
export function nearestWord(
  typed: string,
  known: readonly string[],
  compare: typeof slipsBetween = slipsBetween,
): string | null {
  const slips = slipsForgiven(typed);
  const letters = lettersOf(typed);
  let best: string | null = null;
  let fewest = slips + 1;
  for (const word of known) {
    if (word.startsWith(typed)) return null;
    if (Math.abs(word.length - typed.length) >= fewest) continue;
    // One slip changes two letters at most: the one that is there, and the one that is not.
    if (bitsOf(letters ^ lettersOf(word)) > 2 * (fewest - 1)) continue;
    const count = compare(typed, word);
    if (count < fewest) [best, fewest] = [word, count];
  }
  return best;
}

/** Whether this word would be corrected if something near were known: it is long enough, and nothing known begins with it. */
export function isMistyped(typed: string, known: readonly string[]): boolean {
  return slipsForgiven(typed) > 0 && !known.some((word) => word.startsWith(typed));
}

function slipsForgiven({ length }: string): number {
  if (length < CORRECTED_FROM || length > CORRECTED_TO) return 0;
  return length < TWO_SLIPS_FROM ? 1 : 2;
}

/** One bit for each letter that occurs; letters that share a bit are told apart later. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

function bitsOf(letters: number): number {
  let count = 0;
  for (let left = letters; left !== 0; left &= left - 1) count += 1;
  return count;
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
