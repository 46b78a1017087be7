import { sql, type Transaction } from 'kysely';
import type { NamedAuthor } from '#contract/courses/course-shapes';
import type { CourseState, OpenTo } from '#domain/courses/life-cycle';
import { stemOf } from '#domain/courses/slug';
import type { ContentType, Level, SectionType } from '#domain/courses/vocabulary';
import type { Tier } from '#domain/tiers';
import type { Reader } from '#server/db/client';
import { keptRatings } from '#server/db/counts/counts-sql';
import { containing } from '#server/db/lists/literal-pattern';
import type { DB } from '#server/db/types';
import { AUTHOR_IDS, AUTHOR_SLUGS, NAMED_AUTHORS } from './authors/author-sql.ts';
import { FORM_COLUMNS, type FormColumns } from './editing/course-values.ts';

/** A course, or a post that is written like one. */
export type Kind = 'course' | 'post';

export interface OutlineRow {
  id: string;
  key: string;
  title: string;
  chapter: string;
  type: ContentType;
  sectionType: SectionType;
  minutes: number;
  order: number;
  sample: boolean;
}
export interface CourseRow extends FormColumns {
  id: string;
  slug: string;
  meta: unknown;
  kind: Kind | 'deleted';
  /** The course that must be completed first, as long as newcomers can. */
  prerequisite: { slug: string; title: string } | null;
  /** Of the course that its author named. */
  prerequisite_slug: string | null;
  version: number;
  import_hash: string | null;
  created_at: Date;
  updated_at: Date;
  state: CourseState;
  open_to: OpenTo;
  publish_at: Date | null;
  keeps_access: boolean;
  /** When the public could find it first; null: never yet. */
  published_at: Date | null;
  categories: { id: string; name: string; slug: string }[];
  /** Ids of its authors, in their order. */
  authors: string[];
}

const CATEGORIES = sql`
  coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'slug', k.slug) order by cc.position)
    from course_categories cc join categories k on k.id = cc.category_id where cc.course_id = c.id), '[]') as categories`;
const COLUMNS = sql`c.id, c.slug, ${sql.join(FORM_COLUMNS.map((column) => sql.ref(`c.${column}`)))}, c.meta, c.kind,
  c.version, c.state, c.open_to, c.publish_at, c.keeps_access,
  (select q.slug from courses q where q.id = c.prerequisite_id and q.kind = 'course') as prerequisite_slug,
  (select jsonb_build_object('slug', q.slug, 'title', q.title) from course_prerequisites q where q.course_id = c.id) as prerequisite,
  c.import_hash, c.created_at, c.updated_at, c.published_at, ${CATEGORIES}, ${AUTHOR_IDS}`;

interface CoursePageRow extends CourseRow {
  /** Its thumbnail with the point of it that stays visible. */
  cover: string;
  sections: OutlineRow[];
  guided: boolean;
  named_authors: NamedAuthor[];
  /** Of those of its authors whose account was not deleted. */
  author_slugs: string[];
  /** How many reviews are shown, and the sum of their stars. */
  reviewed: { count: number; stars: number };
}

/** A course with its outline, in one statement; no content of any section. */
export async function selectCourseBySlug(
  db: Reader,
  slug: string,
  kind: Kind = 'course',
): Promise<CoursePageRow | undefined> {
  const { rows } = await sql<CoursePageRow>`
    select ${COLUMNS}, cover_shown(c.thumbnail) as cover, coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'key', s.key, 'title', s.title, 'chapter', s.chapter, 'type', s.type, 'sectionType', s.section_type,
        'minutes', s.minutes, 'order', s.sort_order, 'sample', s.sample) order by s.sort_order)
      from course_content s where s.course_id = c.id), '[]') as sections,
      g.is_guided as guided, ${NAMED_AUTHORS}, ${AUTHOR_SLUGS},
      (select jsonb_build_object('count', coalesce(sum(r.count), 0), 'stars', coalesce(sum(r.rating * r.count), 0))
        from ${keptRatings(sql`c.id`)} r) as reviewed
    from courses c join course_guidance g on g.course_id = c.id where c.kind = ${kind} and c.slug = ${slug}`.execute(
    db,
  );
  return rows[0];
}

export interface SectionRow {
  id: string;
  key: string;
  title: string;
  chapter: string;
  content: string;
  content_html: string;
  type: ContentType;
  section_type: SectionType;
  video_url: string | null;
  captions_url: string | null;
  minutes: number;
  required: boolean;
  sample: boolean;
  opens_at: Date | null;
  opens_after_days: number | null;
  exam: unknown;
  sort_order: number;
}

/** A section with what decides about its course; the course alone when there is no such section. */
export async function selectSection(db: Reader, slug: string, key: string) {
  const { rows } = await sql<
    {
      course_id: string;
      slug: string;
      course_title: string;
      level: Level;
      subscription_level: Tier;
      open_to: OpenTo;
      guided: boolean;
    } & Partial<Omit<SectionRow, 'exam' | 'content'>>
  >`
    select c.id as course_id, c.slug, c.title as course_title, c.level, c.subscription_level, c.open_to,
      coalesce(g.is_guided, false) as guided, s.id, s.key, s.title, s.chapter, s.content_html, s.type, s.section_type,
      s.video_url, s.captions_url, s.minutes, s.sort_order, s.sample
    from courses c left join course_content s on s.course_id = c.id and s.key = ${key}
    left join section_guidance g on g.section_id = s.id
    where c.kind = 'course' and c.slug = ${slug}`.execute(db);
  return rows[0];
}

export async function selectCourseById(
  db: Reader,
  id: string,
  kind: Kind = 'course',
): Promise<CourseRow | undefined> {
  const { rows } =
    await sql<CourseRow>`select ${COLUMNS} from courses c where c.kind = ${kind} and c.id = ${id}`.execute(
      db,
    );
  return rows[0];
}

/** Holds the course until the transaction ends, so that two saves come one after the other. Answers its version. */
export async function lockCourse(
  trx: Transaction<DB>,
  id: string,
  kind: Kind = 'course',
): Promise<number | undefined> {
  const { rows } = await sql<{
    version: number;
  }>`select version from courses where kind = ${kind} and id = ${id} for update`.execute(trx);
  return rows[0]?.version;
}

/** Which of both it is; undefined: there is none. */
export async function selectKind(db: Reader, id: string): Promise<Kind | undefined> {
  const { rows } = await sql<{
    kind: Kind;
  }>`select kind from courses where kind in ('course', 'post') and id = ${id}`.execute(db);
  return rows[0]?.kind;
}

/** A course or a post: what is written in sections. */
export async function selectWritten(db: Reader, id: string): Promise<CourseRow | undefined> {
  return (await selectCourseById(db, id)) ?? selectCourseById(db, id, 'post');
}

/** Holds a course or a post until the transaction ends. Answers which of both it is. */
export async function lockWritten(trx: Transaction<DB>, id: string): Promise<Kind | undefined> {
  const { rows } = await sql<{
    kind: Kind;
  }>`select kind from courses where kind in ('course', 'post') and id = ${id} for update`.execute(trx);
  return rows[0]?.kind;
}

/** Addresses that are taken and begin like this one, or like its stem. */
export async function selectTakenSlugs(db: Reader, slug: string): Promise<Set<string>> {
  const like = `${stemOf(slug)}%`;
  const rows = await db.selectFrom('courses').select('slug').where('slug', 'like', like).execute();
  return new Set(rows.map((row) => row.slug));
}

/** What an import must know of whatever has this slug already. */
export function selectImported(db: Reader, slug: string) {
  return db
    .selectFrom('courses')
    .select(['id', 'kind', 'import_hash', 'import_version', 'version'])
    .where('slug', '=', slug)
    .where('kind', '<>', 'deleted')
    .$narrowType<{ kind: Kind }>()
    .executeTakeFirst();
}

export async function selectSections(db: Reader, courseId: string): Promise<SectionRow[]> {
  const { rows } = await sql<SectionRow>`
    select id, key, title, chapter, content, content_html, type, section_type, video_url, captions_url, minutes, required, sample,
      opens_at, opens_after_days, exam, sort_order
    from course_content where course_id = ${courseId} order by sort_order`.execute(db);
  return rows;
}

/** The sections that were removed from a course, by the key they had; of several the last one. */
export async function selectRemovedIds(db: Reader, courseId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('section_registry')
    .select(['id', 'key'])
    .where('course_id', '=', courseId)
    .where('removed_at', 'is not', null)
    .orderBy('removed_at')
    .execute();
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** The sections that were removed from a course and are kept whole, with their keys. */
export async function selectRemovedKeys(db: Reader, courseId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('section_registry')
    .select(['id', 'key'])
    .where('course_id', '=', courseId)
    .where('removed_at', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, key }) => [id, key]));
}

export interface AdminRow {
  id: string;
  slug: string;
  title: string;
  level: Level;
  subscription_level: Tier;
  state: CourseState;
  publish_at: Date | null;
  content_items: number;
  has_draft: boolean;
  updated_at: Date;
}

/**
 * Courses for the administrators' list, last updated first, with the total even when the page is empty. `contains` matches
 * title or description literally.
 */
export async function selectAdminList(
  db: Reader,
  filter: {
    contains: string;
    tier: Tier | undefined;
    state: CourseState | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ rows: AdminRow[]; total: number }> {
  const pattern = containing(filter.contains);
  const { rows } = await sql<(AdminRow | { id: null }) & { total: number }>`
    with found as not materialized (
      select c.id, c.updated_at from courses c
      where c.kind = 'course'
        ${filter.contains === '' ? sql`` : sql`and (c.title ilike ${pattern} or c.description ilike ${pattern})`}
        ${filter.tier === undefined ? sql`` : sql`and c.subscription_level = ${filter.tier}::tier`}
        ${filter.state === undefined ? sql`` : sql`and c.state = ${filter.state}::course_state`}
    ),
    page as (select id from found order by updated_at desc, id desc limit ${filter.limit} offset ${filter.offset})
    select (select count(*)::int from found) as total, c.id, c.slug, c.title, c.level, c.subscription_level, c.state, c.publish_at, c.updated_at,
      exists (select from course_drafts d where d.course_id = c.id) as has_draft,
      (select count(*)::int from course_content s where s.course_id = c.id) as content_items
    from (values (1)) as always_one_row left join (page p join courses c on c.id = p.id) on true
    order by c.updated_at desc, c.id desc`.execute(db);
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

export async function replaceCategories(
  trx: Transaction<DB>,
  courseId: string,
  categoryIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom('course_categories').where('course_id', '=', courseId).execute();
  const values = [...new Set(categoryIds)].map((category_id, position) => ({
    course_id: courseId,
    category_id,
    position,
  }));
  if (values.length > 0) await trx.insertInto('course_categories').values(values).execute();
}

/** Makes room for one section at this place. */
export async function openGap(trx: Transaction<DB>, courseId: string, order: number): Promise<void> {
  await trx
    .updateTable('course_content')
    .set((eb) => ({ sort_order: eb('sort_order', '+', 1) }))
    .where('course_id', '=', courseId)
    .where('sort_order', '>=', order)
    .execute();
}

/** Moves up what stood behind a removed section. */
export async function closeGap(trx: Transaction<DB>, courseId: string, order: number): Promise<void> {
  await trx
    .updateTable('course_content')
    .set((eb) => ({ sort_order: eb('sort_order', '-', 1) }))
    .where('course_id', '=', courseId)
    .where('sort_order', '>', order)
    .execute();
}

/** The sections that a course is complete with. */
export async function selectCounting(db: Reader, courseId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('course_content')
    .select('id')
    .where('course_id', '=', courseId)
    .where('counts', '=', true)
    .execute();
  return rows.map(({ id }) => id);
}

/** The course of this id and those that it waits for, one before the other; none where there is no such course. */
export async function selectPrerequisites(db: Reader, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive chain as (
      select id, prerequisite_id from courses where id = ${id} and kind = 'course'
      union select c.id, c.prerequisite_id from chain join courses c on c.id = chain.prerequisite_id)
    select id from chain`.execute(db);
  return rows.map((row) => row.id);
}

/** Every course by its slug, with the slug of the course that must come first. */
export async function selectNeeds(db: Reader): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ slug: string; needed: string | null }>`
    select c.slug, p.slug as needed from courses c left join courses p on p.id = c.prerequisite_id
    where c.kind = 'course'`.execute(db);
  return new Map(rows.map(({ needed, slug }) => [slug, needed]));
}

/** Whether somebody studies a course. */
export async function isEnrolled(
  db: Reader,
  { courseId, userId }: { courseId: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from enrolments where user_id = ${userId} and course_id = ${courseId} and left_at is null`.execute(
    db,
  );
  return rows.length > 0;
}

/** Whether this school never had a course. */
export async function neverHadCourses(db: Reader): Promise<boolean> {
  const { rows } = await sql<{ untouched: boolean }>`
    select not exists (select 1 from courses) and not exists (select 1 from audit_log where entity = 'course')
      as untouched`.execute(db);
  return rows[0]?.untouched ?? false;
}
