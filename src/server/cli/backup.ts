import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '#server/config';
import { writeBackup } from '#server/db/backup/write-backup';
import { systemClock } from '#server/platform/clock';
import { createLog } from '#server/platform/log';
import { openStorage } from '#server/platform/open-storage';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import { chooseLock } from './choose-lock.ts';
import { reachDatabase } from './open-services.ts';
import { productVersion } from './product-version.ts';

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
  if (config.databaseUrl && !existsSync(join(config.dataDir, 'secrets', 'auth-secret')))
    throw new Error(`${config.dataDir} has no key. Set DATA_DIR to the folder the server uses.`);
  const lock = await chooseLock(config, options);
  const engine = await reachDatabase(config, createLog('warn'));
  try {
    await writeBackup({
      connection: engine.connection,
      storage: await openStorage(config),
      secret: readAuthSecret(config.dataDir),
      file,
      replaces: options.replaces,
      ...(lock && { lock }),
      version: productVersion(),
      now: systemClock.now(),
      say: (line) => console.log(line),
    });
  } finally {
    await engine.stop();
  }
  const megabytes = (statSync(file).size / 1e6).toFixed(1);
  console.log(`\nBackup saved to ${file} (${megabytes} MB). ${ADVICE[lock?.kind ?? 'none']}`);
  return 0;
}
