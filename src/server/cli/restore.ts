import { statSync } from 'node:fs';
import type pg from 'pg';
import { refuseOtherKey, replaceAuthSecret } from '#server/areas/accounts/sessions/replace-auth-secret';
import type { Config } from '#server/config';
import { restoreBackup, type SecretInPlace } from '#server/db/backup/restore-backup';
import { externalConnections } from '#server/db/connections/external-connections';
import { startEmbedded } from '#server/db/embedded/start-embedded';
import { forgetUpgrade } from '#server/db/migrating/upgrade-under-way';
import { sealSchoolKey } from '#server/db/school-key/open-school-key';
import { createLog } from '#server/platform/log';
import { openStorage } from '#server/platform/open-storage';
import { productVersion } from '#server/product-version';
import { endOnSignal } from './end-on-signal.ts';
import { findBackup } from './find-backup.ts';
import { findKey } from './find-key.ts';

interface Options {
  readonly replaces: boolean;
  readonly identityFile: string | undefined;
}

/**
 * What is written into a table that was emptied in the same transaction goes to the table alone and is synchronized at its
 * end: the log would be as large again. The server is ours alone, and starts again afterwards.
 */
const RESTORE_SETTINGS = [
  'wal_level=minimal',
  'max_wal_senders=0',
  'shared_buffers=256MB',
  'max_wal_size=4GB',
  'autovacuum=off',
  // Of the migrations before. The restore itself replaces files, and is always waited for.
  'synchronous_commit=off',
];

const STOPPED = 'The restore was stopped, and the database is unchanged.';

/** Puts a backup in the place of an empty school. Nobody else may use the database meanwhile. */
export async function restore(config: Config, name: string, options: Options): Promise<number> {
  const found = await findBackup(config, name, new Date());
  try {
    return await restoreFile(config, found.file, options);
  } finally {
    found.remove();
  }
}

async function restoreFile(config: Config, file: string, options: Options): Promise<number> {
  const key = await findKey(config, { file, identityFile: options.identityFile });
  const engine = await openDatabaseAlone(config);
  try {
    const storage = await openStorage(config);
    const { madeAt, warning } = await endOnSignal(
      (signal) =>
        restoreBackup({
          connection: engine.connection,
          storage,
          file,
          ...(key && { key }),
          replaces: options.replaces,
          version: productVersion(),
          replaceSecret: (secret, client) => replaceKey(config, secret, client),
          say: (line) => console.log(line),
          signal,
        }),
      STOPPED,
    );
    // One that had begun is of the database that was replaced.
    if (!config.databaseUrl) forgetUpgrade(config.dataDir);
    console.log(
      `\nRestored the school to its state at ${madeAt}. You can start Lectern now. Everyone needs to log in again.`,
    );
    for (const each of [warning, otherOwnerOf(config.dataDir)])
      if (each !== null) console.error(`\nWarning: ${each}`);
  } finally {
    await engine.stop();
  }
  return 0;
}

/** What to do where root has written into the folder of another user; null where that isn't so. */
export function otherOwnerOf(dataDir: string, asked = process.getuid?.()): string | null {
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (asked !== 0 || !owner || owner.uid === 0) return null;
  return `This command ran as root, and ${dataDir} belongs to another user, who can't read what it wrote. Before you start Lectern as that user: chown -R ${owner.uid}:${owner.gid} ${dataDir}`;
}

/**
 * With AUTH_SECRET, the key goes into the restored database, as a first start would have put it there: the data folder of this
 * machine may be gone with it, and every machine with the secret can start.
 */
async function replaceKey(config: Config, key: string, client: pg.Client): Promise<SecretInPlace> {
  if (config.authSecrets.length === 0) return replaceAuthSecret(config.dataDir, key);
  refuseOtherKey(key);
  const { fingerprint, sealed } = sealSchoolKey(config, key);
  await client.query('insert into school_keys (fingerprint, sealed) values ($1, $2)', [fingerprint, sealed]);
  // The transaction takes it back.
  const nothing = async () => undefined;
  return { kept: null, putBack: nothing, forget: nothing };
}

/** An embedded server that someone else runs is refused with that one's name. */
async function openDatabaseAlone(config: Config) {
  const external = await externalConnections(config);
  if (external) return { connection: external.direct, stop: async () => undefined };
  const { dataDir } = config;
  return startEmbedded({
    dataDir,
    address: 'the command line (restore)',
    log: createLog('warn'),
    // An archive of the log has to go on without a gap.
    settings: config.walArchive === undefined ? RESTORE_SETTINGS : [],
    archive: config.walArchive,
  });
}
