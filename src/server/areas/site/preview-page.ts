import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Caller } from '#server/services';
import { listRemoved } from './list-removed.ts';
import { pageHtml } from './page-html.ts';

/** HTML as readers would see it after a save, and what is left out of it. Nothing is kept. */
export function previewPage(
  { viewer }: Caller,
  { html }: { html: string },
): { html: string; removed: string[] } {
  authorise(canAdminister(viewer));
  return { html: pageHtml(html), removed: listRemoved(html) };
}
