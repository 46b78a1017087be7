import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createCluster } from '#server/db/embedded/create-cluster';
import { serverIdentity } from '#server/db/embedded/identity';
import { type Locations, locate } from '#server/db/embedded/locations';
import { type Postmaster, startPostmaster } from '#server/db/embedded/postmaster';
import { migrate } from '#server/db/migrating/migrate';

/** As fast as a throw-away server may be, and fit to be followed. */
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'autovacuum=off', 'max_wal_senders=4'];
/** A statement that is in the way of what came from the primary is ended soon. */
const STANDBY_SETTINGS = [...SETTINGS, 'max_standby_streaming_delay=100ms'];
const ACCESS = { user: 'lectern', password: 'test', port: 5432 };

export interface TwoServers {
  readonly primary: { readonly host: string; readonly database: string } & typeof ACCESS;
  readonly standby: { readonly host: string; readonly database: string } & typeof ACCESS;
  /** Stops to apply what comes from the primary, and goes on. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  stop(): Promise<void>;
}

/** A server with a migrated database, and a copy of it that follows. */
export async function startTwoServers(): Promise<TwoServers> {
  const identity = serverIdentity();
  const folders = ['primary', 'standby'].map((name) => mkdtempSync(join(tmpdir(), `lectern-${name}-`)));
  const [at, copyAt] = folders.map((folder) => locate(folder, identity)) as [Locations, Locations];
  await createCluster(at, identity, ACCESS.password);
  appendFileSync(join(at.cluster, 'pg_hba.conf'), 'local replication all scram-sha-256\n');
  const start = (locations: Locations, settings: readonly string[]) =>
    startPostmaster(locations, identity, () => undefined, settings);
  let own = await start(at, SETTINGS);
  const primary = { ...ACCESS, host: at.socketDirectory, database: 'school' };
  await run({ ...primary, database: 'postgres' }, 'create database school');
  await migrate(primary);
  await own.stop();
  spawnSync('cp', ['-a', at.cluster, copyAt.cluster]);
  spawnSync('cp', ['-p', join(copyAt.cluster, 'PG_VERSION'), join(copyAt.cluster, 'standby.signal')]);
  own = await start(at, SETTINGS);
  const follow = `primary_conninfo=host=${at.socketDirectory} port=5432 user=${ACCESS.user} password=${ACCESS.password}`;
  const startCopy = () => start(copyAt, [...STANDBY_SETTINGS, follow]);
  let copy: Postmaster = await startCopy();
  const standby = { ...ACCESS, host: copyAt.socketDirectory, database: 'school' };
  return {
    primary,
    standby,
    pause: () => run(standby, 'select pg_wal_replay_pause()'),
    resume: () => run(standby, 'select pg_wal_replay_resume()'),
    stopStandby: () => copy.stop(),
    async startStandby() {
      copy = await startCopy();
    },
    async stop() {
      await copy.stop();
      await own.stop();
      const homes = [at, copyAt].flatMap(({ home, socketDirectory }) => [home, socketDirectory]);
      for (const path of [...folders, ...homes]) rmSync(path, { recursive: true, force: true });
    },
  };
}

const RECOVERY_CONFLICT = '40001';

async function run(connection: pg.ClientConfig, statement: string): Promise<void> {
  try {
    await runOnce(connection, statement);
  } catch (error) {
    // What came from the primary was in its way: nothing was done.
    if (!(error instanceof pg.DatabaseError && error.code === RECOVERY_CONFLICT)) throw error;
    await run(connection, statement);
  }
}

async function runOnce(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
