import type { Config } from '#server/config';
import { type Db, openDatabase } from '#server/db/client';
import { poolOptions } from '#server/db/connections/external-connections';
import { Replica } from '#server/db/replica/replica';
import type { Log } from '#server/platform/log';

/** Reads wait no longer than this for a replica that doesn't answer. */
const CONNECT_WITHIN_MS = 1000;

/** The replica at DATABASE_REPLICA_URL; undefined without one. It need not be there: it is left out until it is. */
export function openReplica(config: Config, primary: Db, log: Log): Replica | undefined {
  const { replicaUrl } = config.database;
  if (replicaUrl === undefined) return undefined;
  const connection = { connectionString: replicaUrl, connectionTimeoutMillis: CONNECT_WITHIN_MS };
  return new Replica({ primary, replica: openDatabase({ ...poolOptions(config), connection, log }), log });
}
