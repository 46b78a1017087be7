/** The words of a search, folded; an entry is a hit when it has all of them. */
export function searchWords(query: string): string[] {
  return fold(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Whether the texts of one entry hold all the words, each anywhere. */
export function hasWords(words: readonly string[], ...texts: readonly string[]): boolean {
  const folded = fold(texts.join(' '));
  return words.every((word) => folded.includes(word));
}

export interface MarkedPiece {
  readonly text: string;
  readonly isHit: boolean;
}

/** Text cut where the words are, in whatever case and with whatever accents they are written. */
export function markWords(text: string, words: readonly string[]): MarkedPiece[] {
  const folded = fold(text);
  // Folding keeps the length of every text that is written here; where it would not, nothing is marked.
  if (words.length === 0 || folded.length !== text.length) return [{ text, isHit: false }];
  const pieces: MarkedPiece[] = [];
  let plainFrom = 0;
  for (let at = 0; at < text.length; ) {
    const longest = Math.max(
      0,
      ...words.filter((word) => folded.startsWith(word, at)).map(({ length }) => length),
    );
    if (longest === 0) {
      at += 1;
      continue;
    }
    if (at > plainFrom) pieces.push({ text: text.slice(plainFrom, at), isHit: false });
    pieces.push({ text: text.slice(at, at + longest), isHit: true });
    at += longest;
    plainFrom = at;
  }
  if (plainFrom < text.length) pieces.push({ text: text.slice(plainFrom), isHit: false });
  return pieces;
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}
