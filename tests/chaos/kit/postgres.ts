import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { createCluster } from '#server/db/embedded/create-cluster';
import { serverIdentity } from '#server/db/embedded/identity';
import { locate } from '#server/db/embedded/locations';
import { type Postmaster, startPostmaster } from '#server/db/embedded/postmaster';

/** A PostgreSQL server that keeps what it commits, and that somebody else looks after. */
export interface Postgres {
  readonly socket: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Without any warning. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** As an upgrade of the operating system does. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const PASSWORD = 'chaos';
const DATABASE = 'school';
const START_WITHIN_MS = 20_000;

export async function startPostgres(scratch: string): Promise<Postgres> {
  const directory = join(scratch, 'server');
  mkdirSync(directory, { mode: 0o711 });
  const identity = serverIdentity();
  const locations = locate(directory, identity);
  await createCluster(locations, identity, PASSWORD);
  let postmaster: Postmaster | undefined;
  const start = async () => {
    for (const deadline = Date.now() + START_WITHIN_MS; ; await wait(50)) {
      try {
        postmaster = await startPostmaster(locations, identity, () => undefined, ['max_connections=100']);
        return;
      } catch (error) {
        // Processes of the one that was killed hold its memory for a moment.
        if (Date.now() > deadline) throw error;
      }
    }
  };
  await start();
  const client = new pg.Client({
    host: locations.socketDirectory,
    user: 'lectern',
    password: PASSWORD,
    database: 'postgres',
  });
  await client.connect();
  await client.query(`create database ${DATABASE}`);
  await client.end();
  return {
    socket: locations.socketDirectory,
    user: 'lectern',
    password: PASSWORD,
    database: DATABASE,
    start,
    async kill() {
      if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
      await postmaster?.ended;
    },
    async restart() {
      await postmaster?.stop();
      await start();
    },
    async stop() {
      await postmaster?.stop();
      for (const path of [locations.home, locations.socketDirectory])
        rmSync(path, { recursive: true, force: true });
    },
  };
}
