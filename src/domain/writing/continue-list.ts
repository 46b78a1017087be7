import { isInCode, lineHead } from './line-head.ts';
import type { Selected, TextEdit } from './text-edit.ts';

/** What Enter does in a list or quote: the next item, or the end of the list in an empty one. Null: an ordinary new line. */
export function continueList({ from, text, to }: Selected): TextEdit | null {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', from);
  const line = text.slice(start, next === -1 ? text.length : next);
  const { gap, heading, indent, marker, quote, task, words } = lineHead(line);
  if (heading !== '' || (marker === '' && quote === '')) return null;
  const head = line.length - words.length;
  if (from - start < head || isInCode(text.slice(0, start))) return null;
  if (words.trim() === '' && to <= start + line.length) {
    // An item goes first, then the quote around it.
    const left = marker === '' ? '' : quote;
    const cursor = start + left.length;
    return { from: start, to: start + line.length, insert: left, select: [cursor, cursor] };
  }
  const sign = /^\d/.test(marker) ? `${Number.parseInt(marker, 10) + 1}${marker.slice(-1)}` : marker;
  const insert = `\n${quote}${indent}${sign}${gap}${task === '' ? '' : '[ ] '}`;
  const cursor = from + insert.length;
  return { from, to, insert, select: [cursor, cursor] };
}
