import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createCluster } from '#server/db/embedded/create-cluster';
import { serverIdentity } from '#server/db/embedded/identity';
import { locate } from '#server/db/embedded/locations';
import { startPostmaster } from '#server/db/embedded/postmaster';
import { migrate } from '#server/db/migrating/migrate';
import { keepBuilt } from '#tools/labs/keep-built';
import { ensureBundle } from '#tools/server/ensure-bundle';
import { keepTemporaryInMemory } from './run/memory-folder.ts';
import { removeWhatRunMade } from './run/once-in-run.ts';
import { makeScratch, removeScratch } from './scratch.ts';

/** How tests reach the database server of the run. */
export interface TestServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    database: TestServer;
  }
}

export const TEMPLATE = 'lectern_template';
/** A throw-away server may forget: that makes the tests fast. Durability has its own tests, on the real settings. */
const THROW_AWAY = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'log_min_duration_statement=-1',
  'max_connections=200',
  'max_wal_size=256MB',
];

/** One server for the whole run; with TEST_DATABASE_URL an external one, which then runs the same tests. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL;
  // What players read that the build makes.
  keepBuilt('sql-cluster.tar');
  keepBuilt('python.snapshot');
  keepBuilt('page.js');
  keepBuilt('players');
  await ensureBundle(join(import.meta.dirname, '../..'));
  const leaveMemory = keepTemporaryInMemory();
  const { server, stop } = external
    ? { server: fromUrl(external), stop: async () => undefined }
    : await startThrowAway();
  await makeTemplate(server);
  project.provide('database', server);
  return async () => {
    await stop();
    removeWhatRunMade();
    leaveMemory();
  };
}

async function startThrowAway() {
  const directory = makeScratch('test');
  const identity = serverIdentity();
  const locations = locate(directory, identity);
  await createCluster(locations, identity, 'test');
  const postmaster = await startPostmaster(locations, identity, () => undefined, THROW_AWAY);
  const server: TestServer = {
    host: locations.socketDirectory,
    port: 5432,
    user: 'lectern',
    password: 'test',
  };
  await lightenLogins(server);
  const stop = async () => {
    await postmaster.stop();
    removeScratch(directory);
  };
  return { server, stop };
}

/** Thousands of connections begin with the password: proving it takes more work than opening them. */
async function lightenLogins(server: TestServer): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  try {
    await client.query('set scram_iterations = 1');
    await client.query(
      `alter role ${client.escapeIdentifier(server.user)} password ${client.escapeLiteral(server.password)}`,
    );
  } finally {
    await client.end();
  }
}

async function makeTemplate(server: TestServer): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  try {
    await client.query(`drop database if exists ${TEMPLATE}`);
    await client.query(`create database ${TEMPLATE}`);
  } finally {
    await client.end();
  }
  await migrate({ ...server, database: TEMPLATE });
}

function fromUrl(address: string): TestServer {
  const url = new URL(address);
  const part = (text: string) => decodeURIComponent(text);
  return {
    host: part(url.hostname),
    port: Number(url.port || 5432),
    user: part(url.username),
    password: part(url.password),
  };
}
