import { type Kysely, sql } from 'kysely';
import type { Cursor } from '#server/cursor';
import { fewFound, isFindable, onlyFew } from '#server/db/counts/few-found-sql';
import { containing } from '#server/db/literal-pattern';
import type { DB } from '#server/db/types';

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

/** The certificates that a text is found in, by its words or by its holder, where these are few. */
async function selectFew(db: Kysely<DB>, contains: string): Promise<readonly string[] | null> {
  if (!isFindable(contains)) return null;
  const like = containing(contains);
  const { rows } = await sql<{ ids: string[] }>`select ${fewFound(
    sql`select id from certificates where holder_name ilike ${like} or title ilike ${like} or course_title ilike ${like}`,
    sql`select c.id from profiles p join certificates c on c.user_id = p.id where p.search_text like lower(${like})`,
    sql`select id from certificates where id = ${UUID.test(contains) ? contains : null}::uuid`,
  )} as ids`.execute(db);
  return onlyFew(rows[0]?.ids ?? []);
}

/** A page of certificates, last issued first. */
export async function selectCertificates(
  db: Kysely<DB>,
  { after, contains, limit, now, state }: Wanted,
): Promise<AdminRow[]> {
  const like = containing(contains);
  const few = await selectFew(db, contains);
  const { rows } = await sql<AdminRow>`
    with page as (select * from certificates t
    where (${contains} = '' or t.holder_name ilike ${like} or t.title ilike ${like} or t.course_title ilike ${like}
        or t.id::text = lower(${contains})
        or (select u.name ilike ${like} or u.email ilike ${like} from users u where u.id = t.user_id))
      ${few === null ? sql`` : sql`and t.id = any (${few}::uuid[])`}
      and case ${state}::text
        when 'revoked' then t.revoked_at is not null
        when 'expired' then t.revoked_at is null and t.replaced_for is null and t.expires_at <= ${now}
        when 'valid' then t.revoked_at is null and t.replaced_for is null and (t.expires_at is null or t.expires_at > ${now})
        else true end
      and (${after?.at ?? null}::timestamptz is null
        or (t.issued_at, t.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by t.issued_at desc, t.id desc limit ${limit})
    select t.id, t.issued_at::text as at, t.user_id, t.kind, t.holder_name, u.name as present_name, t.title, t.course_title,
      t.achieved_at, t.issued_at, t.expires_at, t.revoked_at, t.revoked_reason, t.replaced_for
    from page t left join users u on u.id = t.user_id order by t.issued_at desc, t.id desc`.execute(db);
  return rows;
}
