import { sql } from 'kysely';
import type { Reader } from '#server/db/client';

/** How large the database is, and whether it is new enough to know of backups. */
export async function selectUpgradeFacts(db: Reader): Promise<{ bytes: number; hasBackupRuns: boolean }> {
  const { rows } = await sql<{ bytes: number; hasBackupRuns: boolean }>`
    select pg_database_size(current_database()) as bytes,
      to_regclass('public.backup_runs') is not null as "hasBackupRuns"`.execute(db);
  return rows[0] ?? { bytes: 0, hasBackupRuns: false };
}

/** About how many rows this table has, as the database last counted them; 0 for one that isn't there. */
export async function selectRowEstimate(db: Reader, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select greatest(reltuples, 0)::bigint as rows from pg_class where oid = to_regclass('public.' || ${table})`.execute(
    db,
  );
  return rows[0]?.rows ?? 0;
}
