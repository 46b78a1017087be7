import { rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type pg from 'pg';
import type { Config } from '#server/config';
import type { Log } from '#server/platform/log';
import { openStorage } from '#server/platform/open-storage';
import { productVersion } from '#server/product-version';
import { systemCaller } from '../audit.ts';
import { openDatabase } from '../client.ts';
import type { freeBytes } from '../embedded/disk-watch.ts';
import {
  findUpgrade,
  forgetUpgrade,
  isUnchanged,
  rememberUpgrade,
  type UpgradeUnderWay,
} from '../migrating/upgrade-under-way.ts';
import { isWrittenSince, type Mark, readMark } from '../migrating/written-since.ts';
import { readArchive } from './archive-reader.ts';
import { BackupError, sentenceOf } from './backup-error.ts';
import { type BackupRun, insertBackupRun } from './backup-runs-sql.ts';
import type { Key } from './decrypt-bytes.ts';
import { describeUse } from './describe-use.ts';
import { makeBackup } from './make-backup.ts';
import { openClient } from './open-client.ts';
import { folderPlace } from './places/folder-place.ts';
import { removeOldBackups } from './remove-old-backups.ts';

interface Upgrade {
  /** Names of the migrations that the database has. */
  readonly applied: readonly string[];
  readonly log: Log;
  readonly free?: typeof freeBytes;
}

/**
 * Backs up a school on this machine before an upgrade changes its database, and remembers the backup until the upgrade has
 * ended; null where nothing is in it. Throws a BackupError that says what to do.
 */
export async function backUpBeforeUpgrade(
  config: Config,
  connection: pg.ClientConfig,
  { applied, free, log }: Upgrade,
): Promise<BackupRun | null> {
  const { dataDir } = config;
  const tried = findUpgrade(dataDir);
  const isUsable = tried && isUnchanged(tried, applied) && (await isAsSet(config, tried));
  const before = await lookBefore(connection, isUsable ? tried : null);
  if (!before) return null;
  if (before.backup) {
    log.warn({ file: before.backup.file }, 'nothing was written since the backup before the upgrade');
    return before.backup;
  }
  const { folder } = config.backups;
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
    rememberUpgrade(dataDir, {
      run,
      migrations: applied,
      recipients: sortedRecipients(config),
      mark: before.mark,
    });
    // One of an attempt that changed nothing: this backup has all that it has, and a start that is repeated would fill the disk.
    if (tried && isUnchanged(tried, applied)) await removeOther(tried.run.file, run.file);
    log.warn({ file: run.file, bytes: run.bytes }, 'backed up before the upgrade');
    return run;
  } catch (error) {
    throw new BackupError(
      `Couldn't back up before the upgrade: ${sentenceOf(error)}\nNothing was changed. To upgrade without this backup, make another one first, then start with BACKUP_BEFORE_UPGRADE=off.`,
      { cause: error },
    );
  }
}

/** Notes the backup of an upgrade that has gone well, and only then removes those of earlier upgrades but the last few. */
export async function endUpgrade(
  config: Config,
  connection: pg.ClientConfig,
  { log, run }: { readonly log: Log; readonly run: BackupRun },
): Promise<void> {
  const db = openDatabase({ connection, log, maxConnections: 1 });
  await insertBackupRun(db, systemCaller, run).finally(() => db.close());
  forgetUpgrade(config.dataDir);
  try {
    await removeOldBackups(folderPlace(config.backups.folder), config.backups.keep, new Date());
  } catch (error) {
    log.warn({ message: sentenceOf(error) }, "couldn't remove old backups");
  }
}

async function removeOther(old: string, present: string): Promise<void> {
  if (old !== present) await rm(old, { force: true });
}

/** What is found before a backup; null: nothing is in the database. `backup`: the one of this attempt has all that there is. */
async function lookBefore(
  connection: pg.ClientConfig,
  tried: UpgradeUnderWay | null,
): Promise<{ mark: Mark; backup: BackupRun | null } | null> {
  const client = await openClient(connection, 'a backup');
  try {
    if ((await describeUse(client)) === null) return null;
    const isCurrent =
      tried?.mark && (await isWhole(tried.run)) && !(await isWrittenSince(client, tried.mark));
    return { mark: await readMark(client), backup: isCurrent ? tried.run : null };
  } finally {
    await client.end();
  }
}

/** Whether it is where the settings want backups now, and opens with what they say now. */
async function isAsSet(config: Config, { recipients = [], run }: UpgradeUnderWay): Promise<boolean> {
  const { file, isEncrypted } = run;
  if (resolve(dirname(file)) !== resolve(config.backups.folder)) return false;
  const wanted = sortedRecipients(config);
  if (wanted.length > 0 || recipients.length > 0) return wanted.join() === recipients.join();
  const { backupPassphrase: passphrase } = config;
  if (passphrase === undefined || !isEncrypted) return isEncrypted === (passphrase !== undefined);
  return opens(file, { kind: 'passphrase', passphrase });
}

const sortedRecipients = ({ backups }: Config): string[] => [...backups.recipients].sort();

/** Whether a backup can be read with this key. */
async function opens(file: string, key: Key): Promise<boolean> {
  const entries = readArchive(file, key);
  try {
    return (await entries.next()).done !== true;
  } catch {
    return false;
  } finally {
    await entries.return(undefined);
  }
}

async function isWhole({ bytes, file }: BackupRun): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found?.size === bytes;
}
