import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { PIECE_BYTES } from '#domain/media/limits';
import { removeFiles } from '#server/areas/exams/attempts/remove-files';
import type { Services } from '#server/services';
import { test as base } from '#tests/kit/database';
import { openVerbs, type Verbs } from '#tests/kit/verbs';
import { storeLargeFile } from './store-large-file.ts';

const MINUTE = 60;

const test = base.extend<{ video: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other one.
  video: async ({}, use) => {
    const directory = await mkdtemp(join(tmpdir(), 'large-'));
    const file = join(directory, 'a.mp4');
    const bytes = Buffer.alloc(2 * PIECE_BYTES + 100, 7);
    bytes.set(Buffer.from('....ftypisom....'));
    await writeFile(file, bytes);
    await use(file);
    await rm(directory, { recursive: true });
  },
});

/** A store for which each piece takes so long, while the chore removes what was given up. */
function slowly({ services, wait }: Verbs, minutes: number): Services {
  const { storage } = services;
  const put: Services['storage']['put'] = async (...piece) => {
    await storage.put(...piece);
    wait(minutes * MINUTE);
    await removeFiles(services);
  };
  return { ...services, storage: { ...storage, put } };
}
async function keys({ services }: Verbs): Promise<string[]> {
  const found: string[] = [];
  for await (const key of services.storage.list()) found.push(key);
  return found;
}

test('a file whose pieces take more than an hour together has all of them', async ({ db, video }) => {
  const verbs = await openVerbs(db);
  const { address } = await storeLargeFile(slowly(verbs, 31), video, 'a.mp4');
  expect(address).toMatch(/^\/media\/.*\.mp4$/);
  const { rows } = await db.pool.query<{ blocks: { key: string }[] }>('select blocks from media');
  expect(rows[0]?.blocks).toHaveLength(3);
  expect((await keys(verbs)).sort()).toEqual(rows[0]?.blocks.map(({ key }) => key).sort());
});

test('a file that lost a piece meanwhile is not kept', async ({ db, video }) => {
  const verbs = await openVerbs(db);
  await expect(storeLargeFile(slowly(verbs, 61), video, 'a.mp4')).rejects.toThrow(/removed/);
  const { rows } = await db.pool.query('select id from media');
  expect(rows).toEqual([]);
});
