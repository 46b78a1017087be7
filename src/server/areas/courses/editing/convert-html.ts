import { canAdminister } from '#domain/access/can-administer';
import type { LostInPaste } from '#domain/writing/lost-in-paste';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import { HtmlFault } from '#server/markdown/guard-html';
import type { Caller } from '#server/services';

/** HTML that was pasted, as Markdown. Nothing is kept. Fails with BAD_INPUT for what nobody wrote. */
export async function convertHtml(
  { viewer }: Caller,
  { html }: { html: string },
): Promise<{ markdown: string; lost: LostInPaste[] }> {
  authorise(canAdminister(viewer));
  // With it comes a parser of HTML, which only authors need.
  const { pasteToMarkdown } = await import('#server/markdown/paste/paste-to-markdown');
  try {
    return pasteToMarkdown(html);
  } catch (error) {
    if (error instanceof HtmlFault) throw new Failure('BAD_INPUT', { fields: { html: error.message } });
    throw error;
  }
}
