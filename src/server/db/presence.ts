import { randomInt, randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';

/** Shared by all who use a database; a restore has it alone. */
const PRESENCE_LOCK = 815_002;

/** With the number of a process: held for as long as that one listens. */
export const PROCESS_LOCK = 815_004;

/** With the number of a process: held for as long as that one may keep in memory who sessions belong to. */
const KEEPER_LOCK = 815_005;

/** Ours, for as long as we run. */
export const PROCESS_NUMBER = randomInt(1, 2 ** 31 - 1);

/** How often somebody looks who is there. */
export const LOOK_EVERY_MS = 500;
/**
 * So often in a row a process must be missed, over 3.5 seconds: one that is alive may need 3 until it connects again, where
 * an attempt hangs, and then the time that connecting takes.
 */
export const MISSED_LOOKS = 8;

/**
 * A new ID under which this process holds something, which begins with its number. Version 8 tells it from those of releases
 * that said nothing so.
 */
export function newHolder(): string {
  const random = randomUUID();
  return `${PROCESS_NUMBER.toString(16).padStart(8, '0')}-${random.slice(9, 14)}8${random.slice(15)}`;
}

/** The number of the process in an ID of `newHolder`. */
export const processOf = (holder: RawBuilder<unknown>): RawBuilder<number> =>
  sql`('x' || left(${holder}::text, 8))::bit(32)::int`;

/** Whether an ID names its process. */
export const namesProcess = (holder: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(substr(${holder}::text, 15, 1) = '8')`;

/** Whether the process with this number is there; one that lost its connection is not, until it is back. */
const isPresent = (number: RawBuilder<number>): RawBuilder<boolean> => sql`exists (
  select from pg_locks where locktype = 'advisory' and objsubid = 2 and classid = ${PROCESS_LOCK}::int
    and objid = ${number} and granted and database = (select oid from pg_database where datname = current_database()))`;

/** Whether we are there and the process with this number is not. Who is away themselves can't tell: perhaps all are. */
export const isAbsent = (number: RawBuilder<number>): RawBuilder<boolean> =>
  sql`(${isPresent(sql`${PROCESS_NUMBER}::int`)} and not ${isPresent(number)})`;

/** Held while a backup is written into the place of the settings. */
const BACKUP_LOCK = 815_003;

/**
 * Has the server end this connection within half a minute once its machine has no power. Unix sockets have none of it. Not for who
 * reads slowly: a copy that waits for its reader that long would be ended, too.
 */
export async function noticeLostMachine(client: pg.Client): Promise<void> {
  await client.query(
    'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set tcp_user_timeout = 25000',
  );
}

/**
 * Has the server end what it does for us within seconds once we are gone: a statement of minutes would keep its locks until it is
 * done. Not every system can tell the server.
 */
export async function noticeLostClient(client: pg.Client): Promise<void> {
  await client.query("set client_connection_check_interval = '2s'").catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError)) throw error;
  });
}

/** Says, for as long as the connection lives, that somebody uses this database, and that this process is there. */
export async function joinDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock_shared($1) as taken', [
    PRESENCE_LOCK,
  ]);
  if (!rows[0]?.taken)
    throw new Error('A backup is being restored into this database. Try again when the restore is finished.');
  await client.query('select pg_advisory_lock_shared($1, $2)', [PROCESS_LOCK, PROCESS_NUMBER]);
}

/** Says, for as long as the connection lives, that this process keeps viewers and answers those who change one. */
export async function joinKeepers(client: pg.Client, number: number): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, $2)', [KEEPER_LOCK, number]);
}

/** How many other keepers there are. */
export const COUNT_KEEPERS = `
    select count(*)::int as count from pg_locks where locktype = 'advisory' and objsubid = 2 and classid = ${KEEPER_LOCK}
      and objid <> $1::bigint::oid and granted and database = (select oid from pg_database where datname = current_database())`;

/** Asks all other keepers at once whether they have heard of what was committed before; how many there are. */
export const ASK_KEEPERS = `
  with others as (${COUNT_KEEPERS})
  select count, case when count > 0 then pg_notify('viewers', $2) end from others`;

/** Keeps everybody else away for as long as the connection lives; throws an error that names those who are there. */
export async function takeDatabaseAlone(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    PRESENCE_LOCK,
  ]);
  if (rows[0]?.taken) return;
  const holders = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objid = $1 and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())
     order by name`,
    [PRESENCE_LOCK],
  );
  const names = holders.rows.map(({ name }) => name).join(', ') || 'another process';
  throw new Error(`This database is in use by ${names}. Stop it first.`);
}

/** Keeps other backups away for as long as the connection lives; throws where one is being made. */
export async function takeBackupTurn(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    BACKUP_LOCK,
  ]);
  if (!rows[0]?.taken) throw new Error('Another backup is being made. Try again when it is finished.');
}

/** With the hash of a path: held while something is written there. */
const PATH_LOCK = 815_007;

/**
 * Keeps others from writing to this path for as long as the connection lives: what is half-way there is of a process that was
 * killed. Throws where somebody is at it.
 */
export async function takePathTurn(client: pg.Client, path: string): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as taken',
    [PATH_LOCK, path],
  );
  if (!rows[0]?.taken)
    throw new Error(`Another process is writing to ${path}. Try again when it is finished.`);
}
