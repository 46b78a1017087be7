import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Level } from '#domain/courses/vocabulary';
import type { Tier } from '#domain/tiers';
import type { DB } from '#server/db/types';

export interface CatalogueRow {
  id: string;
  slug: string;
  title: string;
  description: string;
  level: Level;
  subscription_level: Tier;
  tags: string[];
  thumbnail: string;
  created_at: Date;
  updated_at: Date;
  categories: { id: string; name: string; slug: string }[];
  sections: number;
  minutes: number;
  total: number;
  corrected: string | null;
  marked_title: string | null;
  marked_description: string | null;
}

export interface CatalogueFilter {
  readonly tiers: readonly Tier[];
  readonly words: readonly string[];
  readonly level: Level | undefined;
  readonly category: string | undefined;
  readonly sort: 'newest' | 'title' | 'relevance';
  readonly limit: number;
  readonly offset: number;
}

/** Start and end of a match; no text of ours contains them. */
const MARKS = 'StartSel="\u0002", StopSel="\u0003", HighlightAll=true';

const ORDERS = {
  newest: sql`c.created_at desc, c.id desc`,
  title: sql`lower(c.title), c.id`,
  relevance: sql`f.rank desc nulls last, c.created_at desc, c.id desc`,
};

/** One page of the catalogue with its total, in one statement. The last word matches as a beginning. */
export function selectCatalogue(db: Kysely<DB>, filter: CatalogueFilter): Promise<CatalogueRow[]> {
  const { words } = filter;
  const query = words.length === 0 ? sql`null::tsquery` : sql`to_tsquery('lectern', ${asQuery(words)})`;
  return run(db, filter, sql`select ${query} as query, null::text as corrected`);
}

/** The same with each word that no course holds replaced by the nearest one that some course holds, in one statement. */
export function selectCorrected(db: Kysely<DB>, filter: CatalogueFilter): Promise<CatalogueRow[]> {
  return run(
    db,
    filter,
    sql`
    select to_tsquery('lectern', string_agg('''' || coalesce(near.word, given.word) || ''':*', ' & ' order by place)) as query,
      string_agg(coalesce(near.word, given.word), ' ' order by place) as corrected
    from unnest(${[...filter.words]}::text[]) with ordinality as given (word, place)
    left join lateral (
      select w.word from search_words w
      where w.word % lower(unaccent(given.word))
        and not exists (select 1 from search_words known where known.word like lower(unaccent(given.word)) || '%')
      order by similarity(w.word, lower(unaccent(given.word))) desc, w.ndoc desc, w.word limit 1
    ) near on true
    having bool_or(near.word is not null)`,
  );
}

function asQuery(words: readonly string[]): string {
  return words.map((word, index) => `'${word}'${index === words.length - 1 ? ':*' : ''}`).join(' & ');
}

async function run(
  db: Kysely<DB>,
  filter: CatalogueFilter,
  query: RawBuilder<unknown>,
): Promise<CatalogueRow[]> {
  const { category, level, limit, offset, sort, tiers } = filter;
  const order = ORDERS[sort];
  const { rows } = await sql<CatalogueRow>`
    with q as (${query}),
    found as (
      select c.id, ts_rank_cd(s.doc, q.query) as rank, count(*) over ()::int as total, q.corrected, q.query
      from q join courses c on true join course_search s on s.course_id = c.id
      where c.kind = 'course' and c.subscription_level = any(${[...tiers]}::tier[])
        and (q.query is null or numnode(q.query) = 0 or s.doc @@ q.query)
        ${level === undefined ? sql`` : sql`and c.level = ${level}::course_level`}
        ${category === undefined ? sql`` : sql`and c.id in (select cc.course_id from course_categories cc join categories k on k.id = cc.category_id where k.slug = ${category})`}
    ),
    page as (select f.* from found f join courses c using (id) order by ${order} limit ${limit} offset ${offset})
    select c.id, c.slug, c.title, c.description, c.level, c.subscription_level, c.tags, c.thumbnail, c.created_at, c.updated_at,
      f.total, f.corrected, coalesce(k.categories, '[]') as categories, x.sections, x.minutes,
      ts_headline('lectern', c.title, f.query, ${MARKS}) as marked_title,
      ts_headline('lectern', c.description, f.query, ${MARKS}) as marked_description
    from page f join courses c using (id)
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'slug', k.slug) order by cc.position) as categories
      from course_categories cc join categories k on k.id = cc.category_id where cc.course_id = c.id) k on true
    left join lateral (
      select count(*)::int as sections, coalesce(sum(minutes), 0)::int as minutes from course_content where course_id = c.id) x on true
    order by ${order}`.execute(db);
  return rows;
}
