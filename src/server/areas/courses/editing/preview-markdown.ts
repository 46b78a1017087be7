import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { renderMarkdown } from '#server/markdown/render-markdown';
import type { Caller } from '#server/services';

/** Markdown as a learner would see it. Nothing is kept. */
export async function previewMarkdown(
  { viewer }: Caller,
  { content }: { content: string },
): Promise<{ html: string }> {
  authorise(canAdminister(viewer));
  const [html = ''] = await renderMarkdown([content]);
  return { html };
}
