import { sql, type Transaction } from 'kysely';
import type { CustomContent } from '#contract/pages';
import { stemOf } from '#domain/courses/slug';
import type { PageState } from '#domain/site/page-states';
import type { Reader } from '#server/db/client';
import { containing } from '#server/db/lists/literal-pattern';
import type { DB } from '#server/db/types';

/** Pages that the school added, last updated first. `contains` matches title or slug literally. */
export async function selectPages(db: Reader, { contains, limit }: { contains: string; limit: number }) {
  const pattern = containing(contains);
  const { rows } = await sql<{
    id: string;
    slug: string;
    title: string;
    state: PageState;
    published_at: Date | null;
    updated_at: Date;
  }>`
    select id, slug, title, state, published_at, updated_at from custom_pages
    where deleted_at is null ${contains === '' ? sql`` : sql`and (title ilike ${pattern} or slug ilike ${pattern})`}
    order by updated_at desc, id limit ${limit}`.execute(db);
  return rows;
}

/** Published pages by a part of their titles. */
export function selectPublishedPages(db: Reader, { contains, limit }: { contains: string; limit: number }) {
  return db
    .selectFrom('custom_pages')
    .select(['slug', 'title'])
    .where('deleted_at', 'is', null)
    .where('state', '=', 'published')
    .$if(contains !== '', (query) => query.where('title', 'ilike', containing(contains)))
    .orderBy('title')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** When each of the pages that every school has was saved last, by its name. */
export async function selectSavedTimes(db: Reader): Promise<Map<string, Date>> {
  const { rows } = await sql<{ name: string; at: Date }>`
    select page_name as name, updated_at as at from page_content
    union all select name, updated_at from site_settings where name in ('faq', 'contact')`.execute(db);
  return new Map(rows.map(({ at, name }) => [name, at]));
}

export interface CustomPageRow {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly content: string;
  readonly meta: unknown;
  readonly state: PageState;
  readonly updated_at: Date;
}

/** The page at an address, or the one that had it before; its own address goes first. */
export async function selectPageAt(db: Reader, slug: string): Promise<CustomPageRow | undefined> {
  const { rows } = await sql<CustomPageRow>`
    select p.id, p.slug, p.title, p.description, p.content, p.meta, p.state, p.updated_at from custom_pages p
    left join custom_page_addresses a on a.page_id = p.id and a.slug = ${slug}
    where p.deleted_at is null and (p.slug = ${slug} or a.slug is not null)
    order by p.slug = ${slug} desc limit 1`.execute(db);
  return rows[0];
}

/** The state of a page that is not in the trash; nothing where it is not there. */
export function selectStanding(db: Reader, id: string) {
  return db
    .selectFrom('custom_pages')
    .select(['title', 'slug', 'version', sql<PageState>`state`.as('state'), 'published_at', 'publish_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The pages that the school added and that name a file, by its address. */
export async function selectPagesNaming(db: Reader, address: string): Promise<string[]> {
  const rows = await db
    .selectFrom('custom_pages')
    .select('id')
    .where('markdown', 'like', containing(address))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What the server made of the Markdown of a page. */
export async function selectCustomHtml(db: Reader, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('custom_pages').select('content').where('id', '=', id).executeTakeFirst();
  return row?.content;
}

interface Written {
  readonly content: CustomContent;
  readonly html: string;
  readonly version: number;
  readonly savedAt: Date;
}

export async function insertCustomPage(
  trx: Transaction<DB>,
  page: Written & { readonly state: PageState },
): Promise<string> {
  const { savedAt, state } = page;
  const published_at = state === 'published' ? savedAt : null;
  const { id } = await trx
    .insertInto('custom_pages')
    .values({ ...columnsOf(page), state, published_at, created_at: savedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateCustomPage(trx: Transaction<DB>, id: string, page: Written): Promise<void> {
  await trx.updateTable('custom_pages').set(columnsOf(page)).where('id', '=', id).execute();
}

function columnsOf({ content, html, savedAt, version }: Written) {
  const { description, markdown, meta, slug, title } = content;
  return {
    slug,
    title,
    description,
    markdown,
    meta: JSON.stringify(meta),
    content: html,
    version,
    updated_at: savedAt,
  };
}

/** Whether another page has this address. */
export async function isPageSlugTaken(db: Reader, slug: string, id: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('custom_pages')
    .select('id')
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .$if(id !== null, (query) => query.where('id', '!=', id ?? ''))
    .executeTakeFirst();
  return row !== undefined;
}

/** An address belongs to the page that has it now, and leads there from the one that the page gave up. */
export async function moveAddress(
  trx: Transaction<DB>,
  { from, id, to }: { id: string; from: string | null; to: string },
): Promise<void> {
  await trx.deleteFrom('custom_page_addresses').where('slug', '=', to).execute();
  if (from === null || from === to) return;
  await trx
    .insertInto('custom_page_addresses')
    .values({ slug: from, page_id: id })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ page_id: id }))
    .execute();
}

export async function updateState(
  trx: Transaction<DB>,
  id: string,
  { publishAt, publishedAt, state }: { state: PageState; publishedAt: Date | null; publishAt: Date | null },
): Promise<void> {
  await trx
    .updateTable('custom_pages')
    .set({ state, published_at: publishedAt, publish_at: publishAt })
    .where('id', '=', id)
    .execute();
}

/** Scheduled pages that are due, by their ids; those in the trash wait there. */
export function selectScheduled(
  db: Reader,
  { after, limit, now }: { now: Date; after: { id: string } | undefined; limit: number },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('custom_pages')
    .select('id')
    .where('state', '=', 'scheduled')
    .where('publish_at', '<=', now)
    .where('deleted_at', 'is', null)
    .$if(after !== undefined, (query) => query.where('id', '>', after?.id ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function hidePage(
  trx: Transaction<DB>,
  { deletedBy, id, now }: { id: string; deletedBy: string | null; now: Date },
): Promise<void> {
  await trx
    .updateTable('custom_pages')
    .set({ deleted_at: now, deleted_by: deletedBy })
    .where('id', '=', id)
    .execute();
}

/** A page in the trash, held until the transaction ends. */
export function lockHiddenPage(trx: Transaction<DB>, id: string) {
  return trx
    .selectFrom('custom_pages')
    .select(['slug', 'version', 'deleted_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Gives a page in the trash back, at this address. One whose time to be published has passed meanwhile is a draft, as with
 * courses and posts.
 */
export async function showPage(
  trx: Transaction<DB>,
  { id, savedAt, slug, version }: { id: string; slug: string; version: number; savedAt: Date },
): Promise<void> {
  const missed = sql<boolean>`(state = 'scheduled' and publish_at <= ${savedAt})`;
  await trx
    .updateTable('custom_pages')
    .set({
      slug,
      version,
      deleted_at: null,
      deleted_by: null,
      updated_at: savedAt,
      state: sql<PageState>`case when ${missed} then 'draft' else state end`,
      publish_at: sql<Date | null>`case when ${missed} then null else publish_at end`,
    })
    .where('id', '=', id)
    .execute();
}

/** Slugs that begin like this one, or like its stem, and are taken by pages. */
export async function selectTakenPageSlugs(db: Reader, slug: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('custom_pages')
    .select('slug')
    .where('slug', 'like', `${stemOf(slug)}%`)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.slug));
}

export interface DuePage {
  readonly id: string;
  readonly title: string;
  /** To the microsecond, for the cursor. */
  readonly deleted: string;
}

/** Pages that were deleted before an instant, and are to go for good; those after the last of the page before. */
export async function selectDuePages(
  db: Reader,
  { after, before, limit }: { before: Date; after: DuePage | undefined; limit: number },
): Promise<DuePage[]> {
  const { rows } = await sql<DuePage>`
    select id, title, deleted_at::text as deleted from custom_pages where deleted_at <= ${before}
      ${after ? sql`and (deleted_at, id) > (${after.deleted}::timestamptz, ${after.id}::uuid)` : sql``}
    order by deleted_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Deletes a page in the trash with its versions; answers whether it was there. */
export async function deleteHiddenPage(trx: Transaction<DB>, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('custom_pages')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return false;
  await trx.deleteFrom('page_revisions').where('page', '=', id).execute();
  return true;
}
