import { type EditedPage, type EditedPageName, pageContent } from '#contract/pages';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { loadEditedPage } from './load-edited-page.ts';
import { selectRevision } from './sql.ts';
import { writePage } from './write-page.ts';

/** Saves an earlier version of a page again, as a new version. */
export async function restorePage(
  { clock, db }: Services,
  caller: Caller,
  { name, restore, version }: { name: EditedPageName; restore: number; version: number },
): Promise<EditedPage> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const row = await selectRevision(trx, name, restore);
    const current = row ? null : await loadEditedPage(trx, name);
    if (!row && current?.version !== restore) throw new Failure('REVISION_NOT_FOUND');
    const content = row ? pageContent.parse(row.content) : current?.content;
    if (!content) throw new Failure('REVISION_NOT_FOUND');
    return writePage(trx, caller, { name, version, content, restoredVersion: restore, now: clock.now() });
  });
}
