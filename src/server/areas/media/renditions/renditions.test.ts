import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect } from 'vitest';
import { removeFiles } from '#server/areas/exams/attempts/remove-files';
import { ffmpegEncoder } from '#server/platform/video/ffmpeg-encoder';
import type { Services } from '#server/services';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { type FakeFfmpeg, fakeFfmpeg } from '#tests/kit/video/fake-ffmpeg';
import { sumLibrary } from '../library-sql.ts';
import { loadFile } from '../load-file.ts';
import { signMedia } from '../sign-media.ts';
import { makeNextRenditions } from './make-next-renditions.ts';
import { remakeSizes } from './remake-sizes.ts';

let fake: FakeFfmpeg;
beforeEach(() => {
  fake = fakeFfmpeg();
});
afterEach(() => fake.remove());

const turnOf = (signal = new AbortController().signal) => ({
  encoder: ffmpegEncoder(fake.path, { probeMs: 10_000, encodeMs: 10_000, silentMs: 10_000 }),
  holder: randomUUID(),
  signal,
});

/** A video in the library, as an upload leaves it. */
async function storeVideo({ db, storage }: Services, words = 'ftyp of a film'): Promise<string> {
  const id = randomUUID();
  const key = `content-${id}.block`;
  await storage.put(key, Buffer.from(words));
  await db.pool.query(
    `insert into media (id, kind, mime, bytes, sha256, name, ending, source_sha256, blocks)
     values ($1, 'content', 'video/mp4', $2, $3, 'talk.mp4', 'mp4', $3, $4)`,
    [id, words.length, randomUUID(), JSON.stringify([{ key, bytes: words.length }])],
  );
  return id;
}
const sizesOf = async (services: Services, id: string) => (await loadFile(services, id)).sizes;
async function keysOf({ storage }: Services): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.list()) if (key.startsWith('rendition-')) keys.push(key);
  return keys;
}
const leftIn = ({ config }: Services) => {
  const folder = join(config.dataDir, 'encoding');
  return existsSync(folder) ? readdirSync(folder) : [];
};

test('a video of the library gets its smaller sizes once, and texts that show it offer them', async ({
  db,
}) => {
  const { services } = await openVerbs(db);
  const id = await storeVideo(services);
  const before = await sumLibrary(db.kysely);
  expect(await sizesOf(services, id)).toMatchObject({ state: 'waiting', names: [] });
  expect(await makeNextRenditions(services, turnOf())).toBe(true);
  expect(await makeNextRenditions(services, turnOf())).toBe(false);
  const sizes = await sizesOf(services, id);
  expect(sizes).toMatchObject({ state: 'ready', percent: 100, fault: null, names: ['360p', '720p'] });
  // They count as what the school keeps.
  expect((await sumLibrary(db.kysely)) - before).toBe(sizes?.bytes);
  expect(await keysOf(services)).toHaveLength(8);
  expect(leftIn(services)).toEqual([]);
  const html = `<p><video src="/media/${id}.mp4" controls></video></p>`;
  const signed = await signMedia(services, { html });
  expect(signed.html).toMatch(new RegExp(`data-sizes="/media/${id}\\.m3u8\\?s=`));
});

test('sizes go with their video, and the store gives them up', async ({ db }) => {
  const { services, wait: later } = await openVerbs(db);
  const id = await storeVideo(services);
  await makeNextRenditions(services, turnOf());
  await db.pool.query('delete from media where id = $1', [id]);
  later(2 * 3600);
  await removeFiles(services);
  expect(await keysOf(services)).toEqual([]);
});

test('a failure is tried again later, at most three times, and then by hand', async ({ db }) => {
  const { as, services, wait: later } = await openVerbs(db);
  const id = await storeVideo(services);
  fake.become('fails');
  for (const state of ['waiting', 'waiting', 'failed']) {
    expect(await makeNextRenditions(services, turnOf())).toBe(true);
    expect(await sizesOf(services, id)).toMatchObject({ state, fault: 'failed' });
    expect(await makeNextRenditions(services, turnOf()), 'not at once').toBe(false);
    later(3600);
  }
  expect(await makeNextRenditions(services, turnOf())).toBe(false);
  expect(leftIn(services)).toEqual([]);
  fake.become('works');
  expect(await remakeSizes(services, as('admin'), { id })).toMatchObject({
    sizes: { state: 'waiting', fault: null },
  });
  await makeNextRenditions(services, turnOf());
  expect(await sizesOf(services, id)).toMatchObject({ state: 'ready' });
});

test('what is no video fails for good, and only a video has sizes', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const id = await storeVideo(services, 'words of nobody');
  await makeNextRenditions(services, turnOf());
  expect(await sizesOf(services, id)).toMatchObject({ state: 'failed', fault: 'unreadable' });
  expect(fake.calls()).toEqual([]);
  await db.pool.query("update media set ending = 'pdf' where id = $1", [id]);
  expect(await failureOf(remakeSizes(services, as('admin'), { id }))).toBe('MEDIA_KIND_DIFFERS');
  expect(await failureOf(remakeSizes(services, as('basic'), { id }))).toBe('ADMINISTRATOR_REQUIRED');
});

test('sizes that the library has no room for are not kept', async ({ db }) => {
  const { services } = await openVerbs(db);
  const id = await storeVideo(services);
  const full = {
    ...services,
    config: { ...services.config, mediaBytes: (await sumLibrary(db.kysely)) + 100 },
  };
  await makeNextRenditions(full, turnOf());
  expect(await sizesOf(services, id)).toMatchObject({ state: 'failed', fault: 'full', bytes: 0 });
});

test('a process that stops gives the video back, and another one makes the sizes from the beginning', async ({
  db,
}) => {
  const { services } = await openVerbs(db);
  const id = await storeVideo(services);
  fake.become('hangs');
  const stopping = new AbortController();
  const making = makeNextRenditions(services, turnOf(stopping.signal));
  while (!fake.pid()) await wait(10);
  expect(await sizesOf(services, id)).toMatchObject({ state: 'making' });
  // Nobody else takes it meanwhile.
  expect(await makeNextRenditions(services, turnOf())).toBe(false);
  stopping.abort();
  expect(await making).toBe(true);
  expect(await sizesOf(services, id)).toMatchObject({ state: 'waiting', fault: null });
  expect(leftIn(services)).toEqual([]);
  fake.become('works');
  await makeNextRenditions(services, turnOf());
  expect(await sizesOf(services, id)).toMatchObject({ state: 'ready' });
});

test('of a process that died, another one takes the video over once its lease has ended', async ({ db }) => {
  const { services, wait: later } = await openVerbs(db);
  const id = await storeVideo(services);
  await db.pool.query(
    `insert into video_jobs (media_id, state, attempts, holder, leased_until)
     values ($1, 'making', 1, gen_random_uuid(), $2)`,
    [id, new Date(services.clock.now().getTime() + 60_000)],
  );
  expect(await makeNextRenditions(services, turnOf())).toBe(false);
  later(120);
  expect(await makeNextRenditions(services, turnOf())).toBe(true);
  expect(await sizesOf(services, id)).toMatchObject({ state: 'ready' });
});

test('sizes that are asked for anew while they are made belong to whoever begins then', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const id = await storeVideo(services);
  const { encoder, ...turn } = turnOf();
  const slow = {
    ...encoder,
    encode: async (order: Parameters<typeof encoder.encode>[0]) => {
      const made = await encoder.encode(order);
      await remakeSizes(services, as('admin'), { id });
      return made;
    },
  };
  await makeNextRenditions(services, { ...turn, encoder: slow });
  expect(await sizesOf(services, id)).toMatchObject({ state: 'waiting' });
  await makeNextRenditions(services, turnOf());
  expect(await sizesOf(services, id)).toMatchObject({ state: 'ready', names: ['360p', '720p'] });
});

test('what a process left that died with a video makes room before there is asked for some', async ({
  db,
}) => {
  const { services } = await openVerbs(db);
  const id = await storeVideo(services);
  // No disk has room for it.
  await db.pool.query('update media set bytes = $2 where id = $1', [id, 1e15]);
  const parent = join(services.config.dataDir, 'encoding');
  for (const name of ['dead', 'alive']) mkdirSync(join(parent, name), { recursive: true });
  const before = (minutes: number) => new Date(services.clock.now().getTime() - minutes * 60_000);
  utimesSync(join(parent, 'dead'), before(11), before(11));
  utimesSync(join(parent, 'alive'), before(9), before(9));
  await makeNextRenditions(services, turnOf());
  expect(await sizesOf(services, id)).toMatchObject({ fault: 'disk' });
  expect(leftIn(services)).toEqual(['alive']);
  rmSync(join(parent, 'alive'), { recursive: true });
});

test('whoever lost a video leaves the folder alone of who makes its sizes on the same machine', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const id = await storeVideo(services);
  const first = turnOf();
  const firstEnds = Promise.withResolvers<void>();
  const secondBegins = Promise.withResolvers<void>();
  let second: Promise<boolean> | undefined;
  const slow = (encode: typeof first.encoder.encode) => ({
    ...turnOf(),
    encoder: { ...first.encoder, encode },
  });
  const making = makeNextRenditions(
    services,
    slow(async (order) => {
      await remakeSizes(services, as('admin'), { id });
      second = makeNextRenditions(
        services,
        slow(async (own) => {
          secondBegins.resolve();
          await firstEnds.promise;
          return first.encoder.encode(own);
        }),
      );
      await secondBegins.promise;
      return first.encoder.encode(order);
    }),
  );
  await making;
  firstEnds.resolve();
  await second;
  expect(await sizesOf(services, id)).toMatchObject({ state: 'ready', fault: null });
  expect(leftIn(services)).toEqual([]);
});
