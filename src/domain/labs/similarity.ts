/** Tokens in a row that count as one place: shorter ones are alike by chance. */
const GRAM = 12;
/** Of so many places in a row at least one is kept, so that a copied run of 19 tokens is always found. */
const WINDOW = 8;
/** Two programs with fewer places in common say nothing. */
const LEAST_COMMON = 8;
const LEAST_SHARE = 0.5;

/** The places of a program by which copied parts are recognized (winnowing: Schleimer, Wilkerson, Aiken, 2003). */
export function fingerprintsOf(tokens: readonly string[]): ReadonlySet<number> {
  const hashes = tokens.slice(GRAM - 1).map((_, at) => hashOf(tokens.slice(at, at + GRAM).join('\n')));
  const kept = new Set<number>();
  const last = Math.max(0, hashes.length - WINDOW);
  for (let from = 0; from <= last && hashes.length > 0; from += 1)
    kept.add(Math.min(...hashes.slice(from, from + WINDOW)));
  return kept;
}

export interface Program<Id> {
  readonly id: Id;
  readonly fingerprints: ReadonlySet<number>;
}
export interface SimilarPair<Id> {
  readonly one: Id;
  readonly other: Id;
  /** How much of the smaller one is in the other, without what both were given; from 0 to 1. */
  readonly share: number;
}

/** Pairs of programs that have much in common, those first that have most. `given`: places that everybody began with. */
export function similarPairs<Id>(
  programs: readonly Program<Id>[],
  given: ReadonlySet<number>,
): SimilarPair<Id>[] {
  const own = programs.map(({ fingerprints, id }) => ({
    id,
    places: new Set([...fingerprints].filter((each) => !given.has(each))),
  }));
  const pairs = own.flatMap((one, at) =>
    own.slice(at + 1).map((other) => {
      const common = [...one.places].filter((each) => other.places.has(each)).length;
      const share = common / Math.max(1, Math.min(one.places.size, other.places.size));
      return { one: one.id, other: other.id, share, common };
    }),
  );
  return pairs
    .filter(({ common, share }) => common >= LEAST_COMMON && share >= LEAST_SHARE)
    .sort((a, b) => b.share - a.share || b.common - a.common)
    .map(({ one, other, share }) => ({ one, other, share }));
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
