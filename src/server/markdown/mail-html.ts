import type { Element, Root } from 'hast';
import rehypeSanitize, { type Options } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { plainComment } from './comment-html.ts';

const SCHEMA: Options = {
  tagNames: [
    'p',
    'br',
    'hr',
    'h2',
    'h3',
    'h4',
    'strong',
    'em',
    'del',
    'a',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'code',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  attributes: { a: ['href'], ol: ['start'] },
  protocols: { href: ['http', 'https', 'mailto'] },
  strip: ['script', 'style'],
};
/** Mail programs drop style sheets: what is needed stands on each element. */
const STYLES: Readonly<Record<string, string>> = {
  p: 'margin:0 0 18px',
  h2: 'margin:28px 0 12px;font-size:22px;line-height:1.3',
  h3: 'margin:24px 0 10px;font-size:19px;line-height:1.3',
  h4: 'margin:20px 0 8px;font-size:17px',
  a: 'color:#1f4fa3',
  ul: 'margin:0 0 18px;padding-left:22px',
  ol: 'margin:0 0 18px;padding-left:22px',
  blockquote: 'margin:0 0 18px;padding:4px 0 4px 16px;border-left:3px solid #d9d4c7',
  pre: 'margin:0 0 18px;padding:12px;background:#f1eee6;white-space:pre-wrap',
  code: 'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:15px',
  table: 'margin:0 0 18px;border-collapse:collapse',
  th: 'padding:6px 12px 6px 0;border-bottom:1px solid #d9d4c7;text-align:left',
  td: 'padding:6px 12px 6px 0;border-bottom:1px solid #e4e0d6',
  hr: 'border:0;border-top:1px solid #e4e0d6;margin:24px 0',
};
/** The subject is the only h1 of a mail. */
const LOWER: Readonly<Record<string, string>> = { h1: 'h2', h2: 'h3', h3: 'h4', h5: 'h4', h6: 'h4' };

/**
 * Markdown as sanitised HTML for a mail. Addresses of this site become absolute; a picture is replaced by its words,
 * because mail programs hide pictures and fetching them reveals who reads. `publicUrl`: the address of this site.
 */
export function mailHtml(markdown: string, publicUrl: string): string {
  try {
    return String(
      unified()
        .use(remarkParse)
        .use(remarkGfm)
        .use(remarkRehype)
        .use(() => (tree: Root) => suitMails(tree, publicUrl))
        .use(rehypeSanitize, SCHEMA)
        .use(() => style)
        .use(rehypeStringify)
        .processSync(markdown),
    );
  } catch (error) {
    if (error instanceof RangeError) return plainComment(markdown);
    throw error;
  }
}

function suitMails(tree: Root, publicUrl: string): void {
  visit(tree, 'element', (node, index, parent) => {
    node.tagName = LOWER[node.tagName] ?? node.tagName;
    if (node.tagName === 'a') node.properties = { href: absolute(String(node.properties.href), publicUrl) };
    if (node.tagName === 'img' && parent && index !== undefined)
      parent.children[index] = { type: 'text', value: String(node.properties.alt ?? '') };
  });
}

function absolute(href: string, publicUrl: string): string {
  return URL.canParse(href, `${publicUrl}/`) ? new URL(href, `${publicUrl}/`).href : href;
}

function style(tree: Root): void {
  visit(tree, 'element', (node: Element) => {
    const found = STYLES[node.tagName];
    if (found) node.properties = { ...node.properties, style: found };
  });
}
