import { sql, type Transaction } from 'kysely';
import type { ExportRequest } from '#contract/administration/exports';
import { type ExportKind, type ExportState, MAX_EXPORT_ATTEMPTS } from '#domain/exports/limits';
import type { Block } from '#server/areas/media/blocks/block-file';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

export interface ExportRow {
  readonly id: string;
  readonly kind: ExportKind;
  readonly course: string | null;
  readonly state: ExportState;
  readonly total: number;
  readonly written: number;
  readonly bytes: number;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly expires_at: Date | null;
}

const SHOWN = sql`e.id, e.request ->> 'kind' as kind, e.state, e.total, e.written, e.bytes::float8 as bytes,
  e.created_at, e.finished_at, e.expires_at, (select title from courses c
    where e.request ->> 'kind' = 'gradebook' and c.id = (e.request ->> 'courseId')::uuid) as course`;

/** Exports of one administrator, newest first. */
export async function selectExports(db: Reader, userId: string): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select ${SHOWN} from exports e where e.user_id = ${userId} order by e.created_at desc, e.id`.execute(db);
  return rows;
}

/** Until the end of the transaction nobody else asks for exports as this person; how many there are. */
export async function lockExports(trx: Transaction<DB>, userId: string): Promise<number> {
  await sql`select from users where id = ${userId} for no key update`.execute(trx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from exports where user_id = ${userId}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** The same export on its way already; undefined when there is none. */
export async function selectOpen(
  trx: Transaction<DB>,
  userId: string,
  request: ExportRequest,
): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    select ${SHOWN} from exports e
    where e.user_id = ${userId} and md5(e.request::text) = md5((${JSON.stringify(request)}::jsonb)::text)
      and e.state in ('waiting', 'writing')`.execute(trx);
  return rows[0];
}

export async function insertExport(
  trx: Transaction<DB>,
  { now, request, total, userId }: { userId: string; request: ExportRequest; total: number; now: Date },
): Promise<ExportRow> {
  const { rows } = await sql<ExportRow>`
    with e as (
      insert into exports (user_id, request, total, created_at)
      values (${userId}, ${JSON.stringify(request)}, ${total}, ${now}) returning *)
    select ${SHOWN} from e`.execute(trx);
  return rows[0] as ExportRow;
}

/** Where one's own export lies that can be downloaded; undefined when there is none. */
export async function selectReady(
  trx: Transaction<DB>,
  { id, now, userId }: { id: string; userId: string; now: Date },
): Promise<{ kind: ExportKind; blocks: readonly Block[]; finished_at: Date } | undefined> {
  const { rows } = await sql<{ kind: ExportKind; blocks: readonly Block[]; finished_at: Date }>`
    select request ->> 'kind' as kind, blocks, finished_at from exports
    where id = ${id} and user_id = ${userId} and state = 'ready' and expires_at > ${now}`.execute(trx);
  return rows[0];
}

/** Whether there was one of this person; its blocks go by the chore that removes files. */
export async function deleteExport(trx: Transaction<DB>, id: string, userId: string): Promise<boolean> {
  const { rows } =
    await sql`delete from exports where id = ${id} and user_id = ${userId} returning id`.execute(trx);
  return rows.length > 0;
}

/** Deletes what nobody can download any more; answers how many. */
export async function deleteExpired(db: Reader, now: Date): Promise<number> {
  const { rows } = await sql`delete from exports where expires_at <= ${now} returning id`.execute(db);
  return rows.length;
}

export interface Writing {
  readonly id: string;
  readonly user_id: string;
  readonly request: unknown;
  readonly attempts: number;
}

interface Lease {
  readonly holder: string;
  readonly until: Date;
}

/**
 * Takes the next export that nobody writes, from its beginning: what a process wrote that died is given up. Exports of
 * people who do not administer any more are left to their end.
 */
export async function takeExport(
  trx: Transaction<DB>,
  { holder, now, until }: Lease & { now: Date },
): Promise<Writing | undefined> {
  const { rows } = await sql<Writing>`
    with next as (
      select e.id, e.blocks from exports e
      where e.state in ('waiting', 'writing') and (e.leased_until is null or e.leased_until <= ${now})
        and e.attempts < ${MAX_EXPORT_ATTEMPTS}
      order by e.created_at limit 1 for update skip locked),
    given_up as (
      insert into files_to_remove (key)
      select block ->> 'key' from next, jsonb_array_elements(next.blocks) block on conflict do nothing)
    update exports e set state = 'writing', holder = ${holder}, leased_until = ${until}, attempts = e.attempts + 1,
      written = 0, bytes = 0, blocks = '[]'
    from next where e.id = next.id returning e.id, e.user_id, e.request, e.attempts`.execute(trx);
  return rows[0];
}

/** Says how far it is; false: it was canceled, or somebody else writes it. */
export async function updateProgress(
  trx: Reader,
  id: string,
  { block, holder, until, written }: Lease & { written: number; block?: Block },
): Promise<boolean> {
  const { rows } = await sql`
    update exports set written = ${written}, leased_until = ${until}, bytes = bytes + ${block?.bytes ?? 0},
      blocks = blocks || ${JSON.stringify(block ? [block] : [])}::jsonb
    where id = ${id} and holder = ${holder} and state = 'writing' returning id`.execute(trx);
  return rows.length > 0;
}

interface Ending {
  readonly holder: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Whether it became ready by this. */
export async function finishExport(
  trx: Transaction<DB>,
  id: string,
  { expiresAt, holder, now }: Ending,
): Promise<boolean> {
  const { rows } = await sql`
    update exports set state = 'ready', total = written, holder = null, leased_until = null, finished_at = ${now},
      expires_at = ${expiresAt}
    where id = ${id} and holder = ${holder} and state = 'writing' returning id`.execute(trx);
  return rows.length > 0;
}

/** Lets another process begin again from that time on; one that was merely interrupted has not been tried. */
export async function giveBack(
  db: Reader,
  id: string,
  { holder, isTried, retryAt }: { holder: string; isTried: boolean; retryAt: Date },
): Promise<void> {
  await sql`
    update exports set state = 'waiting', holder = null, leased_until = ${retryAt},
      attempts = attempts - ${isTried ? 0 : 1}
    where id = ${id} and holder = ${holder} and state = 'writing'`.execute(db);
}

/** Exports that were started often enough and are written by nobody have failed; whose they are. */
export async function failLost(
  trx: Transaction<DB>,
  { expiresAt, now }: Omit<Ending, 'holder'>,
): Promise<{ id: string; user_id: string; kind: ExportKind }[]> {
  const { rows } = await sql<{ id: string; user_id: string; kind: ExportKind }>`
    update exports set state = 'failed', holder = null, leased_until = null, finished_at = ${now},
      expires_at = ${expiresAt}
    where state in ('waiting', 'writing') and attempts >= ${MAX_EXPORT_ATTEMPTS}
      and (leased_until is null or leased_until <= ${now})
    returning id, user_id, request ->> 'kind' as kind`.execute(trx);
  return rows;
}

/** Whether somebody who asked for something in the background may still administer. */
export async function isStillAdmin(db: Reader, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('id', '=', userId)
    .where('is_admin', '=', true)
    .where('is_enabled', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}
