import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import type { Config } from '#server/config';
import { type BackupRun, insertBackupRun } from '#server/db/backup/backup-runs-sql';
import { writeBackup } from '#server/db/backup/write-backup';
import { openDatabase } from '#server/db/client';
import { findSchoolKey } from '#server/db/school-key/open-school-key';
import { systemClock } from '#server/platform/clock';
import { createLog } from '#server/platform/log';
import { openStorage } from '#server/platform/open-storage';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import { productVersion } from '#server/product-version';
import { chooseLock } from './choose-lock.ts';
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
}

/** Writes the whole school into one file; the server may run meanwhile. */
export async function backup(config: Config, name: string, options: Options): Promise<number> {
  const file = resolve(name);
  // An own database is in the same folder as its key; a database elsewhere says nothing about where that is.
  if (
    config.databaseUrl &&
    config.authSecrets.length === 0 &&
    !existsSync(join(config.dataDir, 'secrets', 'auth-secret'))
  )
    throw new Error(`${config.dataDir} has no key. Set DATA_DIR to the folder the server uses.`);
  const lock = await chooseLock(config, options);
  const engine = await reachDatabase(config, createLog('warn'));
  try {
    await writeBackup({
      connection: engine.connection,
      storage: await openStorage(config),
      secret: await keyOf(config, engine.connection),
      file,
      replaces: options.replaces,
      ...(lock && { lock }),
      version: productVersion(),
      now: systemClock.now(),
      say: (line) => console.log(line),
    });
    await noteBackup(engine.connection, {
      file,
      bytes: statSync(file).size,
      isEncrypted: lock !== undefined,
      version: productVersion(),
      finishedAt: systemClock.now(),
    });
  } finally {
    await engine.stop();
  }
  const megabytes = (statSync(file).size / 1e6).toFixed(1);
  console.log(`\nBackup saved to ${file} (${megabytes} MB). ${ADVICE[lock?.kind ?? 'none']}`);
  return 0;
}

/** Writes down that there is a backup, for System health; the backup is good without it. */
async function noteBackup(connection: pg.ClientConfig, run: BackupRun): Promise<void> {
  const db = openDatabase({ connection, log: createLog('warn'), maxConnections: 1 });
  try {
    await insertBackupRun(db, run);
  } catch (error) {
    console.error(
      `Couldn't write down when the backup was made: ${error instanceof Error ? error.message : error}`,
    );
  } finally {
    await db.close();
  }
}

/** The key that the backup holds: the school's, whatever it is sealed with here. */
async function keyOf(config: Config, connection: pg.ClientConfig): Promise<string> {
  if (config.authSecrets.length === 0) return readAuthSecret(config.dataDir);
  const db = openDatabase({ connection, log: createLog('warn'), maxConnections: 1 });
  try {
    return (await findSchoolKey(db.kysely, config))?.key ?? readAuthSecret(config.dataDir);
  } finally {
    await db.close();
  }
}
