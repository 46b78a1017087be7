import type { PostRow } from '#contract/courses/posts';
import { canAdminister } from '#domain/access/can-administer';
import type { Tier } from '#domain/tiers';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectAdminPosts } from './sql.ts';

const PAGE_SIZE = 50;

interface Query {
  readonly q: string;
  readonly subscriptionLevel?: Tier | undefined;
  readonly state?: PostRow['state'] | undefined;
  readonly page: number;
}

/** Every post, last updated first, with whether it can be read yet. */
export async function listAllPosts({ db }: Services, { viewer }: Caller, query: Query) {
  authorise(canAdminister(viewer));
  const { page, q, state, subscriptionLevel } = query;
  const { rows, total } = await selectAdminPosts(db.kysely, {
    contains: q,
    tier: subscriptionLevel,
    state,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  });
  const items: PostRow[] = rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    title: row.title,
    subscriptionLevel: row.subscription_level,
    state: row.state,
    publishAt: row.publish_at?.toISOString() ?? null,
    publishedAt: row.published_at?.toISOString() ?? null,
    hasDraft: row.has_draft,
    updatedAt: row.updated_at.toISOString(),
  }));
  return { items, total, page, pageSize: PAGE_SIZE };
}
