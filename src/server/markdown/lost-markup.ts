import { visit } from 'unist-util-visit';
import { type Edit, editText } from './edit-text.ts';
import { inlineHtml } from './inline-html.ts';
import type { MarkdownTree } from './parse-markdown.ts';

/** Something that the product does not show as it was meant, with its line. */
export interface Loss {
  readonly line: number;
  readonly what: string;
}

/** What other programs for Markdown read and this one shows as plain text. */
const FOREIGN: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/^[ \t>]*:{3,}[ \t]*\{?\.?([A-Za-z][\w-]*)/gm, (name) => `the directive :::${name} is not known`],
  [/^[ \t>]*::([A-Za-z][\w-]*)(?=[[{]|[ \t]*$)/gm, (name) => `the directive ::${name} is not known`],
  [/(?<![\w:]):([A-Za-z][\w-]*)\[[^\]\n]*\]/g, (name) => `the directive :${name} is not known`],
  [/^[ \t>]*(?:!!!|\?\?\?\+?)[ \t]+(\w+)/gm, (name) => `the admonition !!! ${name} is not known`],
  [
    /^[ \t>]*\[!(?!(?:note|tip|important|warning|caution)\])(\w+)\]/gim,
    (name) => `the alert [!${name}] is not known`,
  ],
  [/\{%-?[ \t]*(\w*)[^\n]*?%\}/g, (name) => `the directive {% ${name} %} is not known`],
  [/\{\{[<%]?[ \t]*([\w.-]+)[^\n]*?\}\}/g, (name) => `the directive {{ ${name} }} is not known`],
  [/^import[ \t]+[^\n]*?["']([^"'\n]+)["'];?[ \t]*$/gm, (name) => `the import of ${name} is not known`],
  [/^export[ \t]+(?:default|const|function)[ \t]+(\w+)/gm, (name) => `the export of ${name} is not known`],
  [/\[\[([^\]\n]+)\]\](?!\()/g, (name) => `the link [[${name}]] is not known`],
  [/^\[(TOC)\][ \t]*$/gm, () => 'the table of contents [TOC] is not known'],
];
/** A code block that other programs read as a directive. */
const FENCED = /^\{\.?([A-Za-z][\w:-]*)/;
/** What holds words on its own; lists and quotations hold paragraphs. */
const WORDED = ['paragraph', 'heading', 'tableCell'];
const ALLOWED_SCHEME = /^(?:https?|mailto):/i;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const COMMENT = /^<!--[\s\S]*?-->$/;

/** Everything in a text that is left out or shown as plain text, in the order of its lines. Changes the tree. */
export function lostMarkup(tree: MarkdownTree, source: string): Loss[] {
  inlineHtml()(tree);
  const losses: Loss[] = [];
  const plain = withoutCode(tree, source);
  visit(tree, (node) => {
    const line = node.position?.start.line ?? 1;
    if (node.type === 'html' && !COMMENT.test(node.value.trim()))
      losses.push({ line, what: htmlLoss(node.value) });
    const fenced = node.type === 'code' ? FENCED.exec(node.lang ?? '')?.[1] : undefined;
    if (fenced !== undefined)
      losses.push({ line, what: `the directive {${fenced}} is not supported: it is shown as code` });
    if (WORDED.includes(node.type))
      losses.push(...foreignIn(plain, node.position?.start.offset ?? 0, node.position?.end.offset ?? 0));
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
      const scheme = ALLOWED_SCHEME.test(node.url) ? undefined : SCHEME.exec(node.url)?.[1];
      if (scheme) losses.push({ line, what: `the address starting with ${scheme}: was removed` });
    }
  });
  return losses.sort((a, b) => a.line - b.line);
}

function htmlLoss(html: string): string {
  const tag = /^<\/?([A-Za-z][\w.-]*)/.exec(html.trim())?.[1];
  const name = tag === undefined ? 'HTML' : `${/^[A-Z]/.test(tag) ? 'the component' : 'the HTML'} <${tag}>`;
  const hasText = html.replace(/<[^>]*>/g, '').trim() !== '';
  return `${name} was removed${hasText ? ', including its text' : ''}`;
}

function foreignIn(source: string, start: number, end: number): Loss[] {
  return FOREIGN.flatMap(([shape, say]) =>
    [...source.slice(start, end).matchAll(shape)].map((match) => ({
      line: source.slice(0, start + match.index + match[0].search(/\S/)).split('\n').length,
      what: say(match[1] ?? ''),
    })),
  );
}

/** Code and formulas show such signs on purpose. The length stays, so that places do. */
function withoutCode(tree: MarkdownTree, source: string): string {
  const edits: Edit[] = [];
  visit(tree, ({ position, type }) => {
    if (type !== 'inlineCode' && type !== 'inlineMath') return;
    const [start, end] = [position?.start.offset ?? 0, position?.end.offset ?? 0];
    edits.push({ start, end, text: source.slice(start, end).replace(/[^\n]/g, 'x') });
  });
  return editText(source, edits);
}
