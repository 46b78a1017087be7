import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Cursor } from '#server/cursor';
import { fewFoundBy, isFindable, onlyFew } from '#server/db/counts/few-found-sql';
import { isOlder } from '#server/db/lists/cursor-sql';
import { containing } from '#server/db/lists/literal-pattern';
import type { DB } from '#server/db/types';

/** Where none of so many next certificates has the text, an index is asked for it; else so many are read. */
const GLANCED_AT = 100;
const NEAR = 1000;
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

/** Which certificates the text is part of, as an index finds it; a whole id is as well. */
const hasWords = (contains: string) => sql<boolean>`(t.search_text like lower(${containing(contains)})
  or t.id = ${UUID.test(contains) ? contains : null}::uuid)`;

/** The same for certificates that are read anyway: a pattern would have the statement planned anew for each text. */
const sayWords = (contains: string) => sql<boolean>`(strpos(t.search_text, lower(${contains})) > 0
  or t.id = ${UUID.test(contains) ? contains : null}::uuid)`;

/** Which certificates have this state and come after the page before. */
const isWanted = ({ after, now, state }: Pick<Wanted, 'after' | 'now' | 'state'>) => sql<boolean>`
  case ${state}::text
    when 'revoked' then t.revoked_at is not null
    when 'expired' then t.revoked_at is null and t.replaced_for is null and t.expires_at <= ${now}
    when 'valid' then t.revoked_at is null and t.replaced_for is null and (t.expires_at is null or t.expires_at > ${now})
    else true end
  and ${isAfter(after)}`;

const isAfter = (after: Cursor | null) => isOlder(after, sql`t.issued_at`, sql`t.id`);

/** The next certificates of the list: many where one of the first has the text, else none. */
function nearOf(wanted: Wanted): RawBuilder<unknown> {
  const next = sql`select * from certificates t where ${isAfter(wanted.after)} order by t.issued_at desc, t.id desc`;
  return sql`(${next} limit (
    select case when exists (
      select from (${next} limit ${GLANCED_AT}) t where ${sayWords(wanted.contains)} and ${isWanted(wanted)})
    then ${NEAR}::int else 0 end))`;
}

/** The certificates that have the text, where these are few. */
async function selectFew(db: Kysely<DB>, contains: string): Promise<readonly string[] | null> {
  const { rows } = await sql<{ ids: string[] }>`
    select ${fewFoundBy(sql`select t.id from certificates t where ${hasWords(contains)}`)} as ids`.execute(
    db,
  );
  return onlyFew(rows[0]?.ids ?? []);
}

/** Where a page is read from: all certificates, those that are near, or these. */
type Source = 'all' | 'near' | readonly string[];

function isFound(contains: string, from: Source): RawBuilder<boolean> {
  if (from === 'near') return sayWords(contains);
  return from === 'all' ? hasWords(contains) : sql<boolean>`t.id = any (${from}::uuid[])`;
}

async function selectPage(db: Kysely<DB>, wanted: Wanted, from: Source): Promise<AdminRow[]> {
  const { contains, limit } = wanted;
  const { rows } = await sql<AdminRow>`
    with page as (
      select * from ${from === 'near' ? nearOf(wanted) : sql`certificates`} t
      where ${contains === '' ? sql`true` : isFound(contains, from)} and ${isWanted(wanted)}
      order by t.issued_at desc, t.id desc limit ${limit})
    select t.id, t.issued_at::text as at, t.user_id, t.kind, t.holder_name, u.name as present_name, t.title, t.course_title,
      t.achieved_at, t.issued_at, t.expires_at, t.revoked_at, t.revoked_reason, t.replaced_for
    from page t left join users u on u.id = t.user_id order by t.issued_at desc, t.id desc`.execute(db);
  return rows;
}

/** A page of certificates, last issued first. */
export async function selectCertificates(db: Kysely<DB>, wanted: Wanted): Promise<AdminRow[]> {
  const { contains, limit } = wanted;
  if (!isFindable(contains)) return selectPage(db, wanted, 'all');
  const near = await selectPage(db, wanted, 'near');
  if (near.length === limit) return near;
  const few = await selectFew(db, contains);
  return few?.length === 0 ? [] : selectPage(db, wanted, few ?? 'all');
}
