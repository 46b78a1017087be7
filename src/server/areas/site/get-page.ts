import { readFile } from 'node:fs/promises';
import type { Page, PageName } from '#contract/site';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { sanitisePage } from './sanitise-page.ts';
import { selectPage } from './sql.ts';

/** The day the default policies were written. */
const DEFAULTS_WRITTEN = '2026-11-20T00:00:00.000Z';

/**
 * A static page. The policies have a default text until an administrator saves one; 'about_us' has none, and the screen
 * shows its own fallback (spec section 2). Open to everybody.
 */
export async function getPage({ db }: Services, { name }: { name: PageName }): Promise<Page> {
  const row = await selectPage(db.kysely, name);
  if (row) return { name, html: sanitisePage(row.content), updatedAt: row.updated_at.toISOString() };
  if (name === 'about_us') throw new Failure('PAGE_NOT_FOUND');
  const html = await readFile(new URL(`./default-pages/${name}.html`, import.meta.url), 'utf8');
  return { name, html: sanitisePage(html), updatedAt: DEFAULTS_WRITTEN };
}
