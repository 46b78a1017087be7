import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AuditEntry, AuditFilters } from '#contract/administration/audit';
import type { ActorKind } from '#domain/audit/actor-kinds';
import { containing } from '#server/db/lists/literal-pattern';
import type { DB } from '#server/db/types';

/** Values longer than this, as text, are left out of a list. */
const LONG = 4000;
const ENDLESS = 2 ** 30;
/** Entries of one moment may have got their numbers in another order; never by more than these. */
const SKEW = 10_000;
/** So many accounts at most are meant by a part of a name. */
const MEANT = 500;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Row {
  readonly id: number;
  readonly at: Date;
  readonly actor_id: string | null;
  readonly actor_kind: ActorKind;
  readonly actor_name: string | null;
  readonly actor_email: string | null;
  readonly on_behalf_of: string | null;
  readonly behalf_name: string | null;
  readonly api_key_id: string | null;
  readonly key_name: string | null;
  readonly action: string;
  readonly entity: string;
  readonly entity_id: string | null;
  readonly entity_name: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly is_long: boolean;
  readonly ip_address: string | null;
  readonly request_id: string | null;
}

interface Wanted {
  readonly filters: AuditFilters;
  /** Only entries beyond this one. */
  readonly from: string | null;
  /** Towards the newest. */
  readonly backwards: boolean;
  readonly limit: number;
  /** With values of any length. */
  readonly whole?: boolean;
}

/** A page of the audit log, newest first. */
export async function selectAudit(
  db: Kysely<DB>,
  { backwards, filters, from, limit, whole = false }: Wanted,
): Promise<Row[]> {
  const order = backwards ? sql`asc` : sql`desc`;
  const beyond = from === null ? sql`true` : sql`a.id ${backwards ? sql`>` : sql`<`} ${from}::bigint`;
  const some = (condition: RawBuilder<unknown>) => sql`
    (select a.* from audit_log a where ${condition} and ${beyond} and ${matching(filters)} order by a.id ${order} limit ${limit})`;
  const { about } = filters;
  // Short lists instead of one condition with an or, which no index answers.
  const page =
    about === undefined
      ? some(sql`true`)
      : sql`(select * from (${some(sql`a.actor_id = ${about}::uuid`)} union
          ${some(sql`a.on_behalf_of = ${about}::uuid`)} union
          ${some(sql`a.entity = 'user' and a.entity_id = ${about}`)}) u order by id ${order} limit ${limit})`;
  return selectRows(db, page, whole ? ENDLESS : LONG);
}

/** How many entries match; with a limit no more are counted. */
export async function countAudit(db: Kysely<DB>, filters: AuditFilters, limit?: number): Promise<number> {
  const { about } = filters;
  const own =
    about === undefined
      ? sql`true`
      : sql`(a.actor_id = ${about}::uuid or a.on_behalf_of = ${about}::uuid
          or (a.entity = 'user' and a.entity_id = ${about}))`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from audit_log a where ${own} and ${matching(filters)} limit ${limit ?? null}) s`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function selectAuditEntry(db: Kysely<DB>, id: string): Promise<Row | undefined> {
  const entry = sql`(select a.* from audit_log a where a.id = ${id}::bigint and ${MAY_BE_READ})`;
  const [row] = await selectRows(db, entry, ENDLESS);
  return row;
}

/** The actions and entities that occur, met by hopping along their indexes. */
export async function selectAuditKinds(db: Kysely<DB>) {
  const { rows } = await sql<{ kind: 'action' | 'entity'; name: string }>`
    with recursive actions as (
      (select action as name from audit_log order by action limit 1)
      union all select (select action from audit_log where action > name order by action limit 1) from actions where name is not null
    ), entities as (
      (select entity as name from audit_log order by entity limit 1)
      union all select (select entity from audit_log where entity > name order by entity limit 1) from entities where name is not null
    )
    select 'action' as kind, name from actions where name is not null
    union all select 'entity', name from entities where name is not null`.execute(db);
  return rows;
}

/**
 * What candidates did in an attempt that is marked without names shows in the log once it has its result: who marks it
 * reads the log as well, and who submitted at which moment is its name.
 */
const MAY_BE_READ = sql<boolean>`(a.entity <> 'exam_attempt' or not exists (
  select from exam_attempts t join exam_versions v on v.id = t.version_id
  where t.id = case when a.entity_id ~ ${UUID.source} then a.entity_id::uuid end and t.user_id = a.actor_id
    and (t.submitted_at is null or t.waiting) and coalesce((v.exam->'settings'->>'blind')::boolean, false)))`;

function matching({ action, actor, entity, entityId, from, kind, to }: AuditFilters): RawBuilder<boolean> {
  const text = containing(actor);
  const conditions = [
    action === undefined ? null : sql`a.action = ${action}`,
    entity === undefined ? null : sql`a.entity = ${entity}`,
    entityId === undefined ? null : sql`a.entity_id = ${entityId}`,
    kind === undefined ? null : sql`a.actor_kind = ${kind}`,
    actor === ''
      ? null
      : UUID.test(actor)
        ? sql`a.actor_id = ${actor}::uuid`
        : sql`a.actor_id = any (array(select id from profiles where search_text like lower(${text}) limit ${MEANT}))`,
    from === undefined
      ? null
      : sql`a.at >= ${from}::timestamptz and a.id >= ${SKEW * -1} + coalesce(
          (select f.id from audit_log f where f.at >= ${from}::timestamptz order by f.at, f.id limit 1), 0)`,
    to === undefined
      ? null
      : sql`a.at < ${to}::timestamptz and a.id <= ${SKEW} + coalesce(
          (select t.id from audit_log t where t.at < ${to}::timestamptz order by t.at desc, t.id desc limit 1), 0)`,
  ].filter((condition) => condition !== null);
  return sql<boolean>`${sql.join([MAY_BE_READ, ...conditions], sql` and `)}`;
}

/** With the names of now. What an account that is gone was called is shown nowhere. */
async function selectRows(db: Kysely<DB>, page: RawBuilder<unknown>, longest: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select a.id, a.at, a.actor_id, a.actor_kind, actor.username as actor_name, actor.email as actor_email,
      a.on_behalf_of, behalf.username as behalf_name, a.api_key_id, key.name as key_name,
      a.action, a.entity, a.entity_id, coalesce(subject.username, course.title, page.title) as entity_name, a.ip_address, a.request_id, is_long,
      case when not is_long then case when is_gone then a.before - array['name', 'email'] else a.before end end as before,
      case when not is_long then case when is_gone then a.after - array['name', 'email'] else a.after end end as after
    from ${page} a
    cross join lateral (select case when a.entity_id ~ ${UUID.source} then a.entity_id::uuid end as uuid) i
    left join profiles actor on actor.id = a.actor_id
    left join profiles behalf on behalf.id = a.on_behalf_of
    left join api_keys key on key.id = a.api_key_id
    left join profiles subject on a.entity = 'user' and subject.id = i.uuid
    left join custom_pages page on a.entity = 'page' and page.id = i.uuid
    left join courses course on a.entity in ('course', 'post') and course.id = i.uuid
    cross join lateral (select
      coalesce(length(a.before::text), 0) + coalesce(length(a.after::text), 0) > ${longest} as is_long,
      a.entity = 'user' and subject.id is null and jsonb_typeof(coalesce(a.before, a.after)) = 'object' as is_gone) l
    order by a.id desc`.execute(db);
  return rows;
}

export function toAuditEntry(row: Row): AuditEntry {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name, email: row.actor_email },
    onBehalfOf: row.on_behalf_of === null ? null : { id: row.on_behalf_of, name: row.behalf_name },
    key: row.api_key_id === null ? null : { id: row.api_key_id, name: row.key_name },
    action: row.action,
    entity: row.entity,
    entityId: row.entity_id,
    entityName: row.entity_name,
    ipAddress: row.ip_address,
    request: row.request_id,
    before: row.before ?? null,
    after: row.after ?? null,
    isLong: row.is_long,
  };
}
