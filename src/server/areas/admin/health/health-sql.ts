import { type Kysely, sql, type Transaction } from 'kysely';
import type { SystemHealth } from '#contract/administration/health';
import { IS_DATED } from '#server/db/backup/backup-runs-sql';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

interface ProcessRow {
  readonly kind: 'server' | 'judge';
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly node: string;
  readonly started_at: Date;
  readonly seen_at: Date;
  readonly silent_seconds: number;
  readonly facts: unknown;
}

/** How long ago a time was. One that a clock wrote while it was ahead counts as now. */
const secondsSince = (column: string) =>
  sql<number>`greatest(0, extract(epoch from now() - ${sql.ref(column)}))::float8`;

export async function selectProcesses(db: Reader): Promise<ProcessRow[]> {
  const { rows } = await sql<ProcessRow>`
    select kind, host, pid, version, node, started_at, seen_at, facts,
      ${secondsSince('seen_at')} as silent_seconds
    from server_processes order by kind desc, host, started_at`.execute(db);
  return rows;
}

interface ChoreRow {
  readonly name: string;
  readonly last_started_at: Date;
  readonly last_finished_at: Date | null;
  readonly last_error: string | null;
  readonly failures: number;
  readonly every_seconds: number;
  readonly started_seconds_ago: number;
  readonly is_running: boolean;
  readonly is_cut_off: boolean;
  readonly is_asked: boolean;
}

const HAS_FINISHED = sql`last_finished_at is not null and last_finished_at >= last_started_at`;

/** Chores of this version: one that was not started for two of its rounds and a day is of another one. */
export async function selectChores(db: Reader): Promise<ChoreRow[]> {
  const { rows } = await sql<ChoreRow>`
    select name, last_started_at, last_finished_at, last_error, failures, every_seconds,
      ${secondsSince('last_started_at')} as started_seconds_ago,
      leased_until > now() and not (${HAS_FINISHED}) as is_running,
      leased_until <= now() and not (${HAS_FINISHED}) as is_cut_off,
      coalesce(asked_at > last_started_at, false) as is_asked
    from chore_runs
    where every_seconds is not null and last_started_at > now() - make_interval(secs => 2 * every_seconds + 86400)
    order by name`.execute(db);
  return rows;
}

/** Wants a chore done at once; false: there is none of that name. */
export async function askForChore(trx: Transaction<DB>, name: string): Promise<boolean> {
  const { rows } = await sql`
    update chore_runs set asked_at = now() where name = ${name} and every_seconds is not null returning name`.execute(
    trx,
  );
  return rows.length > 0;
}

interface SchoolFacts {
  readonly school_age_seconds: number;
  readonly payment_drifts: number;
  readonly backup: SystemHealth['backup'];
  readonly backup_seconds_ago: number | null;
  /** Why the backup that was wanted last isn't there; null: it is, or nobody has tried yet. */
  readonly backup_error: string | null;
}

export async function selectSchoolFacts(db: Reader, now: Date): Promise<SchoolFacts> {
  const { rows } = await sql<SchoolFacts>`
    select
      coalesce((select extract(epoch from now() - min(created_at)) from profiles), 0)::float8 as school_age_seconds,
      (select count(*)::int from billing_drifts where livemode = payments_livemode())
        + (select count(*)::int from billing_alarms where kind = 'drift' and checked_at is null) as payment_drifts,
      (select json_build_object(
          'finishedAt', to_char(finished_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'seconds', extract(epoch from finished_at - started_at)::float8, 'bytes', bytes, 'isEncrypted', is_encrypted, 'version', version)
        from backup_runs order by ${IS_DATED} desc, finished_at desc limit 1) as backup,
      (select min(${secondsSince('finished_at')}) from backup_runs where ${IS_DATED}) as backup_seconds_ago,
      (select last_error from backup_jobs
        where (failures > 0 or ended_at is not null) and wanted_at > ${now}::timestamptz - interval '2 days'
          and wanted_at <= ${now}::timestamptz + interval '1 day'
        order by wanted_at desc limit 1) as backup_error`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('the facts are one row');
  return facts;
}

interface DatabaseFacts {
  readonly version: string;
  readonly migration: string;
  readonly tables: SystemHealth['database']['tables'];
}

/** The largest tables with their indexes and what is stored beside them. */
export async function selectDatabaseFacts(db: Kysely<DB>): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as version,
      (select max(name) from schema_migrations) as migration,
      (select json_agg(json_build_object('table', relname, 'bytes', bytes, 'rows', greatest(0, reltuples)::float8) order by bytes desc)
        from (select relname, reltuples, pg_total_relation_size(oid) as bytes from pg_class
          where relkind = 'r' and relnamespace = 'public'::regnamespace order by bytes desc limit 8) t) as tables`.execute(
    db,
  );
  const [facts] = rows;
  if (!facts) throw new Error('the facts are one row');
  return facts;
}
