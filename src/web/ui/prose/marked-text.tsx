/** Text with the matches of a search, which the server puts between U+0002 and U+0003. */
export function MarkedText({ text }: { text: string }) {
  const parts = text.replaceAll('\u0003', '\u0002').split('\u0002');
  // Every second part was between the two signs; the position is all that tells equal parts apart.
  // biome-ignore lint/suspicious/noArrayIndexKey: parts never move.
  return parts.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}
