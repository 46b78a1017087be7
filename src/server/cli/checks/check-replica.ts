import type { Config } from '#server/config';
import { openDatabase } from '#server/db/client';
import { selectCluster, selectReplayed } from '#server/db/replica/replica-sql';
import { createLog } from '#server/platform/log';
import { type Finding, fault, ok, reasonOf } from './finding.ts';

const ANSWER_WITHIN_MS = 5000;
const CHECK_URL = 'set DATABASE_REPLICA_URL to a hot standby of the server at DATABASE_URL, or remove it';

/** Whether the server at DATABASE_REPLICA_URL answers and follows the database. Nothing without one. */
export async function checkReplica({
  database: { directUrl, replicaUrl },
  databaseUrl,
}: Pick<Config, 'database' | 'databaseUrl'>): Promise<Finding[]> {
  if (replicaUrl === undefined || databaseUrl === undefined) return [];
  const [own, replica] = [open(directUrl ?? databaseUrl), open(replicaUrl)];
  try {
    if ((await selectReplayed(replica.kysely)) === null)
      return [fault("replica: the server isn't a replica", CHECK_URL)];
    if ((await selectCluster(replica.kysely)) !== (await selectCluster(own.kysely)))
      return [fault('replica: it follows another database', CHECK_URL)];
    return [ok('replica: follows the database')];
  } catch (error) {
    return [
      fault(
        `replica: ${reasonOf(error)}`,
        'check DATABASE_REPLICA_URL, and that the server is running; until then, everything is read from DATABASE_URL',
      ),
    ];
  } finally {
    await Promise.all([own.close(), replica.close()]);
  }
}

function open(connectionString: string) {
  const connection = { connectionString, connectionTimeoutMillis: ANSWER_WITHIN_MS };
  return openDatabase({ connection, log: createLog('silent'), maxConnections: 1 });
}
