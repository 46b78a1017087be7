import { cut } from '#domain/cut';

/** Code between fences, also without its end, and formulas on lines of their own. */
const BLOCKS = /```[\s\S]*?(?:```|$)|\$\$[\s\S]*?(?:\$\$|$)/g;
const CODE = /(`[^`\n]*`)/;
const LINKS = /!?\[([^\]]*)\]\([^)]*\)/g;
/** Emphasis, which stands at a word, and headings. */
const MARKS = /\*\*|(?<![\w\\*])\*(?=\S)|(?<=[^\s\\*])\*(?![\w*])|^ {0,3}#{1,6}\s+/gm;

/** The first words of a question in Markdown, for lists: without code blocks and without the signs of Markdown. */
export function summaryOf(markdown: string, most = 160): string {
  const parts = cut(markdown, 2000).replace(BLOCKS, ' ').split(CODE);
  const words = parts
    .map((part, at) => (at % 2 === 1 ? part.slice(1, -1) : withoutSigns(part)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  if (words.length <= most) return words;
  const end = words.slice(0, most).lastIndexOf(' ');
  return `${cut(words, end > most / 2 ? end : most - 1)}…`;
}

function withoutSigns(text: string): string {
  return text
    .replace(LINKS, '$1')
    .replace(MARKS, '')
    .replace(/(?<!\\)<\/?(?:sub|sup|u)>/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\\$/gm, ' ')
    .replace(/&#x([0-9A-F]{1,4});/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}
