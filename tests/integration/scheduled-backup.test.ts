import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { startScript } from '#tests/kit/process';
import { freePort } from '#tests/kit/run/free-port';
import { startS3Server } from '#tests/kit/s3-server';
import { makeScratch, removeScratch } from '#tests/kit/scratch';

const SOURCE = join(import.meta.dirname, '../../src/server');
const PORT = String(await freePort());
const ORIGIN = `http://localhost:${PORT}`;
const ADMIN = { ADMIN_EMAIL: 'head@school.test', ADMIN_PASSWORD: 'a quiet sentence' };
const scratch = makeScratch('scheduled-backup');
afterAll(() => removeScratch(scratch));

async function send(method: string, path: string, cookie = '', body?: object) {
  const headers = { 'content-type': 'application/json', origin: ORIGIN, cookie };
  return fetch(`${ORIGIN}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

async function signIn(): Promise<string> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = ADMIN;
  const reply = await send('POST', '/api/sign-in', '', { email, password });
  return reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

interface Health {
  readonly backup: { readonly bytes: number; readonly isEncrypted: boolean } | null;
  readonly backups: { readonly state: string; readonly failure: unknown; readonly place: string };
}

async function untilBackedUp(cookie: string): Promise<Health> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await wait(250)) {
    const health = (await (await send('GET', '/api/admin/health', cookie)).json()) as Health;
    if (health.backup || health.backups.failure) return health;
  }
  throw new Error('no backup was made');
}

test('an administrator has the running school backed up into a bucket, and it is restored by its name', async () => {
  const store = await startS3Server();
  const env = {
    PORT,
    SAMPLE_CONTENT: 'off',
    LABS: 'off',
    LOG_LEVEL: 'error',
    BACKUP_TO: store.url().replace('/school?', '/school/lectern?'),
    LECTERN_BACKUP_PASSPHRASE: 'five random words are enough',
  };
  const lectern = async (dataDir: string, ...args: string[]) => {
    const run = startScript(join(SOURCE, 'cli/lectern.ts'), args, { env: { ...env, DATA_DIR: dataDir } });
    return { code: await run.ended, output: run.output() };
  };
  const [old, fresh] = [join(scratch, 'old'), join(scratch, 'fresh')];
  const server = startScript(join(SOURCE, 'main.ts'), [], { env: { ...env, ...ADMIN, DATA_DIR: old } });
  try {
    await server.says(/Lectern is ready/, 60_000);
    const cookie = await signIn();
    const asked = await Promise.all([1, 2].map(() => send('POST', '/api/admin/health/backups', cookie)));
    expect(asked.map(({ status }) => status)).toEqual([200, 200]);
    const { backup, backups } = await untilBackedUp(cookie);
    const [key = '', ...others] = store.files.keys();
    expect(others).toEqual([]);
    expect(key).toMatch(/^lectern\/school-\d{8}T\d{6}Z\.backup$/);
    expect(backup).toMatchObject({ bytes: store.files.get(key)?.length, isEncrypted: true });
    expect(backups).toMatchObject({ place: 's3://school/lectern/', failure: null });
    await server.kill('SIGTERM');

    expect((await lectern(fresh, 'backups')).output).toContain(key.replace('lectern/', ''));
    const restored = await lectern(fresh, 'restore', 'latest');
    expect(restored, restored.output).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Fetching s3://school/${key}`),
    });
    expect(readdirSync(fresh).filter((name) => name.includes('fetched'))).toEqual([]);
    expect(await lectern(fresh, 'restore', 'school-20200101T000000Z.backup')).toMatchObject({
      code: 1,
      output: expect.stringContaining('No backup is called school-20200101T000000Z.backup'),
    });
    const again = startScript(join(SOURCE, 'main.ts'), [], { env: { ...env, DATA_DIR: fresh } });
    await again.says(/Lectern is ready/, 60_000);
    expect(await signIn()).toContain('session_token');
    await again.kill('SIGTERM');
  } finally {
    await server.kill('SIGKILL');
    await store.stop();
  }
}, 300_000);
