import { lineHead } from './line-head.ts';
import type { Selected, TextEdit } from './text-edit.ts';

export type Mark = '**' | '*' | '~~' | '`';
interface Range {
  readonly from: number;
  readonly to: number;
}

const LETTER = /[\p{L}\p{M}\p{N}_'’-]/u;

/**
 * Marks what is selected, or takes the mark away where all of it has it. A cursor in a word means the word; elsewhere a
 * pair of marks is written around it. Marks don't reach across lines, so that each line gets its own.
 */
export function toggleMark(selected: Selected, mark: Mark): TextEdit {
  const { from, text, to } = selected;
  if (from === to) return toggleAtCursor(text, from, mark);
  const ranges = rangesOf(selected);
  const [first] = ranges;
  if (!first) return { from, to, insert: text.slice(from, to), select: [from, to] };
  const areMarked = ranges.every((range) => isMarked(text, range, mark));
  const parts = ranges.map((range) => (areMarked ? unmarked(text, range, mark) : marked(text, range, mark)));
  let insert = '';
  let at = parts[0]?.from ?? from;
  const start = at;
  for (const part of parts) {
    insert += text.slice(at, part.from) + part.words;
    at = part.to;
  }
  const isOne = parts.length === 1 && !areMarked;
  // The words stay selected without their marks, so that the next mark goes around them, too.
  const inner = isOne ? mark.length : 0;
  return { from: start, to: at, insert, select: [start + inner, start + insert.length - inner] };
}

function toggleAtCursor(text: string, at: number, mark: Mark): TextEdit {
  if (isAtEnd(text, at, mark))
    return { from: at, to: at, insert: '', select: [at + mark.length, at + mark.length] };
  const word = wordAt(text, at);
  if (word.from === word.to) {
    const isEmpty = isMarked(text, word, mark);
    const size = mark.length;
    if (isEmpty) return { from: at - size, to: at + size, insert: '', select: [at - size, at - size] };
    return { from: at, to: at, insert: mark + mark, select: [at + size, at + size] };
  }
  const isOn = isMarked(text, word, mark);
  const part = isOn ? unmarked(text, word, mark) : marked(text, word, mark);
  const cursor = at + (isOn ? -mark.length : mark.length);
  return { from: part.from, to: part.to, insert: part.words, select: [cursor, cursor] };
}

/** Whether what is marked ends at the cursor: the words that come next are outside. */
function isAtEnd(text: string, at: number, mark: Mark): boolean {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const after = /^[*~`]*/.exec(text.slice(at, at + 3))?.[0] ?? '';
  if (before.endsWith(mark) || !after.startsWith(mark.charAt(0)) || !has(after.length, mark)) return false;
  const signs = mark === '*' ? before.replaceAll('**', '') : before;
  return signs.split(mark).length % 2 === 0;
}

function wordAt(text: string, at: number): Range {
  let from = at;
  let to = at;
  while (from > 0 && LETTER.test(text[from - 1] ?? '')) from -= 1;
  while (to < text.length && LETTER.test(text[to] ?? '')) to += 1;
  return { from, to };
}

/** The words of each line of a selection, without what stands before them and the space around them. */
function rangesOf({ from, text, to }: Selected): Range[] {
  const ranges: Range[] = [];
  let start = text.lastIndexOf('\n', from - 1) + 1;
  while (start <= to) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    const line = text.slice(start, end);
    const head = line.length - lineHead(line).words.length;
    const cut = text.slice(Math.max(from, start + head), Math.min(to, end));
    const begin = Math.max(from, start + head) + cut.length - cut.trimStart().length;
    if (cut.trim() !== '') ranges.push({ from: begin, to: begin + cut.trim().length });
    start = end + 1;
  }
  return ranges;
}

/** How often a sign stands at the end of what is before, and at the beginning of what comes after. */
function runs(before: string, after: string, sign: string): number {
  let count = 0;
  while (before[before.length - 1 - count] === sign && after[count] === sign) count += 1;
  return count;
}

/** "***" is both marks; "**" is not the one of a single "*". */
function has(count: number, mark: Mark): boolean {
  return mark === '*' ? count === 1 || count >= 3 : count >= mark.length;
}

function isMarked(text: string, { from, to }: Range, mark: Mark): boolean {
  return isOutside(text, { from, to }, mark) || isInside(text, { from, to }, mark);
}

function isOutside(text: string, { from, to }: Range, mark: Mark): boolean {
  return has(runs(text.slice(Math.max(0, from - 3), from), text.slice(to, to + 3), mark.charAt(0)), mark);
}

function isInside(text: string, { from, to }: Range, mark: Mark): boolean {
  const words = text.slice(from, to);
  const sign = mark.charAt(0);
  const [start = ''] = /^[*~`]*/.exec(words) ?? [];
  const [end = ''] = /[*~`]*$/.exec(words) ?? [];
  if (words.length <= start.length) return false;
  const count = (signs: string) => [...signs].filter((one) => one === sign).length;
  return has(Math.min(count(start), count(end)), mark) && start.startsWith(sign) && end.endsWith(sign);
}

function marked(text: string, { from, to }: Range, mark: Mark): Range & { words: string } {
  return { from, to, words: mark + text.slice(from, to) + mark };
}

function unmarked(text: string, range: Range, mark: Mark): Range & { words: string } {
  const { from, to } = range;
  const size = mark.length;
  if (isOutside(text, range, mark)) return { from: from - size, to: to + size, words: text.slice(from, to) };
  const words = text.slice(from + size, to - size);
  // "**one** and **two**" begins and ends with marks of different words.
  return { from, to, words: mark === '*' ? words : words.replaceAll(mark, '') };
}
