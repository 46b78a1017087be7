import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#server/platform/log';
import type { Connection } from './connection.ts';
import { connectPatiently, HeldError, ownerOf } from './owner.ts';
import { isServerOf, readPidFile, stopProcess } from './server-process.ts';
import { removeStaleLocks } from './stale-locks.ts';

/** A server without an owner is ending with its process, or its process is just about to take it. */
const OWNER_WITHIN_MS = 3000;
const RECOVERING = '57P03';
const GONE = new Set(['ENOENT', 'ECONNREFUSED', '57P01']);

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
  const { pid, socketDirectory } = file;
  const isAlive = () => isServerOf(pid, cluster);
  if (isAlive()) {
    const owner = await findOwner({ ...connection, host: socketDirectory }, name, isAlive);
    if (owner !== null) throw new HeldError(dataDir, owner);
    if (isAlive()) log.info('stopping a database server that an earlier process left behind');
    await stopProcess(pid, () => !isAlive());
  }
  removeStaleLocks(pid, cluster, socketDirectory);
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
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === RECOVERING) return 'another start, whose database server still recovers';
    // Without its socket nobody can own it: whoever does holds a connection.
    if (!GONE.has(code)) throw error;
  } finally {
    await client?.end().catch(() => undefined);
  }
  return null;
}
