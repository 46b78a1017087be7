import { sql } from 'kysely';
import type { Reader } from '#server/db/client';

/** How large the database is, and whether it is new enough to know of backups. */
export async function selectUpgradeFacts(db: Reader): Promise<{ bytes: number; hasBackupRuns: boolean }> {
  const { rows } = await sql<{ bytes: number; hasBackupRuns: boolean }>`
    select pg_database_size(current_database()) as bytes,
      to_regclass('public.backup_runs') is not null as "hasBackupRuns"`.execute(db);
  return rows[0] ?? { bytes: 0, hasBackupRuns: false };
}
