import type { Page, PageName } from '#contract/site';
import { isBlankHtml } from '#domain/site/is-blank-html';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { DEFAULTS_WRITTEN, defaultPage } from './default-page.ts';
import { selectPage } from './sql.ts';

/**
 * A static page. The policies have a default text until an administrator saves one; a page that says nothing is absent,
 * and its screen shows the fallback (spec section 2). Open to everybody.
 */
export async function getPage({ db }: Services, { name }: { name: PageName }): Promise<Page> {
  const row = await selectPage(db.kysely, name);
  const html = await readersHtml(row ?? { content: await defaultHtml(name), markdown: null });
  if (isBlankHtml(html)) throw new Failure('PAGE_NOT_FOUND');
  return { name, html, updatedAt: (row?.updated_at ?? DEFAULTS_WRITTEN).toISOString() };
}

/** Of Markdown what the renderer made of it at the save, as of a lesson. */
async function readersHtml({ content, markdown }: { content: string; markdown: string | null }) {
  if (markdown !== null) return content;
  // Read with the first page that is asked for: it is large, and the answer is kept.
  const { pageHtml } = await import('./page-html.ts');
  // Sanitised when it was saved; once more, because it may have come into the table another way.
  return pageHtml(content);
}

async function defaultHtml(name: PageName): Promise<string> {
  const content = await defaultPage(name);
  return content.kind === 'html' ? content.html : '';
}
