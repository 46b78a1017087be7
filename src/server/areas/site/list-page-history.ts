import type { PageRevision } from '#contract/pages';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { DEFAULTS_WRITTEN } from './default-page.ts';
import { loadEditedPage } from './load-edited-page.ts';
import { selectRevisions } from './sql.ts';

const PAGE_SIZE = 20;

/** The saved versions of a page, newest first, `before` a version to go on from. */
export async function listPageHistory(
  { db }: Services,
  { viewer }: Caller,
  { before, name }: { name: string; before?: number | undefined },
): Promise<{ items: PageRevision[]; hasMore: boolean }> {
  authorise(canAdminister(viewer));
  const rows = await selectRevisions(db.kysely, name, before ?? 2_147_483_647, PAGE_SIZE + 1);
  const items = rows.slice(0, PAGE_SIZE).map((row) => ({
    ...row,
    origin: row.origin as PageRevision['origin'],
    savedAt: row.savedAt.toISOString(),
  }));
  if (items.length === 0 && before === undefined) {
    // Nobody has saved this page yet: what stands there is its whole history.
    const { savedAt, version } = await loadEditedPage(db.kysely, name);
    const at = savedAt ?? DEFAULTS_WRITTEN.toISOString();
    items.push({ version, origin: 'initial', restoredVersion: null, savedAt: at, savedBy: null });
  }
  return { items, hasMore: rows.length > PAGE_SIZE };
}
