import { sql } from 'kysely';
import type { NamedAuthor } from '#contract/courses/course-shapes';
import type { FeedItem } from '#contract/courses/posts';
import type { CourseState, OpenTo } from '#domain/courses/life-cycle';
import type { ContentType, Level } from '#domain/courses/vocabulary';
import type { Tier } from '#domain/tiers';
import { NAMED_AUTHORS } from '#server/areas/courses/authors/author-sql';
import type { Reader } from '#server/db/client';
import { containing } from '#server/db/lists/literal-pattern';

export interface FeedRow {
  readonly id: string;
  readonly kind: FeedItem['kind'];
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly subscription_level: Tier;
  readonly thumbnail: string;
  readonly category: string | null;
  readonly minutes: number;
  readonly published_at: Date;
}

export interface FeedFilter {
  readonly tiers: readonly Tier[];
  readonly kind: FeedItem['kind'] | undefined;
  /** Only what names this person as an author. */
  readonly author: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** What is published for holders of these tiers, newest first, with the total even when the page is empty. */
export async function selectFeed(
  db: Reader,
  filter: FeedFilter,
): Promise<{ rows: FeedRow[]; total: number }> {
  const { author, kind, limit, offset, tiers } = filter;
  const { rows } = await sql<FeedRow & { total: number }>`
    with found as not materialized (
      select id, published_at from courses
      where is_listed and subscription_level = any(${[...tiers]}::tier[])
        ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
        ${author === undefined ? sql`` : sql`and id in (select course_id from course_authors where user_id = ${author})`}
    ), page as (select id from found order by published_at desc, id desc limit ${limit} offset ${offset})
    select (select count(*)::int from found) as total, c.id, c.kind, c.slug, c.title, c.description,
      c.subscription_level, cover_shown(c.thumbnail) as thumbnail, c.published_at,
      (select k.slug from course_categories cc join categories k on k.id = cc.category_id
        where cc.course_id = c.id order by cc.position limit 1) as category,
      (select coalesce(sum(s.minutes), 0)::int from course_content s where s.course_id = c.id) as minutes
    from (values (1)) as always_one_row left join (page p join courses c on c.id = p.id) on true
    order by c.published_at desc, c.id desc`.execute(db);
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

export interface PostRow {
  readonly id: string;
  readonly kind: 'course' | 'post';
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly level: Level;
  readonly subscription_level: Tier;
  readonly thumbnail: string;
  readonly tags: string[];
  readonly state: CourseState;
  readonly meta: unknown;
  readonly open_to: OpenTo;
  readonly published_at: Date | null;
  readonly updated_at: Date;
  readonly named_authors: NamedAuthor[];
  readonly categories: { id: string; name: string; slug: string }[];
  readonly sections: {
    id: string;
    key: string;
    title: string;
    html: string;
    type: ContentType;
    videoUrl: string | null;
    captionsUrl: string | null;
    minutes: number;
  }[];
}

/** A post or course with everything in it, in one statement. */
export async function selectPost(db: Reader, id: string): Promise<PostRow | undefined> {
  const { rows } = await sql<PostRow>`
    select c.id, c.kind, c.slug, c.title, c.description, c.level, c.subscription_level, cover_shown(c.thumbnail) as thumbnail, c.tags, c.meta,
      c.state, c.open_to, c.published_at, c.updated_at, ${NAMED_AUTHORS},
      coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'slug', k.slug) order by cc.position)
        from course_categories cc join categories k on k.id = cc.category_id where cc.course_id = c.id), '[]') as categories,
      case when c.kind = 'course' then '[]' else coalesce((
        select jsonb_agg(jsonb_build_object('id', s.id, 'key', s.key, 'title', s.title, 'html', s.content_html,
          'type', s.type, 'videoUrl', s.video_url, 'captionsUrl', s.captions_url, 'minutes', s.minutes)
          order by s.sort_order)
        from course_content s where s.course_id = c.id), '[]') end as sections
    from courses c where c.id = ${id} and c.kind <> 'deleted'`.execute(db);
  return rows[0];
}

export interface AdminFilter {
  readonly contains: string;
  readonly tier: Tier | undefined;
  readonly state: CourseState | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Posts for the administrators' list, last updated first. `contains` matches title or description literally. */
export async function selectAdminPosts(db: Reader, filter: AdminFilter) {
  const { contains, limit, offset, state, tier } = filter;
  const pattern = containing(contains);
  const { rows } = await sql<{
    id: string;
    slug: string;
    title: string;
    subscription_level: Tier;
    state: CourseState;
    publish_at: Date | null;
    published_at: Date | null;
    updated_at: Date;
    has_draft: boolean;
    total: number;
  }>`
    with found as not materialized (
      select id, updated_at from courses where kind = 'post'
        ${contains === '' ? sql`` : sql`and (title ilike ${pattern} or description ilike ${pattern})`}
        ${tier === undefined ? sql`` : sql`and subscription_level = ${tier}::tier`}
        ${state === undefined ? sql`` : sql`and state = ${state}::course_state`}
    ), page as (select id from found order by updated_at desc, id desc limit ${limit} offset ${offset})
    select (select count(*)::int from found) as total, c.id, c.slug, c.title, c.subscription_level, c.state, c.publish_at,
      c.published_at, c.updated_at, exists (select from course_drafts d where d.course_id = c.id) as has_draft
    from (values (1)) as always_one_row left join (page p join courses c on c.id = p.id) on true
    order by c.updated_at desc, c.id desc`.execute(db);
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

/** The texts of these posts, section by section, as HTML, by their ids. */
export async function selectTexts(db: Reader, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; html: string[] }>`
    select course_id as id, array_agg(content_html order by sort_order) as html from course_content
    where course_id = any(${[...ids]}::uuid[]) group by course_id`.execute(db);
  return new Map(rows.map(({ html, id }) => [id, html]));
}

/** What the authors of these courses and posts are called, in their order, by the ids of what they wrote. */
export async function selectAuthorNames(db: Reader, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; names: string[] }>`
    select n.course_id as id, array_agg(m.name order by n.position) as names
    from course_authors n join members m on m.id = n.user_id
    where n.course_id = any(${[...ids]}::uuid[]) group by n.course_id`.execute(db);
  return new Map(rows.map(({ id, names }) => [id, names]));
}

/** Whether a person has a private feed. */
export async function hasFeed(db: Reader, userId: string): Promise<boolean> {
  const row = db.selectFrom('feed_tokens').select('user_id').where('user_id', '=', userId);
  return (await row.executeTakeFirst()) !== undefined;
}

/** The holder of a private feed, by the hash of its secret. */
export function selectFeedHolder(db: Reader, hash: string) {
  return db
    .selectFrom('feed_tokens')
    .innerJoin('members', 'members.id', 'feed_tokens.user_id')
    .select([
      'members.subscription_tier',
      'members.tier_until',
      'members.tier_after',
      'members.is_admin',
      'members.two_factor_enabled',
    ])
    .where('feed_tokens.token_hash', '=', hash)
    .where('members.is_enabled', '=', true)
    .executeTakeFirst();
}
