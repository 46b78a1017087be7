import { rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type pg from 'pg';
import type { Config } from '#server/config';
import { commandLineCaller } from '#server/db/audit';
import { fileTarget, PARTIAL } from '#server/db/backup/archive-file';
import { type BackupRun, insertBackupRun, lastBackup } from '#server/db/backup/backup-runs-sql';
import { openClient } from '#server/db/backup/open-client';
import { refuseFullDisk } from '#server/db/backup/refuse-full-disk';
import { schoolSecret } from '#server/db/backup/school-secret';
import { writeBackup } from '#server/db/backup/write-backup';
import { openDatabase } from '#server/db/client';
import type { freeBytes } from '#server/db/embedded/disk-watch';
import { takePathTurn } from '#server/db/presence';
import { systemClock } from '#server/platform/clock';
import { createLog } from '#server/platform/log';
import { openStorage } from '#server/platform/open-storage';
import { productVersion } from '#server/product-version';
import { backUpToPlace } from './back-up-to-place.ts';
import { chooseLock } from './choose-lock.ts';
import { endOnSignal } from './end-on-signal.ts';
import { reachDatabase } from './open-services.ts';

const ADVICE = {
  none: "It isn't encrypted and includes the key for two-factor authentication: store it as securely as a password, or add --encrypt.",
  passphrase: 'No one can restore it without the passphrase: keep the passphrase somewhere else.',
  recipients:
    'No one can restore it without an identity of its recipients: keep the identity somewhere else.',
} as const;

interface Options {
  readonly replaces: boolean;
  readonly encrypts: boolean;
  readonly recipients: readonly string[];
  readonly free?: typeof freeBytes;
}

/**
 * Writes the whole school into one file, or without a name into the folder or bucket of the settings; the server may run
 * meanwhile.
 */
export async function backup(config: Config, name: string | undefined, options: Options): Promise<number> {
  return name === undefined ? backUpAsSet(config) : backUpToFile(config, resolve(name), options);
}

/** As the schedule does it. */
async function backUpAsSet(config: Config): Promise<number> {
  const engine = await reachDatabase(config, createLog('warn'));
  try {
    const say = (line: string) => console.log(line);
    const run = await endOnSignal((signal) =>
      backUpToPlace(config, engine.connection, { caller: commandLineCaller, say, signal }),
    );
    console.log(`\nBackup saved to ${run.file} (${toMb(run.bytes)} MB), and read back to its end.`);
    return 0;
  } finally {
    await engine.stop();
  }
}

async function backUpToFile(config: Config, file: string, options: Options): Promise<number> {
  const lock = await chooseLock(config, options);
  const engine = await reachDatabase(config, createLog('warn'));
  const startedAt = systemClock.now();
  let bytes: number;
  try {
    bytes = await inPathTurn(engine.connection, file, async () => {
      await refuseFullPlace(config, engine.connection, file, options);
      const storage = await openStorage(config);
      return endOnSignal((signal) =>
        writeBackup({
          connection: engine.connection,
          storage,
          openSecret: () => schoolSecret(config, engine.connection),
          target: fileTarget(file, options),
          ...(lock && { lock }),
          version: productVersion(),
          now: startedAt,
          say: (line) => console.log(line),
          signal,
        }),
      );
    });
    await noteBackup(engine.connection, {
      startedAt,
      file,
      bytes,
      isEncrypted: lock !== undefined,
      version: productVersion(),
      finishedAt: systemClock.now(),
    });
  } finally {
    await engine.stop();
  }
  console.log(`\nBackup saved to ${file} (${toMb(bytes)} MB). ${ADVICE[lock?.kind ?? 'none']}`);
  return 0;
}

/** Does this while nobody else writes to the file. What a process that was killed has left of it goes first: it takes room. */
async function inPathTurn<Result>(
  connection: pg.ClientConfig,
  file: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await openClient(connection, 'a backup');
  try {
    await takePathTurn(client, file);
    await rm(`${file}${PARTIAL}`, { force: true });
    return await work();
  } finally {
    await client.end();
  }
}

async function refuseFullPlace(
  config: Config,
  connection: pg.ClientConfig,
  file: string,
  { free }: Pick<Options, 'free'>,
): Promise<void> {
  const db = openDatabase({ connection, log: createLog('warn'), maxConnections: 1 });
  try {
    // Older databases remember none.
    const last = await lastBackup(db.kysely).catch(() => undefined);
    await refuseFullDisk(db.pool, config, {
      folder: dirname(file),
      lastBytes: last?.bytes,
      otherwise: 'name a file on another disk',
      ...(free && { free }),
    });
  } finally {
    await db.close();
  }
}

const toMb = (bytes: number) => (bytes / 1e6).toFixed(1);

/** Writes down that there is a backup, for System health; the backup is good without it. */
async function noteBackup(connection: pg.ClientConfig, run: BackupRun): Promise<void> {
  const db = openDatabase({ connection, log: createLog('warn'), maxConnections: 1 });
  try {
    await insertBackupRun(db, commandLineCaller, run);
  } catch (error) {
    console.error(
      `Couldn't write down when the backup was made: ${error instanceof Error ? error.message : error}`,
    );
  } finally {
    await db.close();
  }
}
