import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkMath).freeze();

/** Markdown as the product reads it, as a tree whose parts know where they stand in the source. */
export function parseMarkdown(markdown: string) {
  return processor.parse(markdown);
}

export type MarkdownTree = ReturnType<typeof parseMarkdown>;
