import { cut } from '#domain/cut';

/**
 * Runs at an end, each tried from its first character only: a learner may print millions of blanks, and trying from each of
 * them takes the square of that.
 */
const BLANKS = /(?<![ \t])[ \t]+$/gm;
const EMPTY_LINES = /(?<!\n)\n+$/;
const ZEROS = /(?<!0)0+$/;

/** Spaces at the ends of lines and empty lines at the end of a text say nothing. */
export function tidy(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(BLANKS, '').replace(EMPTY_LINES, '');
}

/** A cell of a result by its value: 9.50 is 9.5, and true is t. */
export function cellText(cell: unknown): string | null {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === 'boolean') return cell ? 't' : 'f';
  const text = String(cell);
  if (text === 'true') return 't';
  if (text === 'false') return 'f';
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text;
  return text.includes('.') ? text.replace(ZEROS, '').replace(/\.$/, '') : text;
}

/** Rows as lines that a person compares. */
export function showRows(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => row.map((cell) => cellText(cell) ?? 'NULL').join(' | ')).join('\n');
}

/** At most so much of a text, with a mark where it was cut. */
export function shorten(text: string, most: number): string {
  return text.length > most ? `${cut(text, most)}…` : text;
}
