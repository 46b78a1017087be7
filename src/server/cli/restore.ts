import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { replaceAuthSecret } from '#server/areas/accounts/sessions/replace-auth-secret';
import type { Config } from '#server/config';
import { restoreBackup } from '#server/db/backup/restore-backup';
import { externalConnections } from '#server/db/connections/external-connections';
import { startEmbedded } from '#server/db/embedded/start-embedded';
import { createLog } from '#server/platform/log';
import { openStorage } from '#server/platform/open-storage';
import { productVersion } from '#server/product-version';
import { findKey } from './find-key.ts';

/** Puts a backup in the place of an empty school. Nobody else may use the database meanwhile. */
export async function restore(
  config: Config,
  name: string,
  options: { readonly replaces: boolean; readonly identityFile: string | undefined },
): Promise<number> {
  const file = resolve(name);
  if (!existsSync(file)) throw new Error(`File ${file} not found.`);
  const key = await findKey(config, { file, identityFile: options.identityFile });
  const engine = await openDatabaseAlone(config);
  try {
    const { madeAt } = await restoreBackup({
      connection: engine.connection,
      storage: await openStorage(config),
      file,
      ...(key && { key }),
      replaces: options.replaces,
      version: productVersion(),
      replaceSecret: (secret) => replaceAuthSecret(config.dataDir, secret),
      say: (line) => console.log(line),
    });
    console.log(
      `\nRestored the school to its state at ${madeAt}. You can start Lectern now. Everyone needs to log in again.`,
    );
  } finally {
    await engine.stop();
  }
  return 0;
}

/** An embedded server that someone else runs is refused with that one's name. */
async function openDatabaseAlone(config: Config) {
  const external = await externalConnections(config);
  if (external) return { connection: external.direct, stop: async () => undefined };
  const { dataDir } = config;
  return startEmbedded({ dataDir, address: 'the command line (restore)', log: createLog('warn') });
}
