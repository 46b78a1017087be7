import type { Transaction } from 'kysely';
import { BUILT_IN_PAGES, isBuiltIn, pageContent } from '#contract/pages';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import { selectCustomHtml, selectPagesNaming } from './custom/custom-sql.ts';
import { loadEditedPage } from './load-edited-page.ts';
import { lockPage, selectPage } from './sql.ts';
import { writePage } from './write-page.ts';

/** Has every page that names a file name another one; each is saved as its next version. Answers how many. */
export async function replaceInPages(
  trx: Transaction<DB>,
  caller: Caller,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<number> {
  let count = 0;
  for (const name of [...BUILT_IN_PAGES, ...(await selectPagesNaming(trx, from))]) {
    await lockPage(trx, name);
    const { content: before, version } = await loadEditedPage(trx, name);
    const written = JSON.stringify(before);
    if (!written.includes(from)) continue;
    const content = pageContent.parse(JSON.parse(written.replaceAll(from, to)));
    const stored = await selectHtml(trx, name);
    const html = stored?.replaceAll(from, to) ?? '';
    await writePage(trx, caller, { name, version, now, page: { content, html } });
    count += 1;
  }
  return count;
}

async function selectHtml(trx: Transaction<DB>, name: string): Promise<string | undefined> {
  return isBuiltIn(name) ? (await selectPage(trx, name))?.content : selectCustomHtml(trx, name);
}
