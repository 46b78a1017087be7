import { sql } from 'kysely';
import type { Caller } from '#server/services';
import { recordAudit } from '../audit.ts';
import type { Db, Reader } from '../client.ts';

/** A backup that was finished. */
export interface BackupRun {
  /** Null: an earlier version noted it. */
  readonly startedAt: Date | null;
  readonly finishedAt: Date;
  /** Where it was written: a path on the machine that made it, or an object of a bucket. */
  readonly file: string;
  readonly bytes: number;
  readonly isEncrypted: boolean;
  /** Version of the product that made it. */
  readonly version: string;
}

/** A backup that is finished more than a day from now was made while a clock was ahead: nobody knows when. */
export const IS_DATED = sql<boolean>`finished_at <= now() + interval '1 day'`;

/** The last one that was noted, of those that are dated if there are any; undefined: none was. Also asked of databases that the next start will migrate. */
export async function lastBackup(db: Reader): Promise<Omit<BackupRun, 'startedAt'> | undefined> {
  const { rows } = await sql<Omit<BackupRun, 'startedAt'>>`
    select finished_at as "finishedAt", version, file, bytes, is_encrypted as "isEncrypted"
    from backup_runs order by ${IS_DATED} desc, finished_at desc limit 1`.execute(db);
  return rows[0];
}

/** So many are remembered, more than a year of two a day. By number: by a clock that is far ahead, all are of long ago. */
const REMEMBERED = 1000;

/** Whether this very backup was noted. */
export async function hasBackupRun({ kysely }: Db, { file, finishedAt }: BackupRun): Promise<boolean> {
  const row = await kysely
    .selectFrom('backup_runs')
    .select('id')
    .where('file', '=', file)
    .where('finished_at', '=', finishedAt)
    .executeTakeFirst();
  return row !== undefined;
}

/** Remembers a backup that this caller made, and forgets the oldest ones. */
export async function insertBackupRun(db: Db, caller: Caller, run: BackupRun): Promise<void> {
  const { bytes, file, finishedAt, isEncrypted, startedAt, version } = run;
  await db.transaction(async (trx) => {
    await trx
      .insertInto('backup_runs')
      .values({
        started_at: startedAt,
        finished_at: finishedAt,
        file,
        bytes,
        is_encrypted: isEncrypted,
        version,
      })
      .execute();
    const old = trx.selectFrom('backup_runs').select('id').orderBy('finished_at', 'desc').offset(REMEMBERED);
    await trx.deleteFrom('backup_runs').where('id', 'in', old).execute();
    await recordAudit(trx, caller, {
      action: 'backup.finish',
      entity: 'backup',
      after: { bytes, isEncrypted },
    });
  });
}
