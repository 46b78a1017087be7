import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createDatabase, dropDatabase } from '#tests/kit/database';
import { type Started, startScript } from '#tests/kit/process';

const MAIN = join(import.meta.dirname, '../../src/server/main.ts');
const COMMANDS = join(import.meta.dirname, '../../src/server/cli/lectern.ts');
const PROCESSES = process.env.PROVE ? 6 : 3;
const HEAD = { email: 'head@school.test', password: 'a-long-secret-of-the-head' };
const SECRET = 'the-secret-of-this-school-0123456789';

/** An empty database, without our tables. */
async function emptyDatabase() {
  const server = inject('database');
  const name = await createDatabase(server, `first_${randomBytes(6).toString('hex')}`, 'template0');
  onTestFinished(() => dropDatabase(server, name));
  const { host, password, port, user } = server;
  const url = new URL(`postgres://localhost:${port}/${name}`);
  url.username = user;
  url.password = password;
  // Tests reach their server through a socket.
  if (host.startsWith('/')) url.searchParams.set('host', host);
  else url.hostname = host;
  return { url: url.href, connection: { ...server, database: name } };
}

/** A machine of its own: only the database and the settings are shared. */
function settings(url: string, more: Record<string, string>): Record<string, string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-first-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return { DATABASE_URL: url, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', LABS: 'off', ...more };
}

function startServer(env: Record<string, string>): Started {
  const started = startScript(MAIN, [], { env });
  onTestFinished(() => started.kill('SIGKILL'));
  return started;
}

async function addressOf(server: Started): Promise<string> {
  const [, port] = await server.says(/Lectern is ready: http:\/\/localhost:(\d+)/, 120_000);
  return `http://127.0.0.1:${port}`;
}

test('processes that start together on an empty database all start, with the sample content once and one key', {
  timeout: 240_000,
}, async () => {
  const { connection, url } = await emptyDatabase();
  const shared = {
    AUTH_SECRET: SECRET,
    ADMIN_EMAIL: HEAD.email,
    ADMIN_PASSWORD: HEAD.password,
    PUBLIC_URL: 'http://school.test',
  };
  const machines = Array.from({ length: PROCESSES }, () => settings(url, shared));
  const servers = machines.map(startServer);
  const addresses = await Promise.all(servers.map(addressOf));
  const client = new pg.Client(connection);
  onTestFinished(() => client.end());
  await client.connect();
  const ask = async (text: string) => (await client.query(text)).rows;
  const [courses] = await ask(
    'select count(*)::int as all, count(distinct slug)::int as different from courses',
  );
  expect(courses.all).toBeGreaterThan(5);
  expect(courses.all).toBe(courses.different);
  const [made] = await ask("select count(*)::int as all from courses where kind = 'course'");
  expect(await ask("select from audit_log where action = 'course.import'")).toHaveLength(made.all);
  expect(await ask("select from user_roles where role = 'admin'")).toHaveLength(1);
  expect(await ask('select from signing_keys')).toHaveLength(1);
  expect(await ask('select from school_keys')).toHaveLength(1);
  for (const { DATA_DIR = '' } of machines) expect(existsSync(join(DATA_DIR, 'secrets'))).toBe(false);
  // A session of one process is known to all.
  const headers = { origin: 'http://school.test', 'content-type': 'application/json' };
  const body = JSON.stringify(HEAD);
  const signedIn = await fetch(`${addresses[0]}/api/sign-in`, { method: 'POST', headers, body });
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
  for (const address of addresses) {
    const seen = await fetch(`${address}/api/admin/overview`, { headers: { cookie } });
    expect(seen.status).toBe(200);
  }
});

test('a process with a wrong secret does not start and says why, and so does the doctor; a rotated one starts', {
  timeout: 240_000,
}, async () => {
  const { url } = await emptyDatabase();
  const sampleFree = (AUTH_SECRET: string) => settings(url, { AUTH_SECRET, SAMPLE_CONTENT: 'off' });
  const first = startServer(sampleFree(SECRET));
  await addressOf(first);
  const wrong = 'another-secret-of-nobody-9876543210';
  const stranger = startServer(sampleFree(wrong));
  expect(await stranger.ended).toBe(1);
  expect(stranger.output()).toContain("AUTH_SECRET isn't the secret of this school.");
  expect(stranger.output()).not.toContain(wrong);
  const doctor = async (AUTH_SECRET: string) => {
    const run = startScript(COMMANDS, ['doctor'], { env: sampleFree(AUTH_SECRET) });
    await run.ended;
    return run.output();
  };
  expect(await doctor(wrong)).toContain("!!  key: AUTH_SECRET isn't the secret of this school.");
  expect(await doctor(SECRET)).toContain('ok  key: AUTH_SECRET has the key of this school');
  const renewed = startServer(sampleFree(`${wrong},${SECRET}`));
  await addressOf(renewed);
  const later = startServer(sampleFree(wrong));
  await addressOf(later);
  await first.kill('SIGTERM');
  expect(await doctor(SECRET)).toContain('!!  key:');
});
