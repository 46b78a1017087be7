import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Level } from '#domain/courses/vocabulary';
import type { Tier } from '#domain/tiers';
import type { DB } from '#server/db/types';
import { corrected, searchQuery } from './search-sql.ts';

export interface CatalogueRow {
  id: string;
  slug: string;
  title: string;
  description: string;
  level: Level;
  subscription_level: Tier;
  tags: string[];
  thumbnail: string;
  published_at: Date;
  updated_at: Date;
  categories: { id: string; name: string; slug: string }[];
  sections: number;
  minutes: number;
  marked_title: string | null;
  marked_description: string | null;
  /** Above the tiers that are asked for. */
  locked: boolean;
}
export interface CataloguePage {
  readonly rows: CatalogueRow[];
  readonly total: number;
  /** Courses in the tiers above, one entry for each tier that has some. */
  readonly higher: { tier: Tier; courses: number }[];
  /** The words that were searched for instead; null when those that were typed were. */
  readonly corrected: string | null;
}

export interface CatalogueFilter {
  readonly tiers: readonly Tier[];
  /** The tiers of which it is only counted what they hold. */
  readonly higherTiers: readonly Tier[];
  /** Whether their courses are listed, too, after the others. */
  readonly listsLocked: boolean;
  /** Words to search for, letters and digits only; none to browse. */
  readonly words: readonly string[];
  readonly level: Level | undefined;
  readonly category: string | undefined;
  /** Only of these courses. */
  readonly ids: readonly string[] | undefined;
  readonly sort: 'newest' | 'title' | 'relevance';
  readonly limit: number;
  readonly offset: number;
}

/** Start and end of a match; nobody writes these characters. */
const MARKS = 'StartSel="\u0002", StopSel="\u0003", HighlightAll=true';

const ORDERS = {
  newest: sql`f.published_at desc, f.id desc`,
  title: sql`lower(f.title), f.id`,
  relevance: sql`f.rank desc, f.published_at desc, f.id desc`,
};

/** One page of the catalogue with its total, in one statement. The last word matches as a beginning. */
export function selectCatalogue(db: Kysely<DB>, filter: CatalogueFilter): Promise<CataloguePage> {
  return filter.words.length === 0 ? browse(db, filter) : search(db, filter, searchQuery(filter.words));
}

/** The same with each word that no course holds replaced by the nearest one that some course holds, in one statement. */
export function selectCorrected(db: Kysely<DB>, filter: CatalogueFilter): Promise<CataloguePage> {
  return search(db, filter, corrected(filter.words));
}

function browse(db: Kysely<DB>, filter: CatalogueFilter): Promise<CataloguePage> {
  // Not materialised: the count then needs the index only, and the page sorts only what it must.
  return page(
    db,
    filter,
    sql`q as (select null::tsquery as query, null::text as corrected),
    found as not materialized (
      select c.id, c.title, c.published_at, c.subscription_level, 0::real as rank from courses c where ${matches(filter)})`,
    sql`from courses c where ${matches(filter, filter.higherTiers)}`,
  );
}

function search(db: Kysely<DB>, filter: CatalogueFilter, query: RawBuilder<unknown>): Promise<CataloguePage> {
  return page(
    db,
    filter,
    sql`q as materialized (${query}),
    found as materialized (
      select c.id, c.title, c.published_at, c.subscription_level, ts_rank_cd(s.doc, q.query) as rank
      from q join course_search s on s.doc @@ q.query join courses c on c.id = s.course_id where ${matches(filter)}
      -- Words that say nothing ("the") are no search.
      union all
      select c.id, c.title, c.published_at, c.subscription_level, 0::real from q join courses c on numnode(q.query) = 0 where ${matches(filter)})`,
    sql`from q join course_search s on s.doc @@ q.query join courses c on c.id = s.course_id
      where ${matches(filter, filter.higherTiers)}`,
  );
}

function matches(filter: CatalogueFilter, tiers = listedTiers(filter)): RawBuilder<unknown> {
  const { category, ids, level } = filter;
  return sql`
    c.kind = 'course' and c.is_listed and c.subscription_level = any(${[...tiers]}::tier[])
    ${ids === undefined ? sql`` : sql`and c.id = any(${[...ids]}::uuid[])`}
    ${level === undefined ? sql`` : sql`and c.level = ${level}::course_level`}
    ${
      category === undefined
        ? sql``
        : sql`and c.id in (
            select cc.course_id from course_categories cc join categories k on k.id = cc.category_id where k.slug = ${category})`
    }`;
}

function listedTiers({ higherTiers, listsLocked, tiers }: CatalogueFilter): readonly Tier[] {
  return listsLocked ? [...tiers, ...higherTiers] : tiers;
}

/** The total comes back even when the page is empty. */
async function page(
  db: Kysely<DB>,
  filter: CatalogueFilter,
  found: RawBuilder<unknown>,
  above: RawBuilder<unknown>,
): Promise<CataloguePage> {
  const { higherTiers, limit, offset } = filter;
  const isOpen = sql`= any(${[...filter.tiers]}::tier[])`;
  // Without locked ones an index gives the order.
  const order = filter.listsLocked
    ? sql`f.subscription_level ${isOpen} desc, ${ORDERS[filter.sort]}`
    : ORDERS[filter.sort];
  const higher =
    higherTiers.length === 0
      ? sql`'[]'::jsonb`
      : sql`(select coalesce(jsonb_agg(jsonb_build_object('tier', h.tier, 'courses', h.courses) order by h.tier), '[]')
          from (select c.subscription_level as tier, count(*)::int as courses ${above} group by 1) h)`;
  const { rows } = await sql<(CatalogueRow | { id: null }) & Omit<CataloguePage, 'rows'>>`
    with ${found},
    page as (
      select id, row_number() over () as place from (select f.id from found f order by ${order} limit ${limit} offset ${offset}) as cut)
    select (select count(*)::int from found) as total, (select corrected from q) as corrected, ${higher} as higher,
      c.id, c.slug, c.title, c.description, c.level, c.subscription_level, c.tags, cover_shown(c.thumbnail) as thumbnail, c.published_at, c.updated_at,
      not c.subscription_level ${isOpen} as locked, coalesce(k.categories, '[]') as categories, x.sections, x.minutes,
      ts_headline('lectern', c.title, q.query, ${MARKS}) as marked_title,
      ts_headline('lectern', c.description, q.query, ${MARKS}) as marked_description
    from (values (1)) as always_one_row
    left join (page p join courses c on c.id = p.id) on true
    left join q on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'slug', k.slug) order by cc.position) as categories
      from course_categories cc join categories k on k.id = cc.category_id where cc.course_id = c.id) k on true
    left join lateral (
      select count(*)::int as sections, coalesce(sum(s.minutes), 0)::int as minutes
      from course_content s where s.course_id = c.id) x on true
    order by p.place`.execute(db);
  const [first] = rows;
  return {
    rows: rows.filter((row) => row.id !== null),
    total: first?.total ?? 0,
    corrected: first?.corrected ?? null,
    higher: first?.higher ?? [],
  };
}
