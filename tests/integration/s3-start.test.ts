import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startScript } from '#tests/kit/process';
import { freePort } from '#tests/kit/run/free-port';
import { type S3Server, startS3Server } from '#tests/kit/s3-server';
import { makeScratch, removeScratch } from '#tests/kit/scratch';

const MAIN = join(import.meta.dirname, '../../src/server/main.ts');
const PORT = String(await freePort());
const ORIGIN = `http://localhost:${PORT}`;
const ADMIN = { ADMIN_EMAIL: 'head@school.test', ADMIN_PASSWORD: 'a quiet sentence' };
const dataDir = makeScratch('s3');
let bucket: S3Server;
beforeAll(async () => {
  bucket = await startS3Server();
});
afterAll(async () => {
  await bucket.stop();
  removeScratch(dataDir);
});

const start = (S3_URL: string) =>
  startScript(MAIN, [], {
    env: { DATA_DIR: dataDir, PORT, SAMPLE_CONTENT: 'off', LOG_LEVEL: 'error', S3_URL, ...ADMIN },
  });

async function send(method: string, path: string, body: BodyInit, headers: Record<string, string> = {}) {
  return fetch(`${ORIGIN}${path}`, { method, body, headers: { origin: ORIGIN, ...headers } });
}

test('with a bucket the uploads are there and nowhere else, and are served from there', async () => {
  const server = start(bucket.url());
  await server.says(/Lectern is ready/, 60_000);
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = ADMIN;
  const signedIn = await send('POST', '/api/sign-in', JSON.stringify({ email, password }), {
    'content-type': 'application/json',
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const form = new FormData();
  const png = await sharp({ create: { width: 5, height: 5, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  form.set('file', new File([new Uint8Array(png)], 'me.png', { type: 'image/png' }));
  const reply = await send('PUT', '/api/account/avatar', form, { cookie });
  const { avatar } = (await reply.json()) as { avatar: string };
  expect([...bucket.files.keys()]).toEqual([avatar.replace('/media/', '')]);
  expect(existsSync(join(dataDir, 'uploads'))).toBe(false);
  const picture = await fetch(`${ORIGIN}${avatar}`);
  expect(picture.headers.get('content-type')).toBe('image/webp');
  expect(Buffer.from(await picture.arrayBuffer()).equals([...bucket.files.values()][0] as Buffer)).toBe(true);
  await server.kill('SIGTERM');
}, 90_000);

test('a bucket that cannot be used stops the start with what to do', async () => {
  const server = start(bucket.url({ bucket: 'missing' }));
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain('the bucket "missing"');
  expect(server.output()).toContain("doesn't exist. Create it first.");
  expect(server.output()).not.toMatch(/sec(%2F|\/)ret/);
}, 60_000);
