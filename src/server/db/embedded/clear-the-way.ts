import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#server/platform/log';
import type { Connection } from './connection.ts';
import { connectPatiently, HeldError, isPassing, ownerOf } from './owner.ts';
import { isOwnerGone, livesElsewhere } from './owner-file.ts';
import { isServerOf, readPidFile, stopProcess } from './server-process.ts';
import { isSocketElsewhere } from './socket-directory.ts';
import { removeStaleLocks, removeStaleSocketLock } from './stale-locks.ts';
import type { StartTurn } from './unseen/start-turn.ts';
import { refuseUnseen } from './unseen/unseen-server.ts';

/** A server without an owner is ending with its process, or its process is just about to take it. */
const OWNER_WITHIN_MS = 5000;
const SOCKET_WITHIN_MS = 10_000;
/** The same of one that may be starting in another container at this moment, or has died here. */
const UNSEEN_SOCKET_WITHIN_MS = 500;
const STARTING = /starting up|not yet accepting connections|in recovery mode/;
const ENDING = /shutting down|due to administrator command/;

interface Way {
  readonly dataDir: string;
  readonly cluster: string;
  readonly connection: Connection;
  readonly name: string;
  readonly log: Log;
  readonly turn: StartTurn;
}

/** A living server, as far as its folder tells. */
interface Living {
  readonly pid: number;
  readonly socketDirectory: string;
  readonly isAlive: () => boolean;
  readonly isOwnerGone: () => boolean;
}

/**
 * Makes room for a new server: a living one on this directory is somebody's, which throws a HeldError, or was left over
 * by a process that was killed, and is stopped. It is never adopted: its log and its settings are the dead one's. A number
 * that belongs to no server here may be that of one in another container: its socket tells, or, where
 * that can't be shared, the signs of life of its owner. Whoever starts one waits for nothing else before.
 */
export async function clearTheWay({ cluster, connection, dataDir, log, name, turn }: Way): Promise<void> {
  const file = readPidFile(cluster);
  // Of a copy of a folder the file names the socket of another server: it is asked only of a server that is among our processes.
  const socketDirectories = new Set([connection.host]);
  let isElsewhere = isSocketElsewhere(connection.host);
  if (file) {
    const { pid } = file;
    const isAlive = () => isServerOf(pid, cluster);
    const socketDirectory = (await socketOf(cluster, pid, isAlive)) || connection.host;
    isElsewhere ||= isSocketElsewhere(socketDirectory);
    if (isAlive()) {
      socketDirectories.add(socketDirectory);
      const server = { pid, socketDirectory, isAlive, isOwnerGone: () => isOwnerGone(dataDir, cluster) };
      const owner = await findOwner(connection, name, server);
      if (owner !== null) throw new HeldError(dataDir, owner);
      if (isAlive()) log.info('stopping a database server that an earlier process left behind');
      await stopProcess(pid, () => !isAlive());
    }
  }
  await refuseUnseen({ dataDir, connection, name, socketDirectories });
  if (file && isElsewhere && (await livesElsewhere(dataDir)))
    throw new HeldError(dataDir, 'a process of another container');
  // What was found may be long ago: the locks and the folder may be those of another start by now.
  turn.refuseLost();
  if (file) removeStaleLocks(file.pid, cluster);
  for (const each of socketDirectories) removeStaleSocketLock(each);
}

/** A server writes its number first and where its socket is a moment later; empty when it died in between. */
async function socketOf(cluster: string, pid: number, isAlive: () => boolean): Promise<string> {
  for (const since = Date.now(); ; await wait(5)) {
    const file = readPidFile(cluster);
    const directory = file?.pid === pid ? file.socketDirectory : '';
    const patience = isAlive() ? SOCKET_WITHIN_MS : UNSEEN_SOCKET_WITHIN_MS;
    if (directory !== '' || !file || Date.now() - since > patience) return directory;
  }
}

/** Who has a living server; null when nobody does, and it may be stopped. */
async function findOwner(connection: Connection, name: string, server: Living): Promise<string | null> {
  const { isAlive, pid, socketDirectory } = server;
  let client: pg.Client | undefined;
  try {
    client = await connectPatiently({ ...connection, host: socketDirectory }, name, isAlive);
    for (const deadline = Date.now() + OWNER_WITHIN_MS; isAlive(); await wait(20)) {
      const owner = await ownerOf(client);
      if (owner !== null || Date.now() > deadline) return owner;
    }
  } catch (error) {
    if (!isAlive()) return null;
    if (!isPassing(error)) throw error;
    // It hung up: what it says next tells whether it is ending.
    if (client) return findOwner(connection, name, server);
    const words = error instanceof Error ? error.message : '';
    if (ENDING.test(words)) return null;
    // It still recovers after all our patience.
    if (STARTING.test(words)) return 'another start, whose database server is still recovering';
    // Its socket may be gone, or in a folder that only its owner sees: the school can be in use all the same.
    if (!server.isOwnerGone())
      return `a database server (process ${pid}) that can't be reached in ${socketDirectory}`;
  } finally {
    await client?.end().catch(() => undefined);
  }
  return null;
}
