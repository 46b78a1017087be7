import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toApiError } from '#server/http/api-error';
import { readS3Url } from '#server/s3-url';
import { type S3Server, startS3Server } from '#tests/kit/s3-server';
import type { Storage } from './storage.ts';
import { diskStorage } from './storage-disk.ts';
import { checkBucket, s3Storage } from './storage-s3.ts';

let server: S3Server;
let folder = '';
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-storage-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  server.files.clear();
  server.requests.length = 0;
  server.be('answer');
});

const stores = {
  folder: () => diskStorage(join(folder, 'uploads')),
  bucket: () => s3Storage(readS3Url(server.url()), { timeoutMs: 3000 }),
} satisfies Record<string, () => Storage>;

async function keysOf(store: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list()) keys.push(key);
  return keys.sort();
}

describe.each(Object.keys(stores) as (keyof typeof stores)[])('a store in a %s', (kind) => {
  test('gives back what was put into it, byte for byte', async () => {
    const store = stores[kind]();
    const bytes = Buffer.from([0, 255, 13, 10, 128, 0]);
    await store.put('a.webp', bytes);
    expect(Buffer.from((await store.get('a.webp')) ?? []).equals(bytes)).toBe(true);
    await store.put('a.webp', Buffer.from('another'));
    expect(Buffer.from((await store.get('a.webp')) ?? []).toString()).toBe('another');
  });

  test('gives any part of a file, as far as it has it', async () => {
    const store = stores[kind]();
    await store.put('a.webp', Buffer.from('0123456789'));
    const part = async (start: number, end: number) =>
      Buffer.from((await store.get('a.webp', { start, end })) ?? []).toString();
    expect([await part(0, 0), await part(3, 5), await part(8, 20)]).toEqual(['0', '345', '89']);
    expect(await store.get('none.webp', { start: 0, end: 1 })).toBeNull();
  });

  test('keeps an empty file and one of several megabytes', async () => {
    const store = stores[kind]();
    const large = Buffer.alloc(5 * 1024 * 1024, 'lectern ');
    await store.put('large.webp', large);
    await store.put('empty.webp', Buffer.alloc(0));
    expect(Buffer.from((await store.get('large.webp')) ?? []).equals(large)).toBe(true);
    expect(await store.get('empty.webp')).toHaveLength(0);
  });

  test('has nothing under a name that was never used or is removed, and removing twice is no fault', async () => {
    const store = stores[kind]();
    expect(await store.get('none.webp')).toBeNull();
    await store.put('a.webp', Buffer.from('a'));
    await store.remove('a.webp');
    await store.remove('a.webp');
    expect(await store.get('a.webp')).toBeNull();
  });

  test('names every file, over several pages, and nothing that is not ours', async () => {
    const store = stores[kind]();
    expect(await keysOf(store)).toEqual([]);
    const keys = Array.from({ length: 8 }, (_, number) => `${number}-file.svg`);
    for (const key of keys) await store.put(key, Buffer.from(key));
    if (kind === 'folder') writeFileSync(join(folder, 'uploads', '.half.part'), 'x');
    else server.files.set('of/another-program.txt', Buffer.from('x'));
    expect(await keysOf(store)).toEqual(keys);
  });

  test('takes no name that leads elsewhere', async () => {
    const store = stores[kind]();
    for (const key of ['../a.webp', '/etc/passwd', 'a/b.webp', '.a.webp', 'a', '', 'a.webp/', 'a.webp\n']) {
      await expect(store.put(key, Buffer.from('x')), key).rejects.toThrow('invalid storage key');
      await expect(store.get(key), key).rejects.toThrow('invalid storage key');
      await expect(store.remove(key), key).rejects.toThrow('invalid storage key');
    }
    expect(server.files.size).toBe(0);
  });
});

test('a file of the folder is for its owner only, and half a file is never seen', async () => {
  await stores.folder().put('a.webp', Buffer.from('a'));
  expect(readdirSync(join(folder, 'uploads'))).toEqual(['a.webp']);
  expect(statSync(join(folder, 'uploads', 'a.webp')).mode & 0o777).toBe(0o600);
});

test('what a killed process left half-written is removed, and what is being written is not', async () => {
  const uploads = join(folder, 'uploads');
  const store = stores.folder();
  expect(await store.removeUnfinished(new Date())).toBe(0);
  await store.put('old.webp', Buffer.from('old'));
  const left = (name: string, secondsAgo: number) => {
    const at = Date.now() / 1000 - secondsAgo;
    writeFileSync(join(uploads, name), 'half');
    utimesSync(join(uploads, name), at, at);
  };
  utimesSync(join(uploads, 'old.webp'), 0, 0);
  left('.0b0e5a52-3a5c-4d5e-9f6a-1c2d3e4f5a6b.part', 3700);
  left('.1b0e5a52-3a5c-4d5e-9f6a-1c2d3e4f5a6b.part', 3500);
  left('.of-another-program.part', 3700);
  expect(await store.removeUnfinished(new Date(Date.now() - 3_600_000))).toBe(1);
  expect(readdirSync(uploads).sort()).toEqual([
    '.1b0e5a52-3a5c-4d5e-9f6a-1c2d3e4f5a6b.part',
    '.of-another-program.part',
    'old.webp',
  ]);
  expect(await stores.bucket().removeUnfinished(new Date())).toBe(0);
});

test('a file that cannot be put leaves nothing behind', async () => {
  mkdirSync(join(folder, 'uploads', 'a.webp', 'in-the-way'), { recursive: true });
  await expect(stores.folder().put('a.webp', Buffer.from('a'))).rejects.toThrow();
  expect(readdirSync(join(folder, 'uploads'))).toEqual(['a.webp']);
});

test('a bucket that drops or refuses once is asked again', async () => {
  const store = stores.bucket();
  for (const mood of ['drop', 'refuse'] as const) {
    server.be(mood, 1);
    await store.put(`${mood}.webp`, Buffer.from('a'));
    expect(server.files.has(`${mood}.webp`)).toBe(true);
  }
});

test('a bucket that hangs or goes on refusing is a fault, soon; half a file is never taken for a whole one', async () => {
  const store = s3Storage(readS3Url(server.url()), { timeoutMs: 400 });
  await store.put('a.webp', Buffer.alloc(100_000, 'a'));
  for (const mood of ['hang', 'drop', 'refuse', 'half'] as const) {
    server.be(mood);
    const started = performance.now();
    const fault = await store.get('a.webp').catch((error: unknown) => error);
    expect(toApiError(fault), mood).toMatchObject({ code: 'STORAGE_UNAVAILABLE', status: 503 });
    expect(performance.now() - started, mood).toBeLessThan(3000);
  }
});

test('the check at the start says what to do', async () => {
  const check = (change: Parameters<S3Server['url']>[0]) =>
    checkBucket(readS3Url(server.url(change)), { timeoutMs: 1500 });
  await check({});
  expect(server.requests).toEqual(['HEAD /school/']);
  await expect(check({ bucket: 'another' })).rejects.toThrow(
    `S3_URL: the bucket "another" at http://127.0.0.1:${server.port} doesn't exist. Create it first.`,
  );
  await expect(check({ key: 'stranger' })).rejects.toThrow('rejected this key. Check the key and secret');
  server.be('hang');
  await expect(check({})).rejects.toThrow("isn't responding");
  await expect(
    checkBucket(readS3Url('s3://k:s@127.0.0.1:9/school?tls=off'), { timeoutMs: 1500 }),
  ).rejects.toThrow(/isn't responding \(.*ECONNREFUSED.*\)\. Check the URL/);
});

test('no fault of the store shows the secret', async () => {
  server.be('drop');
  const fault = await checkBucket(readS3Url(server.url()), { timeoutMs: 500 }).catch(
    (error: unknown) => error,
  );
  const { cause, message, stack } = fault as Error & { cause: Error };
  expect(`${message} ${stack} ${JSON.stringify(cause)} ${cause.stack}`).not.toContain('sec/ret');
});
