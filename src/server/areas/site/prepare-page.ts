import { MAX_HTML, type PageContent } from '#contract/pages';
import { atMostCharacters } from '#contract/says';
import { plainText } from '#domain/courses/plain-text';
import { Failure } from '#server/failure';
import { renderMarkdown } from '#server/markdown/render-markdown';
import { sanitisePage } from './sanitise-page.ts';
import type { PreparedPage } from './sql.ts';

/** Content as it may be stored: HTML is sanitised, Markdown is rendered as in lessons. Before a transaction: rendering takes time. */
export async function preparePage(content: PageContent): Promise<PreparedPage> {
  if (content.kind === 'html') {
    const html = sanitisePage(content.html);
    // Sanitising can make it longer: a lone "<" becomes "&lt;".
    if (html.length > MAX_HTML)
      throw new Failure('BAD_INPUT', { fields: { 'content.html': atMostCharacters(MAX_HTML).error() } });
    return { content: { ...content, html }, html };
  }
  return 'markdown' in content ? prepareMarkdown(content) : { content, html: '' };
}

/** The same of a page that is written in Markdown. */
export async function prepareMarkdown<Content extends { readonly markdown: string }>(
  content: Content,
): Promise<{ content: Content; html: string }> {
  const markdown = plainText(content.markdown);
  const [html = ''] = await renderMarkdown([markdown]);
  return { content: { ...content, markdown }, html };
}
