import { type Kysely, sql, type Transaction } from 'kysely';
import { isBuiltIn, isText, type PageContent, type PageRevision } from '#contract/pages';
import type { PageState } from '#domain/site/page-states';
import type { Reader } from '#server/db/client';
import { holdTurn } from '#server/db/hold-turn';
import type { DB } from '#server/db/types';
import { updateCustomPage } from './custom/custom-sql.ts';

export function selectPage(db: Kysely<DB>, name: string) {
  return db
    .selectFrom('page_content')
    .select(['content', 'markdown', 'updated_at'])
    .where('page_name', '=', name)
    .executeTakeFirst();
}

export function selectSetting(db: Kysely<DB>, name: string) {
  return db.selectFrom('site_settings').select(['value']).where('name', '=', name).executeTakeFirst();
}

export function insertContactMessage(
  trx: Transaction<DB>,
  message: { name: string; email: string; message: string },
) {
  return trx.insertInto('contact_messages').values(message).returning('id').executeTakeFirstOrThrow();
}

/** What a page says, as it may be stored, with the HTML of a text. */
export interface PreparedPage {
  readonly content: PageContent;
  readonly html: string;
}

export interface StoredPage {
  readonly version: number;
  readonly content: PageContent;
  readonly savedAt: Date;
  readonly savedBy: string | null;
  /** Null for a page that every school has. */
  readonly state: PageState | null;
  readonly publishedAt: Date | null;
  readonly publishAt: Date | null;
}

/** One save of a page after another: held until the transaction ends, also where there is no row yet. */
export async function lockPage(trx: Transaction<DB>, name: string): Promise<void> {
  await holdTurn(trx, `page ${name}`);
}

/** What stands in the tables for this page, with who saved it; nothing while the default text is shown. */
export async function selectPageState(db: Reader, name: string): Promise<StoredPage | undefined> {
  const added = isBuiltIn(name) ? null : name;
  const { rows } = await sql<StoredPage>`
    with stored as (
      select version, case when markdown is null then jsonb_build_object('kind', 'html', 'html', content)
        else jsonb_build_object('kind', 'markdown', 'markdown', markdown) end as content, updated_at,
        null::course_state as state, null::timestamptz as published_at, null::timestamptz as publish_at
      from page_content where page_name = ${name}
      union all
      select version, case when name = 'faq' then jsonb_build_object('kind', 'faq', 'items', value)
        else value || jsonb_build_object('kind', 'contact') end, updated_at, null, null, null
      from site_settings where name = ${name} and name in ('faq', 'contact')
      union all
      select version, jsonb_build_object('kind', 'custom', 'title', title, 'slug', slug, 'description', description,
        'markdown', markdown, 'meta', meta), updated_at, state, published_at, publish_at
      from custom_pages where id = ${added}::uuid and deleted_at is null
    )
    select stored.version, stored.content, stored.updated_at as "savedAt", users.name as "savedBy",
      stored.state, stored.published_at as "publishedAt", stored.publish_at as "publishAt"
    from stored
    left join page_revisions r on r.page = ${name} and r.version = stored.version
    left join users on users.id = r.saved_by`.execute(db);
  return rows[0];
}

export async function writePageState(
  trx: Transaction<DB>,
  name: string,
  { content, html, savedAt, version }: PreparedPage & { version: number; savedAt: Date },
): Promise<void> {
  if (isText(content)) {
    const markdown = content.kind === 'markdown' ? content.markdown : null;
    const changed = { content: html, markdown, version, updated_at: savedAt };
    await trx
      .insertInto('page_content')
      .values({ page_name: name, ...changed })
      .onConflict((conflict) => conflict.column('page_name').doUpdateSet(changed))
      .execute();
    return;
  }
  if (content.kind === 'custom') return updateCustomPage(trx, name, { content, html, savedAt, version });
  const { kind: _kind, ...details } = content;
  const changed = {
    value: JSON.stringify('items' in details ? details.items : details),
    version,
    updated_at: savedAt,
  };
  await trx
    .insertInto('site_settings')
    .values({ name, ...changed })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(changed))
    .execute();
}

interface NewRevision {
  readonly version: number;
  readonly content: PageContent;
  readonly origin: PageRevision['origin'];
  readonly restoredVersion?: number | null;
  /** Kept only where it is a person's. */
  readonly savedBy: string | null;
  readonly savedAt: Date;
}

/** Keeps one state of a page; one that is kept already stays as it is. */
export async function insertRevision(
  trx: Transaction<DB>,
  page: string,
  revision: NewRevision,
): Promise<void> {
  const { content, origin, restoredVersion = null, savedAt, savedBy, version } = revision;
  await sql`
    insert into page_revisions (page, version, content, origin, restored_version, saved_by, saved_at)
    values (${page}, ${version}, ${JSON.stringify(content)}, ${origin}, ${restoredVersion},
      (select id from users where id = ${savedBy}), ${savedAt})
    on conflict on constraint page_revisions_page_version_key do nothing`.execute(trx);
}

export function selectRevisions(db: Reader, page: string, before: number, limit: number) {
  return revisionHeads(db, page)
    .where('page_revisions.version', '<', before)
    .orderBy('page_revisions.version', 'desc')
    .limit(limit)
    .execute();
}

export function selectRevision(db: Reader, page: string, version: number) {
  return revisionHeads(db, page)
    .select('page_revisions.content')
    .where('page_revisions.version', '=', version)
    .executeTakeFirst();
}

function revisionHeads(db: Reader, page: string) {
  return db
    .selectFrom('page_revisions')
    .leftJoin('users', 'users.id', 'page_revisions.saved_by')
    .select([
      'page_revisions.version',
      'page_revisions.origin',
      'page_revisions.restored_version as restoredVersion',
      'page_revisions.saved_at as savedAt',
      'users.name as savedBy',
    ])
    .where('page_revisions.page', '=', page);
}
