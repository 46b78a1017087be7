import type { Config } from '#server/config';
import { type Db, openDatabase } from '#server/db/client';
import { poolOptions } from '#server/db/connections/external-connections';
import { Replica } from '#server/db/replica/replica';
import type { Log } from '#server/platform/log';

/** Reads wait no longer than this for a replica that doesn't answer. */
const CONNECT_WITHIN_MS = 1000;

/** The replica that lists are read from, and exports, which workers write; undefined without one. It need not be there: it is left out until it is. */
export function openReplica(config: Config, primary: Db, log: Log): Replica | undefined {
  const { replicaUrl } = config.database;
  const reads = config.roles.includes('web') || config.roles.includes('worker');
  if (replicaUrl === undefined || !reads) return undefined;
  const connection = { connectionString: replicaUrl, connectionTimeoutMillis: CONNECT_WITHIN_MS };
  const replica = new Replica({
    primary,
    replica: openDatabase({ ...poolOptions(config), connection, log }),
    log,
  });
  // So that /readyz and the log know how it is before somebody needs it.
  void replica.look();
  return replica;
}
