import { renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#server/platform/log';
import { reachableCopy } from '../binaries.ts';
import { clearTheWay } from '../clear-the-way.ts';
import { type Connection, DATABASE, DATABASE_USER } from '../connection.ts';
import { makeCluster } from '../create-cluster.ts';
import { databasePassword, syncDirectory } from '../database-password.ts';
import { freeBytes } from '../disk-watch.ts';
import { type Identity, serverIdentity } from '../identity.ts';
import { type Locations, locate, MAJOR_VERSION } from '../locations.ts';
import { connectPatiently, takeOwnership } from '../owner.ts';
import { startPostmaster } from '../postmaster.ts';
import { prepareDataDir } from '../prepare-data-dir.ts';
import { makeSocketDirectory } from '../socket-directory.ts';
import { inStartTurn, type StartTurn } from '../unseen/start-turn.ts';
import { copySchool } from './copy-school.ts';
import { findOldCluster, keptOldCluster } from './old-cluster.ts';

interface CarryOverOptions {
  readonly dataDir: string;
  /** Folder with `bin/postgres` of the old major version. */
  readonly oldNative: string;
  readonly log: Log;
  /** Told a line for each step. */
  readonly say: (line: string) => void;
  /** Ends it before its last step, with nothing left behind. */
  readonly signal?: AbortSignal;
}

/** Of the size of the old database: room for the copy, its log, and the indexes as they are made. */
const ROOM = 1.5;
const NAME = `lectern pid ${process.pid}: a carry-over`;

/**
 * Moves the school from the cluster of an older major version into one of our own: both servers run side by side, every
 * table is copied and compared, and the new cluster gets its name at the very end. Killed before that, the old one
 * counts and the next carry-over begins again; after that, the new one. Answers where the old cluster is kept.
 */
export async function carryOver(options: CarryOverOptions): Promise<string> {
  prepareDataDir(options.dataDir, freeBytes);
  return inStartTurn(options.dataDir, NAME, (turn) => carryInTurn(options, turn));
}

async function carryInTurn(options: CarryOverOptions, turn: StartTurn): Promise<string> {
  const { dataDir, log, oldNative, say, signal } = options;
  const identity = serverIdentity(dataDir);
  const locations = locate(dataDir, identity);
  const { home } = locations;
  const old = findOldCluster(home, oldNative);
  const password = databasePassword(dataDir);
  const unfinished = join(home, `carrying-${MAJOR_VERSION}`);
  const from: Side = {
    locations: {
      ...locations,
      native: reachableCopy(oldNative, old.version, identity),
      cluster: old.cluster,
      socketDirectory: makeSocketDirectory(old.cluster, home, identity, { name: `run-${old.major}` }),
    },
    settings: ['default_transaction_read_only=on'],
    major: old.major,
    hasOwnSocket: true,
  };
  const to: Side = {
    locations: { ...locations, cluster: unfinished },
    settings: [],
    major: MAJOR_VERSION,
    hasOwnSocket: false,
  };
  const common = { dataDir, identity, log, password, turn };
  {
    await using source = await openSide(from, common);
    say(`PostgreSQL ${old.version} serves ${old.cluster}, for reading only`);
    await refuseFull(source, home);
    await clearUnfinished(to, common);
    try {
      signal?.throwIfAborted();
      await makeCluster({ ...locations, cluster: unfinished }, identity, password);
      await fill(to, common, { from: source.connection, say, signal });
      turn.refuseLost();
      signal?.throwIfAborted();
    } catch (error) {
      // As large as the database, it would stay for ever where nobody tries again. What another process has there isn't ours.
      if (!turn.isLost()) await rm(unfinished, { recursive: true, force: true });
      signal?.throwIfAborted();
      throw error;
    }
    renameSync(unfinished, locations.cluster);
    syncDirectory(home);
  }
  const kept = keptOldCluster(home, old.major);
  renameSync(old.cluster, kept);
  return kept;
}

/** Copies the school into the empty cluster of this side. */
async function fill(
  side: Side,
  common: Common,
  { from, say, signal }: Omit<Parameters<typeof copySchool>[0], 'to'>,
): Promise<void> {
  await using target = await openSide(side, common);
  await target.client.query(`create database ${DATABASE}`);
  say(`PostgreSQL ${MAJOR_VERSION} has an empty database`);
  await copySchool({ from, to: target.connection, say, signal });
}

interface Side {
  readonly locations: Locations;
  readonly settings: readonly string[];
  readonly major: string;
  /** In a folder that goes with it. */
  readonly hasOwnSocket: boolean;
}

interface Common {
  readonly dataDir: string;
  readonly identity: Identity | null;
  readonly log: Log;
  readonly password: string;
  readonly turn: StartTurn;
}

function connectionOf({ locations }: Side, password: string): Connection {
  return { host: locations.socketDirectory, port: 5432, user: DATABASE_USER, password, database: DATABASE };
}

/** A running server that is ours alone until it is disposed of. */
async function openSide(side: Side, { dataDir, identity, log, password, turn }: Common) {
  const connection = connectionOf(side, password);
  await clearTheWay({ dataDir, cluster: side.locations.cluster, connection, name: NAME, log, turn });
  const onLog = (line: string) => log.debug({ line }, 'postgres');
  const server = await startPostmaster(side.locations, identity, onLog, side.settings, side.major);
  try {
    const client = await connectPatiently(connection, NAME);
    await takeOwnership(client, dataDir);
    return {
      client,
      connection,
      async [Symbol.asyncDispose]() {
        await client.end();
        await server.stop();
        if (side.hasOwnSocket && !turn.isLost())
          rmSync(side.locations.socketDirectory, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** What a carry-over that was killed has left, with its server. */
async function clearUnfinished(side: Side, { dataDir, log, password, turn }: Common): Promise<void> {
  const { cluster } = side.locations;
  const connection = connectionOf(side, password);
  await clearTheWay({ dataDir, cluster, connection, name: NAME, log, turn });
  await rm(cluster, { recursive: true, force: true });
}

async function refuseFull({ client }: Awaited<ReturnType<typeof openSide>>, home: string): Promise<void> {
  const { rows } = await client.query<{ bytes: number }>('select pg_database_size($1)::float8 as bytes', [
    DATABASE,
  ]);
  const needed = (rows[0]?.bytes ?? 0) * ROOM;
  if (freeBytes(home) >= needed) return;
  const gigabytes = (needed / 1e9).toFixed(1);
  throw new Error(
    `The disk of ${home} needs ${gigabytes} GB of free space for the copy. Nothing was changed.`,
  );
}
