import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, expect, test } from 'vitest';
import { startScript } from '#tests/kit/process';
import { freePort } from '#tests/kit/run/free-port';
import { makeReadyFolder } from '#tests/kit/run/ready-folders';
import { makeScratch, removeScratch } from '#tests/kit/scratch';

const SOURCE = join(import.meta.dirname, '../../src/server');
const PORT = String(await freePort());
const ORIGIN = `http://localhost:${PORT}`;
const ADMIN = { ADMIN_EMAIL: 'head@school.test', ADMIN_PASSWORD: 'a quiet sentence' };
const scratch = makeScratch('backup-command');
afterAll(() => removeScratch(scratch));

const lectern = (dataDir: string, ...args: string[]) => lecternWith({}, dataDir, ...args);

async function lecternWith(env: Record<string, string>, dataDir: string, ...args: string[]) {
  const run = startScript(join(SOURCE, 'cli/lectern.ts'), args, { env: { DATA_DIR: dataDir, PORT, ...env } });
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

test('a school is backed up while it runs; where it is restored everybody signs in again, and can', async () => {
  const [old, fresh, file] = ['old', 'fresh', 'school.backup'].map((name) => join(scratch, name)) as [
    string,
    string,
    string,
  ];
  await makeReadyFolder(old);
  const server = await serve(old, ADMIN);
  const cookie = await signIn();
  const saved = await lectern(old, 'backup', file);
  expect(saved).toMatchObject({ code: 0, output: expect.stringMatching(/^users: 1 row$/m) });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await lectern(old, 'backup', file)).toMatchObject({
    code: 1,
    output: expect.stringContaining('already exists'),
  });
  expect(await lectern(old, 'backup', '--force', file)).toMatchObject({ code: 0 });
  const health = await (await fetch(`${ORIGIN}/api/admin/health`, { headers: { cookie } })).json();
  expect(health).toMatchObject({
    problems: [],
    processes: [{ kind: 'server', isSilent: false, connections: { max: 10 } }],
    backup: { bytes: statSync(file).size, isEncrypted: false },
  });
  expect(await lectern(old, 'restore', file, '--replace')).toMatchObject({
    code: 1,
    output: expect.stringMatching(new RegExp(`is in use by lectern pid \\d+ on ${ORIGIN}`)),
  });
  await server.kill('SIGTERM');

  const restored = await lectern(fresh, 'restore', file);
  expect(restored).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /Restored the school to its state at .*start Lectern now\. Everyone needs to log in again/,
    ),
  });
  const second = await serve(fresh);
  const session = await fetch(`${ORIGIN}/api/session`, { headers: { cookie } });
  expect(await session.json()).toEqual({ user: null });
  expect(await signIn()).toContain('session_token');
  await second.kill('SIGTERM');

  expect(await lectern(fresh, 'restore', file)).toMatchObject({
    code: 1,
    output: expect.stringContaining('This database already contains a school'),
  });
  // It was of a database that is gone.
  const begun = join(fresh, 'upgrade-under-way.json');
  writeFileSync(begun, '{}');
  expect(await lectern(fresh, 'restore', file, '--replace')).toMatchObject({ code: 0 });
  expect(existsSync(begun)).toBe(false);
}, 240_000);

test('an encrypted backup is restored with its passphrase or identity only', async () => {
  const [old, fresh, sealed, addressed, keys] = ['sealed', 'opened', 'a.age', 'b.age', 'keys.txt'].map(
    (name) => join(scratch, name),
  ) as [string, string, string, string, string];
  for (const folder of [old, fresh]) await makeReadyFolder(folder);
  const server = await serve(old, ADMIN);
  await server.kill('SIGTERM');
  const right = { LECTERN_BACKUP_PASSPHRASE: 'five random words are enough' };
  const wrong = { LECTERN_BACKUP_PASSPHRASE: 'five other words are not it' };
  const identity = await generateIdentity();
  writeFileSync(keys, `# a comment\n${identity}\n`);
  expect(
    await lecternWith({ LECTERN_BACKUP_PASSPHRASE: 'short' }, old, 'backup', sealed, '--encrypt'),
  ).toEqual({
    code: 1,
    output: 'A passphrase needs at least 12 characters; five random words make a good one.\n',
  });
  expect(await lecternWith({}, old, 'backup', sealed, '--encrypt')).toMatchObject({
    code: 1,
    output: expect.stringContaining('set LECTERN_BACKUP_PASSPHRASE for this command'),
  });
  expect(await lectern(old, 'backup', addressed, '--recipient', 'ada')).toMatchObject({
    code: 1,
    output: expect.stringContaining('"ada" isn\'t an age recipient'),
  });
  expect(existsSync(sealed) || existsSync(addressed)).toBe(false);
  expect(await lecternWith(right, old, 'backup', sealed, '--encrypt')).toMatchObject({
    code: 0,
    output: expect.stringContaining('No one can restore it without the passphrase'),
  });
  const recipient = await identityToRecipient(identity);
  expect(await lectern(old, 'backup', `--recipient=${recipient}`, addressed)).toMatchObject({ code: 0 });
  for (const file of [sealed, addressed])
    expect(readFileSync(file, 'latin1').startsWith('age-encryption.org/v1')).toBe(true);
  expect(await lecternWith(wrong, fresh, 'restore', sealed)).toEqual({
    code: 1,
    output: 'This backup was not encrypted with this passphrase. Nothing was changed.\n',
  });
  expect(await lecternWith(right, fresh, 'restore', sealed)).toMatchObject({ code: 0 });
  expect(await lectern(fresh, 'restore', addressed, '--replace', '--identity', keys)).toMatchObject({
    code: 0,
  });
}, 240_000);

test('nothing is backed up where nothing is, and what is missing is named', async () => {
  const nowhere = join(scratch, 'nowhere');
  const file = join(scratch, 'x');
  expect(await lectern(nowhere, 'restore', file)).toEqual({ code: 1, output: `File ${file} not found.\n` });
  expect(existsSync(nowhere)).toBe(false);
  expect(await lectern(nowhere, 'backup', file)).toMatchObject({
    code: 1,
    output: expect.stringContaining('This database has no school to back up'),
  });
  expect(existsSync(file)).toBe(false);
  expect(await lectern(nowhere, 'backup', join(scratch, 'no', 'folder'))).toMatchObject({
    code: 1,
    output: expect.stringContaining(`Folder ${join(scratch, 'no')}`),
  });
  expect(await lectern(nowhere, 'restore', '--force', file)).toMatchObject({ code: 2 });
}, 60_000);
