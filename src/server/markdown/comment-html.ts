import type { ElementContent, Root, RootContent } from 'hast';
import rehypeSanitize, { type Options } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkBreaks from 'remark-breaks';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { type Processor, unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { simpleComment } from './comments/simple-comment.ts';

/** What a comment has no use for; it stays in the text as it was typed. */
const SWITCHED_OFF = [
  'headingAtx',
  'setextUnderline',
  'thematicBreak',
  'blockQuote',
  'definition',
  'codeIndented',
  'htmlFlow',
  'htmlText',
  'labelStartImage',
];
const SCHEMA: Options = {
  tagNames: ['p', 'br', 'strong', 'em', 'code', 'pre', 'ul', 'ol', 'li', 'a'],
  attributes: { a: ['href', ['rel', 'nofollow', 'ugc']], ol: ['start'], pre: [['tabIndex', 0]] },
  protocols: { href: ['http', 'https', 'mailto'] },
  strip: ['script', 'style'],
};
/** Beyond these a text is there to keep the parser busy, and is shown as it was typed. */
const MAX_MARKERS = 1000;
const DEEPEST = 12;
const NESTED_LISTS = /^(?:[ \t]*(?:[-+*]|\d{1,9}[.)])(?=[ \t])){8}/m;
const ADDRESS = /https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}]/g;
const processor = unified()
  .use(remarkParse)
  .use(withoutTheRest)
  .use(remarkBreaks)
  .use(remarkRehype)
  .use(finish)
  .use(rehypeSanitize, SCHEMA)
  .use(rehypeStringify)
  .freeze();

/**
 * A comment as sanitised HTML: paragraphs, line breaks, emphasis, code, lists and links, nothing else. Call it through
 * render-comment.ts, which keeps what is long to parse away from the thread that answers everybody.
 */
export function commentHtml(markdown: string): string {
  if ((markdown.match(/[*_]/g)?.length ?? 0) > MAX_MARKERS || NESTED_LISTS.test(markdown))
    return plainComment(markdown);
  try {
    return simpleComment(markdown, addressesIn) ?? parsedComment(markdown);
  } catch (error) {
    if (error instanceof RangeError) return plainComment(markdown);
    throw error;
  }
}

/** The same by the parser, whatever the comment says. */
export function parsedComment(markdown: string): string {
  return String(processor.processSync(markdown));
}

/** A comment as it was typed. */
export function plainComment(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<p>${escaped.replaceAll('\n', '<br>\n')}</p>`;
}

function withoutTheRest(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: SWITCHED_OFF } }];
}

/** Addresses become links, links are marked, long code can be reached by keyboard. */
function finish() {
  return (tree: Root): void => {
    refuseDepth(tree, 0);
    visit(tree, (node, index, parent) => {
      if (node.type === 'element') {
        if (node.tagName === 'a') {
          if (node.properties.href !== undefined)
            node.properties = { href: node.properties.href, rel: ['nofollow', 'ugc'] };
          return SKIP;
        }
        if (node.tagName === 'pre') {
          node.properties = { tabIndex: 0 };
          return SKIP;
        }
        return node.tagName === 'code' ? SKIP : undefined;
      }
      if (node.type !== 'text' || index === undefined || !parent || !node.value.includes('://')) return;
      const parts = linked(node.value);
      parent.children.splice(index, 1, ...parts);
      return [SKIP, index + parts.length];
    });
  };
}

function refuseDepth(node: Root | RootContent, depth: number): void {
  if (depth > DEEPEST) throw new RangeError('nested too deep');
  if ('children' in node) for (const child of node.children) refuseDepth(child, depth + 1);
}

function linked(text: string): ElementContent[] {
  return addressesIn(text).map((part): ElementContent => {
    const content: ElementContent = { type: 'text', value: part.text };
    if (part.href === null) return content;
    const properties = { href: part.href, rel: ['nofollow', 'ugc'] };
    return { type: 'element', tagName: 'a', properties, children: [content] };
  });
}

interface TextPart {
  readonly text: string;
  /** Null for what is no address. */
  readonly href: string | null;
}

function addressesIn(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const [href] = match;
    if (match.index > from) parts.push({ text: text.slice(from, match.index), href: null });
    parts.push({ text: href, href });
    from = match.index + href.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null });
  return parts;
}
