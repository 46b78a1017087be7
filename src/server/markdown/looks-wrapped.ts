import { visit } from 'unist-util-visit';
import type { MarkdownTree } from './parse-markdown.ts';

const NARROWEST = 60;
const WIDEST = 110;
/** Two lines may be a coincidence, or verse. */
const LINES = 3;

/** The line of the first paragraph that an editor seems to have wrapped at a fixed width; null if there is none. */
export function looksWrapped(tree: MarkdownTree, source: string): number | null {
  let line: number | null = null;
  visit(tree, 'paragraph', ({ position }) => {
    const lines = source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0).split('\n');
    const full = lines.slice(0, -1);
    if (line !== null || lines.length < LINES) return;
    if (full.every((each) => each.length >= NARROWEST && each.length <= WIDEST && !/(?: {2}|\\)$/.test(each)))
      line = position?.start.line ?? 1;
  });
  return line;
}
