import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { UserFilters, UserRow } from '#contract/administration/users';
import type { UserSort, UserState } from '#domain/accounts/user-list';
import type { Tier } from '#domain/tiers';
import type { UserCursor } from '#server/cursor';
import type { Reader } from '#server/db/client';
import { keptCount } from '#server/db/counts/counts-sql';
import { literally } from '#server/db/lists/literal-pattern';
import type { DB } from '#server/db/types';

/** Up to here users are counted one by one, and those found gathered and sorted instead of met along the order. */
const COUNTED = 200;

interface Order {
  readonly key: RawBuilder<unknown>;
  readonly type: RawBuilder<unknown>;
  readonly ascending: boolean;
}

const ORDERS: Readonly<Record<UserSort, Order>> = {
  newest: { key: sql`p.created_at`, type: sql`timestamptz`, ascending: false },
  oldest: { key: sql`p.created_at`, type: sql`timestamptz`, ascending: true },
  name: { key: sql`lower(p.username)`, type: sql`text`, ascending: true },
  email: { key: sql`p.email`, type: sql`text`, ascending: true },
};

interface Row {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly avatar_url: string | null;
  readonly subscription_tier: Tier;
  readonly created_at: Date;
  readonly email_verified: boolean;
  readonly disabled_at: Date | null;
  readonly is_admin: boolean;
}

/** Shorter texts match beginnings only, because no index has the middle of a word for them. */
const isShort = (q: string) => [...q].length < 3;

// The three ways in which a text can be part of a name or an address; each has an index (migration 221).
const nameBegins = (q: string) => sql<boolean>`lower(p.username) like lower(${`${literally(q)}%`})`;
const emailBegins = (q: string) => sql<boolean>`p.email like lower(${`${literally(q)}%`})`;
const hasInside = (q: string) =>
  sql<boolean>`substr(lower(p.username), 2) || E'\\n' || substr(p.email, 2) like lower(${`%${literally(q)}%`})`;

/** Which profiles match. */
export function matching(filters: Omit<UserFilters, 'sort'>): RawBuilder<boolean> {
  const { q } = filters;
  const found = isShort(q)
    ? sql`(${nameBegins(q)} or ${emailBegins(q)})`
    : sql`p.search_text like lower(${`%${literally(q)}%`})`;
  return sql<boolean>`${q === '' ? sql`true` : found} and ${narrowed(filters)}`;
}

/** What is asked besides the text. */
function narrowed({ role, tier }: Pick<UserFilters, 'role' | 'tier'>): RawBuilder<boolean> {
  const isAdmin = sql`exists (select from members m where m.id = p.id and m.is_admin)`;
  return sql<boolean>`${tier === undefined ? sql`true` : sql`p.subscription_tier = ${tier}::tier`}
    and ${role === undefined ? sql`true` : role === 'admin' ? isAdmin : sql`not ${isAdmin}`}`;
}

type Way = 'name' | 'email' | 'inside';

/** Which accounts a text has found: those of ways that found few, and the ways that found more than are counted. */
interface Found {
  readonly ids: readonly string[];
  readonly many: readonly Way[];
}

interface Counted {
  readonly count: number;
  /** Whether no more were found than are counted. */
  readonly isAll: boolean;
  /** Null without a text. */
  readonly found: Found | null;
}

/** How many match. */
export async function countUsers(db: Kysely<DB>, filters: Omit<UserFilters, 'sort'>): Promise<Counted> {
  if (filters.q !== '') return findUsers(db, filters);
  if (filters.role === undefined)
    return { count: await countOfTier(db, filters.tier), isAll: true, found: null };
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from profiles p where ${matching(filters)} limit ${COUNTED + 1}) s`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, COUNTED), isAll: count <= COUNTED, found: null };
}

async function findUsers(db: Kysely<DB>, filters: Omit<UserFilters, 'sort'>): Promise<Counted> {
  const { q } = filters;
  const some = (way: RawBuilder<boolean>) =>
    sql`array(select p.id from profiles p where ${way} and ${narrowed(filters)} limit ${COUNTED + 1})`;
  const { rows } = await sql<Record<Way, string[] | null>>`
    with met as materialized (
      select ${some(nameBegins(q))} as name, ${some(emailBegins(q))} as email,
        ${some(isShort(q) ? sql<boolean>`false` : hasInside(q))} as inside)
    select case when cardinality(name) <= ${COUNTED} then name end as name,
      case when cardinality(email) <= ${COUNTED} then email end as email,
      case when cardinality(inside) <= ${COUNTED} then inside end as inside
    from met`.execute(db);
  const met = Object.entries(rows[0] ?? {}) as [Way, string[] | null][];
  const ids = [...new Set(met.flatMap(([, each]) => each ?? []))];
  const many = met.flatMap(([way, each]) => (each === null ? [way] : []));
  const isAll = many.length === 0 && ids.length <= COUNTED;
  return { count: isAll ? ids.length : COUNTED, isAll, found: { ids, many } };
}

/** How many members have this tier, or any. */
async function countOfTier(db: Kysely<DB>, tier: Tier | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::int as count from counts_now
    where what = 'members' and ${tier === undefined ? sql`true` : sql`subject = ${tier}`}`.execute(db);
  return rows[0]?.count ?? 0;
}

interface Wanted {
  readonly filters: UserFilters;
  readonly from: UserCursor | null;
  /** Reads towards the beginning of the list; what it answers is in the order of the list all the same. */
  readonly backwards: boolean;
  readonly limit: number;
  readonly found: Found | null;
}

/** Those that are known to match, or all that do; `place` and `order` are those of the page. */
function sourceOf(
  { filters, found, limit }: Pick<Wanted, 'filters' | 'found' | 'limit'>,
  place: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { q, sort } = filters;
  if (found?.many.length === 0)
    return sql`(select p.* from profiles p where p.id = any (${found.ids}::uuid[]) offset 0)`;
  const isByTime = sort === 'newest' || sort === 'oldest';
  if (!found || !isByTime || found.many.includes('inside') || [...q].length < 2)
    return sql`(select p.* from profiles p where ${matching(filters)})`;
  const beginning = (key: RawBuilder<unknown>, begins: RawBuilder<boolean>) => sql`
    (select p.* from profiles p
      where left(${key}, 2) = left(lower(${q}), 2) and ${begins} and ${narrowed(filters)} and ${place}
      order by p.created_at ${order}, p.id ${order} limit ${limit})`;
  const none = sql`(select p.* from profiles p where false)`;
  const named = found.many.includes('name') ? beginning(sql`lower(p.username)`, nameBegins(q)) : none;
  const addressed = found.many.includes('email') ? beginning(sql`p.email`, emailBegins(q)) : none;
  // A statement is planned each time, which takes longer for all ways than for one.
  if (found.ids.length === 0 && found.many.length === 1) return found.many[0] === 'name' ? named : addressed;
  // A name and its address often begin alike.
  return sql`(select distinct on (created_at, id) * from (
      ${named} union all ${addressed} union all select p.* from profiles p where p.id = any (${found.ids}::uuid[])) met
    order by created_at ${order}, id ${order})`;
}

/** A page of users, each with the value it is sorted by. */
export async function selectUsers(db: Kysely<DB>, { backwards, filters, found, from, limit }: Wanted) {
  const { ascending, key, type } = ORDERS[filters.sort];
  const [onward, order] = ascending === backwards ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const [shown] = [ascending ? sql`asc` : sql`desc`];
  const place =
    from === null
      ? sql`true`
      : sql`(${key}, p.id) ${onward} (cast(${from.key} as ${type}), ${from.id}::uuid)`;
  const source = sourceOf({ filters, found, limit }, place, order);
  const { rows } = await sql<Row & { key: string }>`
    with page as (
      select p.id, p.username, p.email, p.avatar_url, p.subscription_tier, p.created_at, ${key} as key
      from ${source} p where ${place}
      order by ${key} ${order}, p.id ${order} limit ${limit})
    select page.id, page.username, page.email, page.avatar_url, page.subscription_tier, page.created_at,
      page.key::text as key, u.email_verified, u.disabled_at, r.user_id is not null as is_admin
    from page join users u on u.id = page.id left join user_roles r on r.user_id = u.id and r.role = 'admin'
    order by page.key ${shown}, page.id ${shown}`.execute(db);
  return rows;
}

export interface UserLine {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly subscription_tier: Tier;
  /** In UTC, without a zone, to the microsecond: a date would lose them, and with them the place in the order. */
  readonly created_at: string;
  readonly email_verified: boolean;
  readonly disabled_at: Date | null;
  readonly is_admin: boolean;
}

/** All that match, in order. */
export async function selectUserIds(db: Reader, filters: UserFilters): Promise<string[]> {
  const { ascending, key } = ORDERS[filters.sort];
  const order = ascending ? sql`asc` : sql`desc`;
  const { rows } = await sql<{ id: string }>`
    select p.id from profiles p where ${matching(filters)} order by ${key} ${order}, p.id ${order}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The next users of a file, with no more than a line says: those named, or those after `from` in an order of time. */
export async function selectUserLines(
  db: Reader,
  {
    filters,
    from,
    ids,
    limit,
  }: Omit<Wanted, 'backwards' | 'found'> & {
    /** The accounts that match, where these are known. */
    readonly ids: readonly string[] | null;
  },
): Promise<UserLine[]> {
  const { ascending, key, type } = ORDERS[filters.sort];
  const [onward, order] = ascending ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const { rows } = await sql<UserLine>`
    select p.id, p.username, p.email, p.subscription_tier, (p.created_at at time zone 'utc')::text as created_at,
      u.email_verified, u.disabled_at,
      p.id = any (array(select user_id from user_roles where role = 'admin')) as is_admin
    from profiles p join users u on u.id = p.id
    where ${ids === null ? matching(filters) : sql`p.id = any (${ids}::uuid[])`}
      and ${from === null ? sql`true` : sql`(${key}, p.id) ${onward} (cast(${from.key} as ${type}), ${from.id}::uuid)`}
    order by ${key} ${order}, p.id ${order} limit ${limit}`.execute(db);
  return rows;
}

/** How many lines a file of users has; with a limit no more are counted. */
export async function countUserLines(
  db: Reader,
  filters: Omit<UserFilters, 'sort'>,
  limit?: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from profiles p where ${matching(filters)} limit ${limit ?? null}) s`.execute(db);
  return rows[0]?.count ?? 0;
}

/** One user as the list shows it; undefined when there is none. In a transaction nobody else changes it meanwhile. */
export async function lockUser(
  trx: Transaction<DB>,
  id: string,
): Promise<(Row & { readonly erase_at: Date | null }) | undefined> {
  const { rows } = await sql<Row & { erase_at: Date | null }>`
    select p.id, p.username, p.email, p.avatar_url, p.subscription_tier, p.created_at, u.email_verified, u.disabled_at,
      u.erase_at, m.is_admin
    from profiles p join users u on u.id = p.id join members m on m.id = p.id where p.id = ${id} for update of p, u`.execute(
    trx,
  );
  return rows[0];
}

/** Whether an account can be used, as lists and files say it. */
export function stateOf({
  disabled_at,
  email_verified,
}: Pick<Row, 'disabled_at' | 'email_verified'>): UserState {
  if (disabled_at) return 'disabled';
  return email_verified ? 'active' : 'unconfirmed';
}

export function toUserRow(row: Row): UserRow {
  return {
    id: row.id,
    name: row.username,
    email: row.email,
    avatar: row.avatar_url,
    subscriptionTier: row.subscription_tier,
    role: row.is_admin ? 'admin' : 'user',
    state: stateOf(row),
    createdAt: row.created_at.toISOString(),
  };
}

/** The address of an account, and whether it is confirmed. */
export function selectConfirmation(db: Reader, id: string) {
  return db
    .selectFrom('users')
    .select(['name', 'email', 'email_verified'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Writes down how many members have which tier on this day, unless that was done within the hour. */
export async function updateMemberCounts(db: Reader, now: Date): Promise<void> {
  await sql`
    insert into daily_members as d (day, free, basic, premium, counted_at)
    select (${now}::timestamptz at time zone 'utc')::date, ${keptCount('members', 'free')},
      ${keptCount('members', 'basic')}, ${keptCount('members', 'premium')}, ${now}
    where not exists (
      select from daily_members
      where day = (${now}::timestamptz at time zone 'utc')::date
        and counted_at > ${now}::timestamptz - interval '1 hour')
    on conflict (day) do update
      set free = excluded.free, basic = excluded.basic, premium = excluded.premium,
        counted_at = excluded.counted_at`.execute(db);
}
