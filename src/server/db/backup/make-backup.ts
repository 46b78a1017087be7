import type pg from 'pg';
import { type BackupKind, nameOfBackup } from '#domain/backups/backup-name';
import type { Config } from '#server/config';
import type { Storage } from '#server/platform/storage';
import type { freeBytes } from '../embedded/disk-watch.ts';
import { takeBackupTurn } from '../presence.ts';
import { BackupError, sentenceOf } from './backup-error.ts';
import { backupLock } from './backup-lock.ts';
import type { BackupRun } from './backup-runs-sql.ts';
import { openClient } from './open-client.ts';
import type { BackupPlace } from './places/backup-place.ts';
import { refuseFullDisk } from './refuse-full-disk.ts';
import { schoolSecret } from './school-secret.ts';
import { verifyBackup } from './verify-backup.ts';
import { writeBackup } from './write-backup.ts';

export interface MakeOptions {
  readonly config: Config;
  readonly connection: pg.ClientConfig;
  readonly storage: Storage;
  readonly place: BackupPlace;
  /** The folder that it is; undefined: it is a bucket. */
  readonly folder: string | undefined;
  readonly kind: BackupKind;
  readonly version: string;
  readonly now: () => Date;
  readonly say?: (line: string) => void;
  readonly signal?: AbortSignal;
  readonly free?: typeof freeBytes;
}

/**
 * Makes a backup in a place, reads it back to its end, and answers what is to be noted. One that can't be verified is removed
 * again. Throws a BackupError.
 */
export async function makeBackup(options: MakeOptions): Promise<BackupRun> {
  const client = await openClient(options.connection, 'a backup');
  try {
    await takeBackupTurn(client);
    await options.place.removeUnfinished();
    await refuseFullPlace(client, options);
    return await writeVerified(options);
  } finally {
    await client.end();
  }
}

async function refuseFullPlace(
  client: pg.Client,
  { config, folder, free, place }: MakeOptions,
): Promise<void> {
  if (folder === undefined) return;
  const [last] = await place.list();
  await refuseFullDisk(client, config, { folder, lastBytes: last?.bytes, ...(free && { free }) });
}

async function writeVerified(options: MakeOptions): Promise<BackupRun> {
  const { config, connection, kind, now, place, say = () => undefined, signal } = options;
  const startedAt = now();
  const name = nameOfBackup({ kind, madeAt: startedAt });
  const locked = await backupLock(config);
  const bytes = await writeBackup({
    connection,
    storage: options.storage,
    openSecret: () => schoolSecret(config, connection),
    target: place.target(name),
    ...(locked && { lock: locked.lock }),
    version: options.version,
    now: startedAt,
    say,
    ...(signal && { signal }),
  });
  const source = place.source(name);
  try {
    await verifyBackup(source, locked?.key, signal);
  } catch (error) {
    await place.remove(name);
    signal?.throwIfAborted();
    throw new BackupError(`The new backup couldn't be read back, so it was removed: ${sentenceOf(error)}`, {
      cause: error,
    });
  }
  return {
    startedAt,
    finishedAt: now(),
    file: source.name,
    bytes,
    isEncrypted: locked !== undefined,
    version: options.version,
  };
}
