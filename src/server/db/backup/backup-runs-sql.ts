import { sql } from 'kysely';
import type pg from 'pg';
import type { Reader } from '#server/db/client';

export interface BackupRun {
  readonly finishedAt: Date;
  /** The version of Lectern that made it. */
  readonly version: string;
  /** Where it was written on the machine that made it. */
  readonly file: string;
  readonly bytes: number;
  readonly isEncrypted: boolean;
}

/** The last backup that was finished; undefined when there was none. */
export async function lastBackup(db: Reader): Promise<BackupRun | undefined> {
  const { rows } = await sql<BackupRun>`
    select finished_at as "finishedAt", version, file, bytes, encrypted as "isEncrypted"
    from backup_runs order by finished_at desc limit 1`.execute(db);
  return rows[0];
}

/** Notes that a backup is finished. A database that has still to be upgraded has no place for it. */
export async function insertBackupRun(client: pg.Client, run: BackupRun): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.backup_runs') is not null as there`,
  );
  if (!rows[0]?.there) return;
  await client.query(
    'insert into public.backup_runs (finished_at, version, file, bytes, encrypted) values ($1, $2, $3, $4, $5)',
    [run.finishedAt, run.version, run.file, run.bytes, run.isEncrypted],
  );
}
