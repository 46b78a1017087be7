import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startScript } from '#tests/kit/process';
import { makeScratch, removeScratch } from '#tests/kit/scratch';

const SOURCE = join(import.meta.dirname, '../../src/server');
const PORT = '4878';
const ORIGIN = `http://localhost:${PORT}`;
const ADMIN = { ADMIN_EMAIL: 'head@school.test', ADMIN_PASSWORD: 'a quiet sentence' };
const scratch = makeScratch('backup-command');
afterAll(() => removeScratch(scratch));

async function lectern(dataDir: string, ...args: string[]) {
  const run = startScript(join(SOURCE, 'cli/lectern.ts'), args, { env: { DATA_DIR: dataDir, PORT } });
  return { code: await run.ended, output: run.output() };
}

async function serve(dataDir: string, env: Record<string, string> = {}) {
  const server = startScript(join(SOURCE, 'main.ts'), [], {
    env: { DATA_DIR: dataDir, PORT, SAMPLE_CONTENT: 'off', LOG_LEVEL: 'error', ...env },
  });
  await server.says(/Lectern is ready/);
  return server;
}

async function signIn(): Promise<string> {
  const reply = await fetch(`${ORIGIN}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN },
    body: JSON.stringify({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }),
  });
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

test('a school is backed up while it runs, and whoever was signed in is still signed in where it is restored', async () => {
  const [old, fresh, file] = ['old', 'fresh', 'school.backup'].map((name) => join(scratch, name)) as [
    string,
    string,
    string,
  ];
  const server = await serve(old, ADMIN);
  const cookie = await signIn();
  const saved = await lectern(old, 'backup', file);
  expect(saved).toMatchObject({ code: 0, output: expect.stringMatching(/^users: 1 row$/m) });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await lectern(old, 'backup', file)).toMatchObject({
    code: 1,
    output: expect.stringContaining('exists already'),
  });
  expect(await lectern(old, 'backup', '--force', file)).toMatchObject({ code: 0 });
  expect(await lectern(old, 'restore', file, '--replace')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/is in use: held by lectern pid \d+ on http:\/\/localhost:4878/),
  });
  await server.kill('SIGTERM');

  const restored = await lectern(fresh, 'restore', file);
  expect(restored).toMatchObject({
    code: 0,
    output: expect.stringMatching(/The school is as it was at .*Start Lectern/),
  });
  const second = await serve(fresh);
  const session = await fetch(`${ORIGIN}/api/session`, { headers: { cookie } });
  expect(await session.json()).toMatchObject({ user: { email: ADMIN.ADMIN_EMAIL, role: 'admin' } });
  await second.kill('SIGTERM');

  expect(await lectern(fresh, 'restore', file)).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is a school in this database already'),
  });
  expect(await lectern(fresh, 'restore', file, '--replace')).toMatchObject({ code: 0 });
}, 90_000);

test('nothing is backed up where nothing is, and what is missing is named', async () => {
  const nowhere = join(scratch, 'nowhere');
  const file = join(scratch, 'x');
  expect(await lectern(nowhere, 'restore', file)).toEqual({ code: 1, output: `There is no file ${file}.\n` });
  expect(existsSync(nowhere)).toBe(false);
  expect(await lectern(nowhere, 'backup', file)).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no school in this database'),
  });
  expect(existsSync(file)).toBe(false);
  expect(await lectern(nowhere, 'backup', join(scratch, 'no', 'folder'))).toMatchObject({
    code: 1,
    output: expect.stringContaining(`There is no folder ${join(scratch, 'no')}`),
  });
  expect(await lectern(nowhere, 'restore', '--force', file)).toMatchObject({ code: 2 });
}, 60_000);

test('with a database elsewhere the folder of the key must be the right one', async () => {
  const run = startScript(join(SOURCE, 'cli/lectern.ts'), ['backup', join(scratch, 'x')], {
    env: { DATA_DIR: scratch, PORT, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' },
  });
  expect(await run.ended).toBe(1);
  expect(run.output()).toBe(`${scratch} has no key. Set DATA_DIR to the folder that the server uses.\n`);
});
