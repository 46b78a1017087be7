import { fold } from '#domain/fold';

const wordsOf = (text: string) => fold(text).split(/[^\p{L}\p{N}]+/u);

/**
 * How well a label fits what was typed: 3 when it begins with it, 2 when each typed word begins one of its words, 1 when
 * each is in it somewhere, 0 when some are only in the further text. Null when a word is in neither.
 */
export function rank(typed: string, label: string, further = ''): number | null {
  const query = fold(typed).trim();
  const words = query.split(/\s+/).filter((word) => word !== '');
  const [name, rest] = [fold(label), fold(further)];
  if (words.length === 0 || name.startsWith(query)) return 3;
  const own = wordsOf(label);
  if (words.every((word) => own.some((one) => one.startsWith(word)))) return 2;
  if (words.every((word) => name.includes(word))) return 1;
  return words.every((word) => name.includes(word) || rest.includes(word)) ? 0 : null;
}

/**
 * Those that fit, the best first; equally good ones stay in their order. What fits by its further text only is among them
 * when nothing fits better.
 */
export function ranked<Item extends { readonly label: string; readonly further?: string | undefined }>(
  typed: string,
  items: readonly Item[],
): Item[] {
  const fitting = items.flatMap((item) => {
    const fit = rank(typed, item.label, item.further);
    return fit === null ? [] : [{ item, fit }];
  });
  const named = fitting.filter(({ fit }) => fit > 0);
  return (named.length > 0 ? named.sort((a, b) => b.fit - a.fit) : fitting).map(({ item }) => item);
}
