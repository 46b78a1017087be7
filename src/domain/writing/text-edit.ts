/** A text and what is selected in it; `from` and `to` are equal where only a cursor is. */
export interface Selected {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** One replacement, and what is selected in the new text afterwards. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly select: readonly [from: number, to: number];
}

/** The lines that a selection touches, with where the first begins and the last ends. */
export function linesOf({ from, text, to }: Selected): { start: number; end: number; lines: string[] } {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  // A selection that ends at the beginning of a line doesn't mean that line.
  const last = to > from && text[to - 1] === '\n' ? to - 1 : to;
  const next = text.indexOf('\n', last);
  const end = next === -1 ? text.length : next;
  return { start, end, lines: text.slice(start, end).split('\n') };
}

/** Replaces whole lines. Of a selection all of them stay selected; a cursor stays at the same distance from the line's end. */
export function replaceLines(selected: Selected, lines: readonly string[]): TextEdit {
  const { end, start } = linesOf(selected);
  const insert = lines.join('\n');
  if (selected.from !== selected.to)
    return { from: start, to: end, insert, select: [start, start + insert.length] };
  const cursor = Math.max(start, start + insert.length - (end - selected.to));
  return { from: start, to: end, insert, select: [cursor, cursor] };
}
