import { sql } from 'kysely';
import { commandLineCaller, recordAudit } from '../audit.ts';
import type { Db, Reader } from '../client.ts';

/** A backup that was finished. */
export interface BackupRun {
  readonly finishedAt: Date;
  /** Where it was written, on the machine that made it. */
  readonly file: string;
  readonly bytes: number;
  readonly isEncrypted: boolean;
  /** Version of the product that made it. */
  readonly version: string;
}

/** The last one that was noted; undefined: none was. */
export async function lastBackup(db: Reader): Promise<BackupRun | undefined> {
  const { rows } = await sql<BackupRun>`
    select finished_at as "finishedAt", version, file, bytes, is_encrypted as "isEncrypted"
    from backup_runs order by finished_at desc limit 1`.execute(db);
  return rows[0];
}

/** Remembers a backup, and forgets those of more than a year ago. */
export async function insertBackupRun(db: Db, run: BackupRun): Promise<void> {
  const { bytes, file, finishedAt, isEncrypted, version } = run;
  await db.transaction(async (trx) => {
    await trx
      .insertInto('backup_runs')
      .values({ finished_at: finishedAt, file, bytes, is_encrypted: isEncrypted, version })
      .execute();
    const border = new Date(finishedAt.getTime() - 366 * 24 * 60 * 60_000);
    await trx.deleteFrom('backup_runs').where('finished_at', '<', border).execute();
    await recordAudit(trx, commandLineCaller, {
      action: 'backup.finish',
      entity: 'backup',
      after: { bytes, isEncrypted },
    });
  });
}
