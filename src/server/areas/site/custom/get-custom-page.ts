import { pageMeta } from '#contract/page-meta';
import type { CustomPage } from '#contract/site';
import { canReadPage } from '#domain/access/content/can-read-page';
import { renderedText } from '#domain/courses/rendered-text';
import { cut } from '#domain/cut';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { pageToShare, shareAddress } from '#server/share-address';
import { selectPageAt } from './custom-sql.ts';

/** As much of a description as search engines show. */
const MAX_DESCRIPTION = 160;

/**
 * A page that the school added, or where it is now for an address that it had before. Open to everybody. Fails with
 * PAGE_NOT_FOUND, also for a draft.
 */
export async function getCustomPage(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { viewer }: Caller,
  { slug }: { slug: string },
): Promise<CustomPage | { access: 'moved'; slug: string }> {
  const row = await selectPageAt(db.kysely, slug);
  if (!row || !canReadPage(viewer, row).allowed) throw new Failure('PAGE_NOT_FOUND');
  if (row.slug !== slug) return { access: 'moved', slug: row.slug };
  return {
    access: 'open',
    slug,
    title: row.title,
    description: row.description || beginningOf(row.content),
    html: row.content,
    state: row.state,
    meta: pageMeta.parse(row.meta),
    shareImage: shareAddress(pageToShare(row), await settings.current()),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The first words of a text, none of them cut. */
function beginningOf(html: string): string {
  const text = renderedText(html);
  if (text.length <= MAX_DESCRIPTION) return text;
  return `${cut(text, MAX_DESCRIPTION).replace(/\s+\S*$/, '')}…`;
}
