import { type EditedPage, type PageContent, pageContent } from '#contract/pages';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Reader } from '#server/db/client';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { loadEditedPage } from './load-edited-page.ts';
import { preparePage } from './prepare-page.ts';
import { selectRevision } from './sql.ts';
import { writePage } from './write-page.ts';

/** Saves an earlier version of a page again, as a new version. */
export async function restorePage(
  { clock, db }: Services,
  caller: Caller,
  { name, restore, version }: { name: string; restore: number; version: number },
): Promise<EditedPage> {
  authorise(canAdminister(caller.viewer));
  const page = await preparePage(await wantedContent(db.kysely, name, restore));
  return db.transaction((trx) =>
    writePage(trx, caller, { name, version, page, restoredVersion: restore, now: clock.now() }),
  );
}

/** What an earlier version says. A page that the school added stays at its address: others link to that. */
async function wantedContent(db: Reader, name: string, restore: number): Promise<PageContent> {
  const content = await contentOf(db, name, restore);
  if (content.kind !== 'custom') return content;
  const { content: present } = await loadEditedPage(db, name);
  return present.kind === 'custom' ? { ...content, slug: present.slug } : content;
}

/** A version never changes once it is there. */
async function contentOf(db: Reader, name: string, version: number): Promise<PageContent> {
  const row = await selectRevision(db, name, version);
  if (row) return pageContent.parse(row.content);
  const current = await loadEditedPage(db, name);
  if (current.version !== version) throw new Failure('REVISION_NOT_FOUND');
  return current.content;
}
