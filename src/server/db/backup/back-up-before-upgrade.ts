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
  isOfServer,
  isUnchanged,
  rememberUpgrade,
  type UpgradeUnderWay,
} from '../migrating/upgrade-under-way.ts';
import { isWrittenSince, type Mark, readMark } from '../migrating/written-since.ts';
import { readArchive } from './archive-reader.ts';
import { BackupError, sentenceOf } from './backup-error.ts';
import { type BackupRun, hasBackupRun, insertBackupRun } from './backup-runs-sql.ts';
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
  const noted = findUpgrade(dataDir);
  const before = await lookBefore(config, connection, noted && isUnchanged(noted, applied) ? noted : null);
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
    // This backup has all that it has, and a start that is repeated would fill the disk.
    if (before.tried) await removeOther(before.tried.run.file, run.file);
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
  try {
    // One that was killed right here has noted it.
    if (!(await hasBackupRun(db, run))) await insertBackupRun(db, systemCaller, run);
  } finally {
    await db.close();
  }
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

/** What is found before a backup. */
interface Before {
  readonly mark: Mark;
  /** An earlier attempt, which changed nothing of this database. */
  readonly tried: UpgradeUnderWay | null;
  /** The backup of that attempt, where it has all that there is. */
  readonly backup: BackupRun | null;
}

/** Null: nothing is in the database. */
async function lookBefore(
  config: Config,
  connection: pg.ClientConfig,
  unchanged: UpgradeUnderWay | null,
): Promise<Before | null> {
  const client = await openClient(connection, 'a backup');
  try {
    if ((await describeUse(client)) === null) return null;
    const tried = unchanged && (await isOfServer(client, unchanged)) ? unchanged : null;
    const isCurrent =
      tried?.mark &&
      (await isAsSet(config, tried)) &&
      (await isWhole(tried.run)) &&
      !(await isWrittenSince(client, tried.mark));
    return { mark: await readMark(client), tried, backup: isCurrent ? tried.run : null };
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
