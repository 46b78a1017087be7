import { expect, test } from 'vitest';
import { s3Storage } from '#server/platform/storage-s3';
import { readS3Url } from '#server/s3-url';
import { startS3Server } from '#tests/kit/s3-server';
import { storeHealth } from './store-health.ts';

test('files in a folder have no store that could be away', async () => {
  expect(await storeHealth({})()).toBeUndefined();
});

test('the store is asked once for many, and again after a while', async () => {
  let asked = 0;
  const check = async () => {
    asked += 1;
    if (asked > 1) throw new Error('away');
  };
  const kept = storeHealth({ check });
  expect(await Promise.all([kept(), kept()])).toEqual(['ok', 'ok']);
  expect([await kept(), asked]).toEqual(['ok', 1]);
  const fresh = storeHealth({ check }, { keepMs: 0 });
  expect(await fresh()).toBe('unreachable');
});

test('a bucket is ok while its server answers, and unreachable after that', async () => {
  const server = await startS3Server();
  const state = storeHealth(s3Storage(readS3Url(server.url())), { keepMs: 0, answerWithinMs: 1000 });
  expect(await state()).toBe('ok');
  await server.stop();
  expect(await state()).toBe('unreachable');
});
