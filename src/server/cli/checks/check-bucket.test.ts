import { expect, test } from 'vitest';
import { parseConfig } from '#server/config';
import { startS3Server } from '#tests/kit/s3-server';
import { checkBucket } from './check-bucket.ts';

test('a bucket must be there and take our key, which is never shown', async () => {
  expect(await checkBucket(parseConfig({}))).toEqual([]);
  const store = await startS3Server();
  const look = (S3_URL: string) => checkBucket(parseConfig({ S3_URL }));
  expect(await look(store.url())).toEqual([
    { ok: true, what: expect.stringMatching(/^bucket \S+ at http:\/\/127\.0\.0\.1:\d+ is reachable$/) },
  ]);
  const [other] = await look(store.url({ bucket: 'another-bucket' }));
  expect(other).toMatchObject({
    ok: false,
    remedy: expect.stringContaining("doesn't exist. Create it first."),
  });
  const [refused] = await look(store.url({ key: 'STRANGER', secret: 'hunter2' }));
  expect(refused).toMatchObject({ ok: false, remedy: expect.stringContaining('rejected this key') });
  expect(JSON.stringify([other, refused])).not.toContain('hunter2');
  await store.stop();
  expect(await look(store.url())).toEqual([
    {
      ok: false,
      what: expect.stringContaining('bucket'),
      remedy: expect.stringContaining("isn't responding"),
    },
  ]);
});
