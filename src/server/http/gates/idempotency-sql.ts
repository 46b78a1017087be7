import { sql } from 'kysely';
import { isAbsent, PROCESS_NUMBER } from '#server/db/presence';
import type { Services } from '#server/services';

/** A row without a reply that is older than this belongs to a process that died. */
const ABANDONED = '2 minutes';

/** Who works on a request, for its row. */
export const workedOnBy = (requestId: string) => JSON.stringify({ requestId, process: PROCESS_NUMBER });

const isAbandoned = sql<boolean>`created_at < now() - ${ABANDONED}::interval`;
/** Its process is not there: gone, or reconnecting for a moment. */
const isMissed = sql<boolean>`(reply ? 'process' and ${isAbsent(sql`(reply ->> 'process')::int`)})`;
/** The audit row of the one that works on `mine` tells that its work was committed. */
const isCommitted = sql<boolean>`exists (select from audit_log where audit_log.at >= mine.created_at - interval '1 minute'
  and request_id = mine.reply ->> 'requestId')`;

/** A request with its key, and the ID under which somebody works on it. */
export interface WorkedRequest {
  readonly caller: string;
  readonly route: string;
  readonly key: string;
  readonly requestId: string;
}

export interface RequestRow {
  body_hash: string;
  status: number | null;
  reply: unknown;
  abandoned: boolean;
  missed: boolean;
  /** Of one that is not answered yet: the ID of the request that works on it. */
  request_id: string | null;
}

/** What is known of a request that was made before. */
export async function selectRequest({ kysely }: Services['db'], caller: string, route: string, key: string) {
  const { rows } = await sql<RequestRow>`
    select body_hash, status, reply, status is null and ${isAbandoned} as abandoned, status is null and ${isMissed} as missed,
      case when status is null then reply ->> 'requestId' end as request_id
    from idempotency_keys where caller = ${caller} and route = ${route} and key = ${key}`.execute(kysely);
  return rows[0];
}

/**
 * Takes a request from the one that worked on it, unless it is back or another one has taken it. The dead process may have
 * committed before it died: its audit row tells, and then nothing may be done again.
 */
export async function takeOver(
  { kysely }: Services['db'],
  { caller, key, requestId, route }: WorkedRequest,
  from: string | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update idempotency_keys as mine set created_at = now(), reply = ${workedOnBy(requestId)}::jsonb
    where caller = ${caller} and route = ${route} and key = ${key} and status is null
      and reply ->> 'requestId' is not distinct from ${from} and (${isAbandoned} or ${isMissed})
      and not ${isCommitted}`.execute(kysely);
  return numAffectedRows === 1n;
}

/** Keeps what a request was answered; answers whether it was still the one that works on it. */
export async function storeReply(
  { kysely }: Services['db'],
  { caller, key, requestId, route }: WorkedRequest,
  reply: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update idempotency_keys set status = 200, reply = ${reply}::jsonb
    where caller = ${caller} and route = ${route} and key = ${key} and status is null
      and reply = ${workedOnBy(requestId)}::jsonb`.execute(kysely);
  return numAffectedRows === 1n;
}

/** Lets a key go whose request did nothing, unless another one works on it by now. */
export async function freeKey(
  { kysely }: Services['db'],
  { caller, key, requestId, route }: WorkedRequest,
): Promise<void> {
  await sql`
    delete from idempotency_keys
    where caller = ${caller} and route = ${route} and key = ${key} and status is null
      and reply = ${workedOnBy(requestId)}::jsonb`.execute(kysely);
}

/** Where the work of this request was committed, the request with the key is done and its reply is lost. */
export async function markDone(
  { kysely }: Services['db'],
  { caller, key, route }: WorkedRequest,
  worker: string | null,
): Promise<void> {
  await sql`
    update idempotency_keys as mine set status = 200, reply = null
    where caller = ${caller} and route = ${route} and key = ${key} and status is null
      and reply ->> 'requestId' = ${worker} and ${isCommitted}`.execute(kysely);
}

/** Settles a request of this process on which nobody works any more: it is done, or its key is free again. */
export async function settleLost(db: Services['db'], ours: WorkedRequest): Promise<void> {
  const { caller, key, requestId, route } = ours;
  await markDone(db, ours, requestId);
  await sql`
    delete from idempotency_keys as mine
    where caller = ${caller} and route = ${route} and key = ${key} and status is null
      and reply = ${workedOnBy(requestId)}::jsonb and not ${isCommitted}`.execute(db.kysely);
}

/** How many requests of one caller are kept, and how many bytes of replies. */
export interface Share {
  readonly rows: number;
  readonly bytes: number;
}

/** Lets the oldest of a caller go: first the replies, far later that there were requests. */
export async function forgetOld({ kysely }: Services['db'], caller: string, kept: Share): Promise<void> {
  await sql`
    with ranked as (
      select route, key, row_number() over newest as nth, sum(coalesce(pg_column_size(reply), 0)) over newest as bytes
      from idempotency_keys where caller = ${caller} and status is not null
      window newest as (order by created_at desc, route, key)),
    forgotten as (
      delete from idempotency_keys k using ranked r
      where k.caller = ${caller} and k.route = r.route and k.key = r.key and r.nth > ${kept.rows})
    update idempotency_keys k set reply = null from ranked r
    where k.caller = ${caller} and k.route = r.route and k.key = r.key and k.reply is not null
      and r.bytes > ${kept.bytes} and r.nth <= ${kept.rows}`.execute(kysely);
}
