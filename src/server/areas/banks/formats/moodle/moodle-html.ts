import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { textToHtml } from '../html/html-to-markdown.ts';
import { child } from './moodle-element.ts';
import type { Element } from './parse-xml.ts';

/** HTML within goes through what cleans all HTML of a file. */
const fromMarkdown = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeStringify, { allowDangerousHtml: true })
  .freeze();

/** The HTML of an element's text, in whatever format it is written. */
export function htmlOf(element: Element | undefined): string {
  const text = child(element, 'text')?.text ?? element?.text ?? '';
  switch (element?.attributes.format) {
    case 'plain_text':
      return textToHtml(text);
    case 'moodle_auto_format':
      return text.trim().replace(/\r?\n/g, '<br>');
    case 'markdown':
      return String(fromMarkdown.processSync(text));
    default:
      return text;
  }
}

export function htmlIn(element: Element | undefined, name: string): string {
  return htmlOf(child(element, name));
}
