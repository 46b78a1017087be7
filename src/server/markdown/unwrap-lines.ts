import { visit } from 'unist-util-visit';
import type { Edit } from './edit-text.ts';
import type { MarkdownTree } from './parse-markdown.ts';

/** A line break inside a paragraph, with the marks of quotations that stand before its second line. */
const WRAP = /[ \t]*\n[ \t>]*/g;

/** The edits that make each wrapped paragraph one line. Breaks that were asked for (two spaces, a backslash) stay. */
export function unwrapLines(tree: MarkdownTree, source: string): Edit[] {
  const edits: Edit[] = [];
  visit(tree, 'text', ({ position }) => {
    const start = position?.start.offset ?? 0;
    for (const match of source.slice(start, position?.end.offset ?? start).matchAll(WRAP))
      edits.push({
        start: start + match.index,
        end: start + match.index + match[0].length,
        text: ' ',
      });
  });
  return edits;
}
