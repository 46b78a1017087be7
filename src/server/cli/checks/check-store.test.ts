import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished } from 'vitest';
import { parseConfig } from '#server/config';
import { diskStorage } from '#server/platform/storage-disk';
import { test } from '#tests/kit/database';
import { checkStore } from './check-store.ts';

const ID = '00000000-0000-4000-8000-00000000000';

test('what is missing in the store is a fault, what nothing uses is told, and how full the library is', async ({
  ownDb,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const storage = diskStorage(folder);
  const connection = { ...inject('database'), database: String(ownDb.pool.options.database) };
  const look = (env = {}) => checkStore(parseConfig(env), connection, async () => storage);
  expect(await look()).toEqual([
    { ok: true, what: 'files: all 0 are in the store' },
    { ok: true, what: 'files: none in the store that nothing uses' },
    { ok: true, what: 'media library: 0.00 of 20 GB used' },
  ]);
  const blocks = [{ key: `content-${ID}3-a.block`, bytes: 4 }];
  await ownDb.pool.query(
    `insert into media (id, kind, mime, bytes, sha256, name, ending, source_sha256, width, height, widths, blocks) values
     ($1, 'content', 'image/png', 5, 'a', 'river.png', 'png', 'a', 4, 3, '{480}', null),
     ($2, 'cover', 'image/webp', 5, 'b', 'cover.webp', 'webp', 'b', 4, 3, '{640}', null),
     ($3, 'content', 'video/mp4', $5, 'c', 'lesson.mp4', 'mp4', 'c', null, null, '{}', $4)`,
    [`${ID}1`, `${ID}2`, `${ID}3`, JSON.stringify(blocks), 2 * 1024 ** 3],
  );
  await ownDb.pool.query("insert into files_to_remove (key) values ('going.webp')");
  for (const key of [`content-${ID}1.png`, `${ID}2.webp`, `${ID}2-640.webp`, 'going.webp', 'left.webp'])
    await storage.put(key, Buffer.from('x'));
  const found = await look({ MEDIA_QUOTA_GB: '1' });
  expect(found).toEqual([
    {
      ok: false,
      what: `files: 2 of 5 aren't in the store: river.png (content-${ID}1-480.webp), lesson.mp4 (content-${ID}3-a.block)`,
      remedy: expect.stringContaining('backup'),
    },
    { ok: true, what: 'files: 1 in the store that nothing uses, safe to delete if they stay: left.webp' },
    {
      ok: false,
      what: 'media library: 2.00 of 1 GB used',
      remedy: expect.stringContaining('MEDIA_QUOTA_GB'),
    },
  ]);
});

test('an upload under way and a finished export are neither missing nor left over', async ({ ownDb }) => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const disk = diskStorage(folder);
  const connection = { ...inject('database'), database: String(ownDb.pool.options.database) };
  const { rows } = await ownDb.pool.query<{ id: string }>(
    "insert into users (name, email, email_verified) values ('Ada', 'ada@school.test', true) returning id",
  );
  await disk.put('export.block', Buffer.from('x'));
  await ownDb.pool.query(
    `insert into exports (user_id, request, state, total, blocks, created_at) values ($1, '{}', 'ready', 1, '[{"key": "export.block"}]', now())`,
    [rows[0]?.id],
  );
  let lists = 0;
  const storage = {
    ...disk,
    async *list() {
      yield* disk.list();
      lists += 1;
      if (lists > 1) return;
      // Arrives when the list is through, and the rows aren't read yet.
      await disk.put('arriving.block', Buffer.from('x'));
      await ownDb.pool.query(
        `insert into media_uploads (owner_id, name, bytes, received, blocks) values ($1, 'river.mp4', 9, 1, '[{"key": "arriving.block"}]')`,
        [rows[0]?.id],
      );
    },
  };
  expect(await checkStore(parseConfig({}), connection, async () => storage)).toMatchObject([
    { ok: true, what: 'files: all 1 are in the store' },
    { ok: true, what: 'files: none in the store that nothing uses' },
    { ok: true },
  ]);
});

test('a store that cannot be read is a fault, and the database is not asked', async () => {
  const open = () => Promise.reject(new Error('EACCES'));
  expect(await checkStore(parseConfig({}), { connectionString: 'nowhere' }, open)).toMatchObject([
    { ok: false, what: 'files: EACCES' },
  ]);
});
