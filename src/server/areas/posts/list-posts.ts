import type { FeedItem } from '#contract/courses/posts';
import { audienceTier } from '#domain/access/content/audience-tier';
import { tiersUpTo } from '#domain/tiers';
import type { Caller, Services } from '#server/services';
import { selectFeed } from './sql.ts';

const PAGE_SIZE = 12;

interface Query {
  readonly kind?: FeedItem['kind'] | undefined;
  /** Only what names this person as an author. */
  readonly author?: string | undefined;
  readonly page: number;
}

/** The feed: posts and courses that the caller's tier can see, newest first. Open to everybody. */
export async function listPosts({ db }: Services, { viewer }: Caller, { author, kind, page }: Query) {
  const { rows, total } = await selectFeed(db.kysely, {
    tiers: tiersUpTo(audienceTier(viewer)),
    kind,
    author,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  });
  const items: FeedItem[] = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    slug: row.slug,
    title: row.title,
    description: row.description,
    subscriptionLevel: row.subscription_level,
    thumbnail: row.thumbnail,
    category: row.category,
    minutes: row.minutes,
    publishedAt: row.published_at.toISOString(),
  }));
  return { items, total, page, pageSize: PAGE_SIZE };
}
