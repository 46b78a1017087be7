import type pg from 'pg';
import type { Config } from '#server/config';
import { openDatabase } from '#server/db/client';
import { externalConnections } from '#server/db/connections/external-connections';
import { findRunning } from '#server/db/embedded/find-running';
import { startEmbedded } from '#server/db/embedded/start-embedded';
import { upgradeDatabase } from '#server/db/migrating/upgrade-database';
import { openSchoolKey } from '#server/db/school-key/open-school-key';
import { systemClock } from '#server/platform/clock';
import { createLog } from '#server/platform/log';
import { openSendNow } from '#server/platform/open-send-now';
import { openSignIns } from '#server/platform/open-sign-ins';
import { openStorage } from '#server/platform/open-storage';
import type { Services } from '#server/services';
import { settingsStore } from '#server/site-settings';

/**
 * Runs a command over the services of this installation: through the server that runs on the data directory, or one
 * started for the command alone.
 */
export async function withServices<Result>(
  config: Config,
  work: (services: Services) => Promise<Result>,
  /** What opens the key of the school first; the command that replaces it gives its own. */
  openKey: typeof openSchoolKey = openSchoolKey,
): Promise<Result> {
  const log = createLog('warn');
  const engine = await reachDatabase(config, log);
  try {
    await upgradeDatabase(config, engine.connection, log);
    const db = openDatabase({ connection: engine.connection, log, maxConnections: 4 });
    try {
      await openKey(db.kysely, config);
      return await work({
        config,
        db,
        log,
        clock: systemClock,
        storage: await openStorage(config),
        settings: settingsStore(db),
        signIns: openSignIns(config.signIns, systemClock),
        sendNow: openSendNow(config),
      });
    } finally {
      await db.close();
    }
  } finally {
    await engine.stop();
  }
}

/** Of the server that runs on the data directory, or one started for the command alone. */
export async function reachDatabase(
  config: Config,
  log: Services['log'],
): Promise<{ connection: pg.ClientConfig; stop: () => Promise<void> }> {
  const nothing = async () => undefined;
  const external = await externalConnections(config);
  if (external) return { connection: external.direct, stop: nothing };
  const running = await findRunning(config.dataDir);
  if (running) return { connection: running, stop: nothing };
  const { dataDir, walArchive: archive } = config;
  // What a command changes is in the log too: without it, nobody could recover to a later moment.
  return startEmbedded({ dataDir, address: 'the command line', log, archive });
}

/** Of the server that runs; throws where none does. */
export async function reachRunning(config: Config): Promise<{ connection: pg.ClientConfig }> {
  const external = await externalConnections(config);
  const connection = external ? external.direct : await findRunning(config.dataDir);
  if (!connection) throw new Error("The database server isn't running.");
  return { connection };
}
