import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#server/platform/log';
import type { Connection } from './connection.ts';
import { connectPatiently, HeldError, isPassing, ownerOf } from './owner.ts';
import { isServerOf, readPidFile, stopProcess } from './server-process.ts';
import { removeStaleLocks } from './stale-locks.ts';

/** A server without an owner is ending with its process, or its process is just about to take it. */
const OWNER_WITHIN_MS = 5000;
const SOCKET_WITHIN_MS = 10_000;
const STARTING = /starting up|not yet accepting connections|in recovery mode/;

interface Way {
  readonly dataDir: string;
  readonly cluster: string;
  readonly connection: Connection;
  readonly name: string;
  readonly log: Log;
}

/**
 * Makes room for a new server: a living one on this directory is somebody's, which throws a HeldError, or was left over
 * by a process that was killed, and is stopped. It is never adopted: its log and its settings are the dead one's.
 */
export async function clearTheWay({ cluster, connection, dataDir, log, name }: Way): Promise<void> {
  const file = readPidFile(cluster);
  if (!file) return;
  const { pid } = file;
  const isAlive = () => isServerOf(pid, cluster);
  const socketDirectory = (await socketOf(cluster, pid, isAlive)) || connection.host;
  if (isAlive()) {
    const owner = await findOwner({ ...connection, host: socketDirectory }, name, isAlive);
    if (owner !== null) throw new HeldError(dataDir, owner);
    if (isAlive()) log.info('stopping a database server that an earlier process left behind');
    await stopProcess(pid, () => !isAlive());
  }
  removeStaleLocks(pid, cluster, socketDirectory);
}

/** A server writes its number first and where its socket is a moment later; empty when it died in between. */
async function socketOf(cluster: string, pid: number, isAlive: () => boolean): Promise<string> {
  for (const deadline = Date.now() + SOCKET_WITHIN_MS; ; await wait(5)) {
    const file = readPidFile(cluster);
    const directory = file?.pid === pid ? file.socketDirectory : '';
    if (directory !== '' || !isAlive() || Date.now() > deadline) return directory;
  }
}

async function findOwner(
  connection: Connection,
  name: string,
  isAlive: () => boolean,
): Promise<string | null> {
  let client: pg.Client | undefined;
  try {
    client = await connectPatiently(connection, name, isAlive);
    for (const deadline = Date.now() + OWNER_WITHIN_MS; isAlive(); await wait(20)) {
      const owner = await ownerOf(client);
      if (owner !== null || Date.now() > deadline) return owner;
    }
  } catch (error) {
    if (!isAlive()) return null;
    if (!isPassing(error)) throw error;
    // It still recovers after all our patience. In every other case nobody can own it: whoever does holds a connection.
    if (error instanceof Error && STARTING.test(error.message))
      return 'another start, whose database server is still recovering';
  } finally {
    await client?.end().catch(() => undefined);
  }
  return null;
}
