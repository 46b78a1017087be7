import { BUILT_IN_PAGES, type BuiltInPage, type PageRow } from '#contract/pages';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectPages, selectSavedTimes } from './custom-sql.ts';

const MAX_LISTED = 500;

interface Pages {
  readonly builtIn: { name: BuiltInPage; savedAt: string | null }[];
  readonly items: PageRow[];
  readonly hasMore: boolean;
}

/** The pages of the school: those that every school has, and those that it added. */
export async function listPages(
  { db: { kysely } }: Pick<Services, 'db'>,
  { viewer }: Caller,
  { q }: { q: string },
): Promise<Pages> {
  authorise(canAdminister(viewer));
  const rows = await selectPages(kysely, { contains: q, limit: MAX_LISTED + 1 });
  const times = await selectSavedTimes(kysely);
  return {
    builtIn: BUILT_IN_PAGES.map((name) => ({ name, savedAt: times.get(name)?.toISOString() ?? null })),
    items: rows.slice(0, MAX_LISTED).map(({ published_at, updated_at, ...row }) => ({
      ...row,
      publishedAt: published_at?.toISOString() ?? null,
      updatedAt: updated_at.toISOString(),
    })),
    hasMore: rows.length > MAX_LISTED,
  };
}
