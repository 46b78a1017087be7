import type { Selected, TextEdit } from './text-edit.ts';

/** A block with a place for words in it. */
export interface Block {
  readonly before: string;
  /** What stands there where nothing is selected; it is selected afterwards, to be written over. */
  readonly words: string;
  readonly after: string;
  /** Stands before each further line of the words, as in a quote. */
  readonly each?: string;
}

/** Puts a block in the place of the selection, around the words that are selected, with an empty line on each side. */
export function insertBlock(
  { from, text, to }: Selected,
  { after, before, each = '', words }: Block,
): TextEdit {
  const inner =
    from === to
      ? words
      : text
          .slice(from, to)
          .replace(/^\n+|\n+$/g, '')
          .replaceAll('\n', `\n${each}`);
  const block = `${before}${inner}${after}`;
  const start = gap(text.slice(0, from), /\n*$/);
  const insert = `${start}${block}${gap(text.slice(to), /^\n*/)}`;
  const at = from + start.length + before.length;
  return { from, to, insert, select: [at, at + inner.length] };
}

/** The line breaks that are missing between a block and the text on one side of it. */
function gap(text: string, breaks: RegExp): string {
  if (text.trim() === '') return '';
  return '\n'.repeat(Math.max(0, 2 - (breaks.exec(text)?.[0].length ?? 0)));
}
