import { sql, type Transaction } from 'kysely';
import type { Db, Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

export interface BackupJob {
  readonly id: string;
  readonly wantedAt: Date;
  readonly nextAttemptAt: Date;
  /** Of the attempt that is being made; null: it waits. */
  readonly startedAt: Date | null;
  readonly failures: number;
  /** What the last attempt failed with; null: none failed. */
  readonly error: string | null;
  /** Null: it is still to be done. */
  readonly endedAt: Date | null;
}

const COLUMNS = sql`id, wanted_at as "wantedAt", next_attempt_at as "nextAttemptAt", started_at as "startedAt",
  failures, last_error as error, ended_at as "endedAt"`;

/** Whether it was wanted by a clock that was ahead. */
const isFuture = (now: Date) => sql`wanted_at > ${now}::timestamptz + interval '1 day'`;

/** What was wanted last; undefined: nothing ever. */
export async function selectNewestJob(db: Reader, now: Date): Promise<BackupJob | undefined> {
  const { rows } = await sql<BackupJob>`
    select ${COLUMNS} from backup_jobs
    order by ended_at is null desc, ${isFuture(now)}, wanted_at desc limit 1`.execute(db);
  return rows[0];
}

/** Whether the schedule has wanted a backup at that time or later. */
export async function wasScheduled(
  db: Reader,
  { at, now }: { readonly at: Date; readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from backup_jobs where cause = 'schedule' and wanted_at >= ${at} and not ${isFuture(now)} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Wants a backup; nothing happens while one is still to be done. Answers whether it is new. */
export async function insertJob(
  trx: Transaction<DB>,
  { at, cause, now }: { readonly at: Date; readonly cause: 'schedule' | 'request'; readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into backup_jobs (cause, wanted_at, next_attempt_at) values (${cause}, ${at}, ${now})
    on conflict do nothing returning id`.execute(trx);
  return rows.length > 0;
}

/** Has a job that waits for another attempt tried at once. */
export async function hurryJob(trx: Transaction<DB>, now: Date): Promise<void> {
  await sql`
    update backup_jobs set next_attempt_at = ${now}
    where ended_at is null and started_at is null and next_attempt_at > ${now}`.execute(trx);
}

export async function startJob({ kysely }: Db, id: string, now: Date): Promise<void> {
  await sql`update backup_jobs set started_at = ${now} where id = ${id}`.execute(kysely);
}

/** Lets a job wait again that was not finished for no fault of its own. */
export async function releaseJob({ kysely }: Db, id: string): Promise<void> {
  await sql`update backup_jobs set started_at = null where id = ${id}`.execute(kysely);
}

export async function finishJob({ kysely }: Db, id: string, now: Date): Promise<void> {
  await sql`
    update backup_jobs set ended_at = ${now}, started_at = null, last_error = null where id = ${id}`.execute(
    kysely,
  );
  await sql`delete from backup_jobs where wanted_at < ${now}::timestamptz - interval '366 days'`.execute(
    kysely,
  );
}

/** Notes a failure, and when it is tried again; null: it is given up. */
export async function failJob(
  { kysely }: Db,
  { error, id, now, retryAt }: { id: string; error: string; now: Date; retryAt: Date | null },
): Promise<void> {
  await sql`
    update backup_jobs set failures = failures + 1, last_error = ${error}, started_at = null,
      next_attempt_at = coalesce(${retryAt}::timestamptz, next_attempt_at),
      ended_at = case when ${retryAt}::timestamptz is null then ${now}::timestamptz end
    where id = ${id}`.execute(kysely);
}
