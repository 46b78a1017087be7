import { visit } from 'unist-util-visit';
import type { MarkdownTree } from './parse-markdown.ts';

export interface LinkAddress {
  readonly kind: 'link' | 'picture';
  /** As it is meant; the source may have written it with escapes. */
  readonly url: string;
  readonly line: number;
  /** Where the source writes it, without its brackets; null where it stands in no place of its own. */
  readonly span: { readonly start: number; readonly end: number } | null;
}

const INLINE = /^\]\(\s*(?:<([^>\n]*)>|([^\s)]+))/;
const PICTURE = /^!\[(?:\\.|[^\]\\])*\]\(\s*(?:<([^>\n]*)>|([^\s)]+))/;
const DEFINITION = /^\[(?:\\.|[^\]\\])*\]:\s*(?:<([^>\n]*)>|(\S+))/;

/** Every address of a link, a picture or a definition of one, in the order of the text. */
export function linkAddresses(tree: MarkdownTree, source: string): LinkAddress[] {
  const found: LinkAddress[] = [];
  visit(tree, (node) => {
    if (node.type !== 'link' && node.type !== 'image' && node.type !== 'definition') return;
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    // The words of a link may hold brackets of their own: its address is looked for behind them.
    const from = node.type === 'link' ? (node.children.at(-1)?.position?.end.offset ?? start + 1) : start;
    const shape = node.type === 'definition' ? DEFINITION : node.type === 'link' ? INLINE : PICTURE;
    found.push({
      kind: node.type === 'image' ? 'picture' : 'link',
      url: node.url,
      line: node.position?.start.line ?? 1,
      span: spanOf(shape.exec(source.slice(from, end)), from),
    });
  });
  return found;
}

function spanOf(match: RegExpExecArray | null, from: number): LinkAddress['span'] {
  const written = match?.[1] ?? match?.[2];
  if (!match || written === undefined) return null;
  const end = from + match[0].length - (match[1] === undefined ? 0 : 1);
  return { start: end - written.length, end };
}
