import { type PageContent, type PageRevision, pageContent } from '#contract/pages';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { DEFAULTS_WRITTEN } from './default-page.ts';
import { loadEditedPage } from './load-edited-page.ts';
import { selectRevision } from './sql.ts';

/** One saved version of a page with its content. */
export async function getPageRevision(
  { db }: Services,
  { viewer }: Caller,
  { name, version }: { name: string; version: number },
): Promise<PageRevision & { content: PageContent }> {
  authorise(canAdminister(viewer));
  const row = await selectRevision(db.kysely, name, version);
  if (row) {
    return {
      ...row,
      origin: row.origin as PageRevision['origin'],
      content: pageContent.parse(row.content),
      savedAt: row.savedAt.toISOString(),
    };
  }
  const current = await loadEditedPage(db.kysely, name);
  if (current.version !== version) throw new Failure('REVISION_NOT_FOUND');
  const savedAt = current.savedAt ?? DEFAULTS_WRITTEN.toISOString();
  const { content, savedBy } = current;
  return { version, content, savedAt, savedBy, origin: 'initial', restoredVersion: null };
}
