import type { Element } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeRemark, { type Options } from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { LostInPaste } from '#domain/writing/lost-in-paste';
import { guardHtml } from '../guard-html.ts';
import type { MarkdownTree } from '../parse-markdown.ts';
import { writeBreak } from '../write-break.ts';
import { textOf } from './hast-parts.ts';
import { tidyPaste } from './tidy-paste.ts';

type Handle = NonNullable<NonNullable<Options['handlers']>[string]>;
type State = Parameters<Handle>[0];

const processor = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeRemark, { handlers: { u: inTags, sub: inTags, sup: inTags, span: formulaOrWords } })
  .use(tightLists)
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkMath)
  .use(remarkStringify, {
    bullet: '-',
    emphasis: '*',
    rule: '-',
    fences: true,
    listItemIndent: 'one',
    handlers: { break: writeBreak },
  })
  .freeze();

/** HTML from Word, Google Docs or a web page as Markdown, and what Markdown can't hold. Throws HtmlFault for what nobody wrote. */
export function pasteToMarkdown(html: string): { markdown: string; lost: LostInPaste[] } {
  guardHtml(html);
  const lost = new Set<LostInPaste>();
  const tree = tidyPaste(processor.parse(html), lost);
  return { markdown: processor.stringify(processor.runSync(tree)).trim(), lost: [...lost] };
}

/** The tags without a sign that our Markdown reads. */
function inTags(state: State, node: Element): ReturnType<Handle> {
  const { tagName } = node;
  return [
    { type: 'html', value: `<${tagName}>` },
    ...state.all(node),
    { type: 'html', value: `</${tagName}>` },
  ];
}

function formulaOrWords(state: State, node: Element): ReturnType<Handle> {
  const { dataFormula } = node.properties;
  if (dataFormula === undefined) return state.all(node);
  const value = textOf(node);
  return dataFormula === 'block' ? { type: 'math', value } : { type: 'inlineMath', value };
}

/** Empty lines stand in a list only where one of its items has several paragraphs. */
function tightLists() {
  return (tree: MarkdownTree): void =>
    visit(tree, 'list', (list) => {
      for (const item of list.children)
        item.spread = item.children.filter(({ type }) => type === 'paragraph').length > 1;
      list.spread = list.children.some(({ spread }) => spread);
    });
}
