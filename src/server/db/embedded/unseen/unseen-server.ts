import { createConnection } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Connection } from '../connection.ts';
import { connectPatiently, HeldError, isPassing, ownerOf } from '../owner.ts';
import { socketIn } from '../socket-directory.ts';

/** An end under way, such as that of a container that this one replaces, takes a moment. */
const ENDING_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 2000;
/** Nobody listens: the socket is gone, nobody has it open any more, or the name is that of something else. */
const DEAD = ['ECONNREFUSED', 'ENOENT', 'ENOTDIR', 'ENOTSOCK', 'EPROTOTYPE', 'ENAMETOOLONG'];

/** Whether a server listens in this folder, in whatever container: numbers of processes say nothing about another one. */
export async function isListening(socketDirectory: string): Promise<boolean> {
  if (socketDirectory === '') return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = createConnection(socketIn(socketDirectory));
  socket.once('connect', () => resolve(true));
  socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(!DEAD.includes(code)));
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}

interface Unseen {
  readonly dataDir: string;
  readonly connection: Connection;
  /** Folders where its socket may be. */
  readonly socketDirectories: ReadonlySet<string>;
  readonly name: string;
}

/** Throws a HeldError when a server that isn't among our processes, and that we can't stop, serves from this data folder. */
export async function refuseUnseen({ connection, dataDir, name, socketDirectories }: Unseen): Promise<void> {
  for (const host of socketDirectories) {
    for (const deadline = Date.now() + ENDING_WITHIN_MS; await isListening(host); await wait(100)) {
      const owner = await askOwner({ ...connection, host }, name);
      if (owner !== null || Date.now() > deadline)
        throw new HeldError(
          dataDir,
          owner ?? `a database server of another container, which listens in ${host}`,
        );
    }
  }
}

/** Null where nobody has it, or it doesn't say at this moment. */
async function askOwner(connection: Connection, name: string): Promise<string | null> {
  const patience = { connectionTimeoutMillis: ANSWER_WITHIN_MS, query_timeout: ANSWER_WITHIN_MS };
  let client: pg.Client | undefined;
  try {
    client = await connectPatiently({ ...connection, ...patience }, name, () => false);
    return await ownerOf(client);
  } catch (error) {
    if (!isPassing(error)) throw error;
    return null;
  } finally {
    await client?.end().catch(() => undefined);
  }
}
