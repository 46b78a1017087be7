import type pg from 'pg';
import type { Config } from '#server/config';
import type { Log } from '#server/platform/log';
import { openStorage } from '#server/platform/open-storage';
import { productVersion } from '#server/product-version';
import { systemCaller } from '../audit.ts';
import { openDatabase } from '../client.ts';
import type { freeBytes } from '../embedded/disk-watch.ts';
import { BackupError, sentenceOf } from './backup-error.ts';
import { type BackupRun, insertBackupRun } from './backup-runs-sql.ts';
import { describeUse } from './describe-use.ts';
import { makeBackup } from './make-backup.ts';
import { openClient } from './open-client.ts';
import { folderPlace } from './places/folder-place.ts';
import { removeOldBackups } from './remove-old-backups.ts';

export interface UpgradeBackup extends BackupRun {
  /** Notes it, once the upgraded database has a place for that. */
  readonly note: () => Promise<void>;
}

/**
 * Backs up a school on this machine before an upgrade changes its database; null where nothing is in it. Keeps the last few.
 * Throws a BackupError that says what to do.
 */
export async function backUpBeforeUpgrade(
  config: Config,
  connection: pg.ClientConfig,
  log: Log,
  free?: typeof freeBytes,
): Promise<UpgradeBackup | null> {
  if (!(await isUsed(connection))) return null;
  const { folder, keep } = config.backups;
  const place = folderPlace(folder);
  log.warn({ folder }, 'backing up before the upgrade');
  try {
    const run = await makeBackup({
      config,
      connection,
      storage: await openStorage(config),
      place,
      folder,
      kind: 'upgrade',
      version: productVersion(),
      now: () => new Date(),
      ...(free && { free }),
    });
    await removeOldBackups(place, keep, new Date());
    log.warn({ file: run.file, bytes: run.bytes }, 'backed up before the upgrade');
    return { ...run, note: () => note(connection, run, log) };
  } catch (error) {
    throw new BackupError(
      `Couldn't back up before the upgrade: ${sentenceOf(error)}\nNothing was changed. To upgrade without this backup, make another one first, then start with BACKUP_BEFORE_UPGRADE=off.`,
      { cause: error },
    );
  }
}

async function isUsed(connection: pg.ClientConfig): Promise<boolean> {
  const client = await openClient(connection, 'a backup');
  try {
    return (await describeUse(client)) !== null;
  } finally {
    await client.end();
  }
}

async function note(connection: pg.ClientConfig, run: BackupRun, log: Log): Promise<void> {
  const db = openDatabase({ connection, log, maxConnections: 1 });
  await insertBackupRun(db, systemCaller, run).finally(() => db.close());
}
