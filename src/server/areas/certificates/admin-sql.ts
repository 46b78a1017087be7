import { type Kysely, sql } from 'kysely';
import type { Cursor } from '#server/cursor';
import { fewFound, isFindable, onlyFew } from '#server/db/counts/few-found-sql';
import { containing } from '#server/db/literal-pattern';
import type { DB } from '#server/db/types';

/** So many of the next certificates are read before an index is asked for the text. */
const NEAR = 500;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface AdminRow {
  readonly id: string;
  /** The instant of its cursor. */
  readonly at: string;
  readonly user_id: string | null;
  readonly kind: 'course' | 'exam';
  readonly holder_name: string | null;
  readonly present_name: string | null;
  readonly title: string;
  readonly course_title: string;
  readonly achieved_at: Date;
  readonly issued_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly revoked_reason: string | null;
  readonly replaced_for: 'renewal' | 'name' | null;
}

interface Wanted {
  readonly contains: string;
  readonly state: 'valid' | 'expired' | 'revoked' | null;
  readonly after: Cursor | null;
  readonly now: Date;
  readonly limit: number;
}

/** Which certificates the text is part of; a whole id is as well. */
const hasWords = (contains: string) => sql<boolean>`(t.search_text like lower(${containing(contains)})
  or t.id = ${UUID.test(contains) ? contains : null}::uuid)`;

/** Which certificates have this state and come after the page before. */
const isWanted = ({ after, now, state }: Pick<Wanted, 'after' | 'now' | 'state'>) => sql<boolean>`
  case ${state}::text
    when 'revoked' then t.revoked_at is not null
    when 'expired' then t.revoked_at is null and t.replaced_for is null and t.expires_at <= ${now}
    when 'valid' then t.revoked_at is null and t.replaced_for is null and (t.expires_at is null or t.expires_at > ${now})
    else true end
  and ${isAfter(after)}`;

const isAfter = (after: Cursor | null) =>
  after === null
    ? sql<boolean>`true`
    : sql<boolean>`(t.issued_at, t.id) < (${after.at}::timestamptz, ${after.id}::uuid)`;

/**
 * The certificates of a page, where they are known: all of it is among the next ones of the list, or few have the text. Null:
 * the list is read until the page is full.
 */
async function findIds(db: Kysely<DB>, wanted: Wanted): Promise<readonly string[] | null> {
  const { after, contains, limit } = wanted;
  if (!isFindable(contains)) return null;
  const { rows } = await sql<{ near: string[]; few: string[] }>`
    with near as materialized (
      select t.id from (
        select * from certificates t where ${isAfter(after)} order by t.issued_at desc, t.id desc limit ${NEAR}) t
      where ${hasWords(contains)} and ${isWanted(wanted)} order by t.issued_at desc, t.id desc limit ${limit})
    select array(select id from near) as near, ${fewFound(
      sql`select t.id from certificates t where (select count(*) from near) < ${limit} and ${hasWords(contains)}`,
    )} as few`.execute(db);
  const { few = [], near = [] } = rows[0] ?? {};
  return near.length === limit ? near : onlyFew(few);
}

/** A page of certificates, last issued first. */
export async function selectCertificates(db: Kysely<DB>, wanted: Wanted): Promise<AdminRow[]> {
  const { contains, limit } = wanted;
  const ids = await findIds(db, wanted);
  const found = ids === null ? hasWords(contains) : sql<boolean>`t.id = any (${ids}::uuid[])`;
  const { rows } = await sql<AdminRow>`
    with page as (
      select * from certificates t where ${contains === '' ? sql`true` : found} and ${isWanted(wanted)}
      order by t.issued_at desc, t.id desc limit ${limit})
    select t.id, t.issued_at::text as at, t.user_id, t.kind, t.holder_name, u.name as present_name, t.title, t.course_title,
      t.achieved_at, t.issued_at, t.expires_at, t.revoked_at, t.revoked_reason, t.replaced_for
    from page t left join users u on u.id = t.user_id order by t.issued_at desc, t.id desc`.execute(db);
  return rows;
}
