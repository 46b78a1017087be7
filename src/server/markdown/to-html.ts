import rehypeKatex from 'rehype-katex';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkBreaks from 'remark-breaks';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { finishHtml } from './finish-html.ts';
import { highlightCode } from './highlight-code.ts';
import { inlineHtml } from './inline-html.ts';
import { markCallouts } from './mark-callouts.ts';
import { SANITISE_SCHEMA } from './sanitise-schema.ts';
import { markVideos } from './videos/mark-videos.ts';

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkMath)
  // The specification splits text on line breaks, so a single one is kept (design, section 6).
  .use(remarkBreaks)
  .use(inlineHtml)
  .use(remarkRehype)
  .use(rehypeSanitize, SANITISE_SCHEMA)
  .use(rehypeKatex, { strict: 'ignore', maxExpand: 200, maxSize: 20, errorColor: 'currentColor' })
  .use(highlightCode)
  .use(markVideos)
  .use(finishHtml)
  .use(markCallouts)
  .use(rehypeStringify)
  .freeze();

/** Markdown as sanitised HTML. Heavy (it colours code and sets mathematics): call it through render-markdown.ts. */
export async function toHtml(markdown: string): Promise<string> {
  return String(await processor.process(markdown));
}
