import { join } from 'node:path';
import type { Config } from '#server/config';
import { type Connections, externalConnections } from '#server/db/connections/external-connections';
import type { EngineState } from '#server/db/embedded/start-embedded';
import type { Log } from '#server/platform/log';
import { addressOf } from './address-of.ts';

const BUILD = join(import.meta.dirname, '..', '..', '..', 'build');

/** A PostgreSQL server. */
export interface Engine extends Connections {
  readonly state: () => EngineState;
  stop(): Promise<void>;
}

/** The server at DATABASE_URL, or one of our own in the data folder; `onWait` is told when it begins to wait for that one. */
export async function startEngine(config: Config, log: Log, onWait: () => void): Promise<Engine> {
  const external = await externalConnections(config);
  if (external) return { ...external, state: () => 'ready', stop: async () => undefined };
  const { startEmbedded } = await import('#server/db/embedded/start-embedded');
  const address = addressOf(config, config.port);
  const { dataDir, walArchive: archive } = config;
  const { connection, state, stop } = await startEmbedded({
    dataDir,
    address,
    log,
    archive,
    onWait,
    ready: readyFor(config),
  });
  return { direct: connection, queries: connection, state, stop };
}

/** The database that the build has prepared for such a school. Files of samples in a bucket are put there by an import. */
function readyFor({ s3, sampleContent }: Config): string {
  return join(BUILD, sampleContent && !s3 ? 'school-with-samples.zst' : 'school.zst');
}
