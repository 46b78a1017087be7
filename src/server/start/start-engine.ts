import type pg from 'pg';
import type { Config } from '#server/config';
import type { EngineState } from '#server/db/embedded/start-embedded';
import type { Log } from '#server/platform/log';
import { addressOf } from './address-of.ts';

/** A PostgreSQL server. */
export interface Engine {
  readonly connection: pg.ClientConfig;
  readonly state: () => EngineState;
  stop(): Promise<void>;
}

/** The server at DATABASE_URL, or one of our own in the data folder. */
export async function startEngine(config: Config, log: Log): Promise<Engine> {
  if (config.databaseUrl) {
    const connection = { connectionString: config.databaseUrl, connectionTimeoutMillis: 5000 };
    return { connection, state: () => 'ready', stop: async () => undefined };
  }
  const { startEmbedded } = await import('#server/db/embedded/start-embedded');
  return startEmbedded({ dataDir: config.dataDir, address: addressOf(config, config.port), log });
}
