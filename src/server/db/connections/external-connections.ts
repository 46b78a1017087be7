import type pg from 'pg';
import type { Config } from '#server/config';
import type { DatabaseOptions } from '../client.ts';
import { demandDirect } from './demand-direct.ts';

/** Somebody waits for the answer meanwhile, perhaps for a free connection before. */
const CONNECT_WITHIN_MS = 3000;

/** Ways to one database. */
export interface Connections {
  /** To the server itself: for LISTEN, migrations, copies, and locks that a session holds. */
  readonly direct: pg.ClientConfig;
  /** Perhaps through a pooler that lends a connection for one transaction. */
  readonly queries: pg.ClientConfig;
}

/** The ways to the server at DATABASE_URL; undefined when the school has an embedded one. Throws when none is direct. */
export async function externalConnections({
  database,
  databaseUrl,
}: Pick<Config, 'database' | 'databaseUrl'>): Promise<Connections | undefined> {
  if (databaseUrl === undefined) return undefined;
  const to = (connectionString: string) => ({
    connectionString,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  const direct = to(database.directUrl ?? databaseUrl);
  await demandDirect(direct);
  return { direct, queries: to(databaseUrl) };
}

/** How a pool for queries is opened by the settings. */
export function poolOptions({
  database,
  slowStatementMs,
}: Pick<Config, 'database' | 'slowStatementMs'>): Omit<DatabaseOptions, 'connection' | 'log'> {
  const { directUrl, lockTimeoutMs, poolSize, preparesStatements, statementTimeoutMs } = database;
  return {
    isPooled: directUrl !== undefined,
    lockTimeoutMs,
    maxConnections: poolSize,
    preparesStatements,
    slowStatementMs,
    statementTimeoutMs,
  };
}
