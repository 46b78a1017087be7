import type { Nodes } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { guardHtml } from '#server/markdown/guard-html';
import { writeBreak } from '#server/markdown/write-break';
import { fillPlaces, type Places, withoutPlaces } from '../moodle/placeholders.ts';
import { Pictures } from '../pictures.ts';
import { tidyHtml } from './tidy-html.ts';

export interface Converted {
  readonly text: string;
  /** What was lost, in words. */
  readonly changes: string[];
}

const processor = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeRemark)
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkMath)
  .use(remarkStringify, {
    bullet: '-',
    emphasis: '*',
    rule: '-',
    fences: true,
    handlers: { break: writeBreak },
  })
  .freeze();

/** Words that mean the same in both languages. */
const PLAIN = /^\p{L}[\p{L}\p{N} ,;?!'"%]*\.?$/u;

/**
 * HTML of anybody as our Markdown: what Markdown cannot say is left out and reported, and what looks like Markdown is escaped.
 * Throws HtmlFault for what nobody wrote.
 */
export function htmlToMarkdown(html: string, pictures: Pictures = new Pictures()): Converted {
  const plain = html.trim();
  if (PLAIN.test(plain)) return { text: plain.replace(/ {2,}/g, ' '), changes: [] };
  guardHtml(html);
  const tree = processor.parse(withoutPlaces(html));
  const places: Places = { formulas: [] };
  const changes = tidyHtml(tree, places, pictures);
  const markdown = processor.stringify(processor.runSync(tree)).trim();
  return { text: fillPlaces(markdown, places), changes };
}

/** The words of HTML in one line. Throws HtmlFault for what nobody wrote. */
export function htmlToText(html: string): string {
  if (!/[<&]/.test(html)) return html.replace(/\s+/g, ' ').trim();
  guardHtml(html);
  return textOf(processor.parse(html)).replace(/\s+/g, ' ').trim();
}

/** Text that shall be read as it is, as Markdown; formulas stay formulas. */
export function escapeMarkdown(text: string): string {
  return htmlToMarkdown(textToHtml(text)).text;
}

/** Plain text as HTML that shows it line by line. */
export function textToHtml(text: string): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return escaped.trim().replace(/\n/g, '<br>');
}

const INLINE =
  /^(?:a|abbr|b|bdi|bdo|cite|code|del|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|su[bp]|u|var)$/;

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'root' && node.type !== 'element') return '';
  if (node.type === 'element' && /^(?:script|style)$/.test(node.tagName)) return '';
  const words = node.children.map(textOf).join('');
  return node.type === 'element' && !INLINE.test(node.tagName) ? ` ${words} ` : words;
}
