import { sql } from 'kysely';
import type { Reader } from '../client.ts';

/** How far the log of the database is on disk: everything that was confirmed to a caller as saved lies behind it. */
export async function selectPosition(db: Reader): Promise<string> {
  const { rows } = await sql<{
    position: string;
  }>`select pg_current_wal_flush_lsn()::text as position`.execute(db);
  return rows[0]?.position ?? '0/0';
}

/** How far a replica has come; null for a server that is none, or none any more. */
export async function selectReplayed(db: Reader): Promise<string | null> {
  const { rows } = await sql<{ replayed: string | null }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as replayed`.execute(db);
  return rows[0]?.replayed ?? null;
}

/** What the servers of one cluster have in common, and no others. */
export async function selectCluster(db: Reader): Promise<string> {
  const { rows } = await sql<{ cluster: string }>`
    select system_identifier::text || ' ' || current_database() as cluster from pg_control_system()`.execute(
    db,
  );
  return rows[0]?.cluster ?? '';
}
