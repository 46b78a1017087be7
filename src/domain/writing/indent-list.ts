import { lineHead } from './line-head.ts';
import { linesOf, replaceLines, type Selected, type TextEdit } from './text-edit.ts';

/** Moves items of a list one level in or out, as far as their list allows it. Null: they aren't items, or can't move. */
export function indentList(selected: Selected, by: 'in' | 'out'): TextEdit | null {
  const { lines, start } = linesOf(selected);
  const heads = lines.map(lineHead);
  const [first] = heads;
  if (!first || heads.some(({ marker }) => marker === '')) return null;
  const own = first.indent.length;
  const above = itemsAbove(selected.text.slice(0, Math.max(0, start - 1)), first.quote);
  // Below the words of the item above, which is what makes it part of that item.
  const wanted =
    by === 'in'
      ? above.find(({ indent }) => indent.length <= own)
      : above.find(({ indent }) => indent.length < own);
  if (by === 'out' && own === 0) return null;
  const target =
    by === 'out'
      ? (wanted?.indent.length ?? 0)
      : wanted && wanted.indent.length === own
        ? own + wanted.marker.length + wanted.gap.length
        : null;
  if (target === null) return null;
  const moved = heads.map(({ gap, indent, marker, quote, task, words }) => {
    const width = Math.max(0, indent.length + target - own);
    return `${quote}${' '.repeat(width)}${marker}${gap}${task}${words}`;
  });
  return replaceLines(selected, moved);
}

/** The items of the same list above, the nearest first. */
function itemsAbove(text: string, quote: string) {
  const items = [];
  for (const line of text.split('\n').reverse()) {
    const head = lineHead(line);
    const isPart = head.marker !== '' || (line.trim() !== '' && head.indent.length > 0);
    if (!isPart || head.quote.trim() !== quote.trim()) break;
    if (head.marker !== '') items.push(head);
  }
  return items;
}
