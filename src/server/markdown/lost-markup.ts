import { visit } from 'unist-util-visit';
import { m } from '../../messages/messages.js';
import { type Edit, editText } from './edit-text.ts';
import { inlineHtml } from './inline-html.ts';
import type { MarkdownTree } from './parse-markdown.ts';

/** Something that the product does not show as it was meant, with its line. */
export interface Loss {
  readonly line: number;
  readonly what: string;
}

const directive = (sign: (name: string) => string) => (name: string) =>
  m.reports_the_directive({ name: sign(name) });

/** What other programs for Markdown read and this one shows as plain text, and what it is called. */
const FOREIGN: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/^[ \t>]*:{3,}[ \t]*\{?\.?([A-Za-z][\w-]*)/gm, directive((name) => `:::${name}`)],
  [/^[ \t>]*::([A-Za-z][\w-]*)(?=[[{]|[ \t]*$)/gm, directive((name) => `::${name}`)],
  [/(?<![\w:]):([A-Za-z][\w-]*)\[[^\]\n]*\]/g, directive((name) => `:${name}`)],
  [/^[ \t>]*(?:!!!|\?\?\?\+?)[ \t]+(\w+)/gm, (name) => m.reports_the_admonition({ name: `!!! ${name}` })],
  [
    /^[ \t>]*\[!(?!(?:note|tip|important|warning|caution)\])(\w+)\]/gim,
    (name) => m.reports_the_alert({ name: `[!${name}]` }),
  ],
  [/\{%-?[ \t]*(\w*)[^\n]*?%\}/g, directive((name) => `{% ${name} %}`)],
  [/\{\{[<%]?[ \t]*([\w.-]+)[^\n]*?\}\}/g, directive((name) => `{{ ${name} }}`)],
  [/^import[ \t]+[^\n]*?["']([^"'\n]+)["'];?[ \t]*$/gm, (name) => m.reports_the_import({ name })],
  [/^export[ \t]+(?:default|const|function)[ \t]+(\w+)/gm, (name) => m.reports_the_export({ name })],
  [/\[\[([^\]\n]+)\]\](?!\()/g, (name) => m.reports_the_link({ name: `[[${name}]]` })],
  [/^\[(TOC)\][ \t]*$/gm, () => m.reports_table_of_contents()],
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
    if (fenced !== undefined) losses.push({ line, what: m.reports_it_is_shown_as_code({ name: fenced }) });
    if (WORDED.includes(node.type))
      losses.push(...foreignIn(plain, node.position?.start.offset ?? 0, node.position?.end.offset ?? 0));
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
      const scheme = ALLOWED_SCHEME.test(node.url) ? undefined : SCHEME.exec(node.url)?.[1];
      if (scheme) losses.push({ line, what: m.reports_an_address_scheme_was_removed({ scheme }) });
    }
  });
  return losses.sort((a, b) => a.line - b.line);
}

function htmlLoss(html: string): string {
  const tag = /^<\/?([A-Za-z][\w.-]*)/.exec(html.trim())?.[1];
  const thing =
    tag === undefined
      ? m.reports_html()
      : /^[A-Z]/.test(tag)
        ? m.reports_the_component({ tag })
        : m.reports_the_html({ tag });
  const hasText = html.replace(/<[^>]*>/g, '').trim() !== '';
  return hasText ? m.reports_was_removed_with_its_text({ thing }) : m.reports_was_removed({ thing });
}

function foreignIn(source: string, start: number, end: number): Loss[] {
  return FOREIGN.flatMap(([shape, say]) =>
    [...source.slice(start, end).matchAll(shape)].map((match) => ({
      line: source.slice(0, start + match.index + match[0].search(/\S/)).split('\n').length,
      what: m.reports_is_not_known({ thing: say(match[1] ?? '') }),
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
