import { randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Tier } from '#domain/tiers';
import { storeFile, storePicture } from '#server/areas/media/store-file';
import { updateMedia } from '#server/areas/media/update-media';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { CALLERS, type CallerName, openSchool, type School } from '../kit/school.ts';
import { insertContent } from './content.ts';

const READERS: Record<Tier, readonly CallerName[]> = {
  free: ['visitor', 'free', 'basic', 'second', 'premium', 'admin'],
  basic: ['basic', 'second', 'premium', 'admin'],
  premium: ['premium', 'admin'],
};

/** A school whose courses of every tier have a video in a section and in a text, with all that goes with it. */
async function open(db: Db) {
  const school = await openSchool(db);
  const content = await insertContent(db);
  const videos = {} as Record<Tier, { section: string; files: string[] }>;
  for (const tier of ['free', 'basic', 'premium'] as const) {
    const { sections, slug } = content.courses[tier];
    const [first] = sections;
    const files = await storeVideo(school, db, tier);
    const [video = '', captions = ''] = files;
    await db.kysely
      .updateTable('course_content')
      .set({
        type: 'video',
        video_url: video,
        captions_url: captions,
        content_html: `<video src="${video}" controls></video>`,
      })
      .where('id', '=', first?.id ?? '')
      .execute();
    videos[tier] = { section: `/api/courses/${slug}/sections/${first?.key}`, files };
  }
  return { videos, school };
}

/** The plain addresses of an uploaded video, its captions, its chapters, its poster, and the poster's smaller copies. */
async function storeVideo({ people, services }: School, db: Db, tier: Tier): Promise<string[]> {
  const id = randomUUID();
  const key = `content-${id}.block`;
  await services.storage.put(key, Buffer.from(`film ${tier}`));
  const blocks = JSON.stringify([{ key, bytes: `film ${tier}`.length }]);
  await db.pool.query(
    `insert into media (id, kind, mime, bytes, sha256, name, ending, source_sha256, blocks)
     values ($1, 'content', 'video/mp4', 9, $2, 'a.mp4', 'mp4', $2, $3)`,
    [id, tier, blocks],
  );
  const frame = await sharp(randomBytes(9 * 6 * 3), { raw: { width: 9, height: 6, channels: 3 } })
    .resize(1000, 600)
    .png()
    .toBuffer();
  const text = (words: string) => Buffer.from(`WEBVTT\n\n00:00.000 --> 00:01.000\n${words} ${tier}\n`);
  const [captions, chapters, poster] = await db.transaction(async (trx) => [
    (await storeFile(services, trx, text('captions'), 'a.vtt')).address,
    (await storeFile(services, trx, text('chapters'), 'b.vtt')).address,
    (await storePicture(services, trx, frame, 'frame.png')).address,
  ]);
  const viewer = people.get('admin') ?? { kind: 'visitor' as const };
  const caller = { viewer, ipAddress: '', userAgent: '', requestId: 'films' };
  const tracks = [{ kind: 'chapters' as const, language: 'en', label: 'Chapters', address: chapters }];
  await updateMedia(services, caller, { id, poster, tracks });
  const copies = [480, 960].map((width) => poster.replace('.png', `-${width}.webp`));
  const size = await storeSize({ services }, db, { id, tier });
  return [`/media/${id}.mp4`, captions, chapters, poster, `/media/${id}.m3u8`, ...copies, ...size];
}

/** The plain addresses of a smaller size of a video: its list, and its segments. */
async function storeSize(
  { services }: Pick<School, 'services'>,
  db: Db,
  { id, tier }: { id: string; tier: Tier },
): Promise<string[]> {
  const pieces = ['start', 'first', 'last'].map((name, at) => {
    const bytes = Buffer.from(`canary ${name} ${tier}`);
    return { key: `rendition-${id}-${at}.block`, bytes, seconds: at === 0 ? 0 : 6 };
  });
  for (const { bytes, key } of pieces) await services.storage.put(key, bytes);
  const blocks = JSON.stringify(pieces.map(({ bytes, ...piece }) => ({ ...piece, bytes: bytes.length })));
  await db.kysely.insertInto('video_jobs').values({ media_id: id, state: 'ready' }).execute();
  const { id: size } = await db.kysely
    .insertInto('video_renditions')
    .values({ media_id: id, width: 640, height: 360, bandwidth: 1, codecs: 'avc1.64001e', blocks })
    .returning('id')
    .executeTakeFirstOrThrow();
  return [`/media/${size}.m3u8`, `/media/${size}.m4s`];
}

async function addressesIn(school: School, who: CallerName, address: string): Promise<string[]> {
  const text = await (await school.ask(who, 'GET', address)).text();
  return [...text.matchAll(/\/media\/[^\\"\s]+/g)].map(([found]) => found);
}
const statusOf = async (school: School, who: CallerName, address: string) =>
  (await school.ask(who, 'GET', address)).status;

test('a video, its captions, chapters, and poster are told to who may open the section, and open for them', async ({
  db,
}) => {
  const { videos, school } = await open(db);
  for (const [tier, { files, section }] of Object.entries(videos))
    for (const who of CALLERS) {
      const found = await addressesIn(school, who, section);
      const plain = new Set(found.map((address) => address.split('?')[0]));
      const readers: readonly CallerName[] = READERS[tier as Tier];
      const reported = readers.includes(who) ? files.slice(0, 5).sort() : [];
      expect([...plain].sort(), `${who} ${tier}`).toEqual(reported);
    }
  for (const address of await addressesIn(school, 'premium', videos.premium.section))
    expect(await statusOf(school, 'premium', address), address).toBe(200);
});

test('the lists of smaller sizes lead whoever may watch to every segment, and no further than their signature', async ({
  db,
}) => {
  const { videos, school } = await open(db);
  const listed = await addressesIn(school, 'premium', videos.premium.section);
  const list = listed.find((address) => address.includes('.m3u8')) ?? '';
  const read = async (address: string) => (await school.ask('visitor', 'GET', address)).text();
  const linesOf = async (address: string) =>
    (await read(address)).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const [size = ''] = await linesOf(list);
  const segments = await linesOf(`/media/${size}`);
  expect(segments).toHaveLength(2);
  const ranges = [...(await read(`/media/${size}`)).matchAll(/BYTERANGE[:=]"?(\d+)@(\d+)/g)];
  const parts = await Promise.all(
    ranges.map(async ([, length, from]) => {
      const range = `bytes=${from}-${Number(from) + Number(length) - 1}`;
      const reply = await school.ask('visitor', 'GET', `/media/${segments[0]}`, { headers: { range } });
      return `${reply.status} ${await reply.text()}`;
    }),
  );
  expect(parts).toEqual(['206 canary start premium', '206 canary first premium', '206 canary last premium']);
  // Late on the second day the list still opens, and what it leads to ends with it.
  school.wait(35 * 3600);
  const [late = ''] = await linesOf(`/media/${size}`);
  expect(await statusOf(school, 'visitor', `/media/${late}`)).toBe(200);
  school.wait(13 * 3600);
  for (const address of [list, `/media/${size}`, `/media/${late}`])
    expect(await statusOf(school, 'visitor', address), address).toBe(404);
});

test('below the tier no file of a video opens by its address, nor by the signature of another one', async ({
  db,
}) => {
  const { videos, school } = await open(db);
  const [free = ''] = await addressesIn(school, 'visitor', videos.free.section);
  const signature = free.split('?s=')[1];
  for (const { files } of Object.values(videos))
    for (const who of CALLERS.filter((each) => each !== 'admin'))
      for (const address of files) {
        expect(await statusOf(school, who, address), `${who} ${address}`).toBe(404);
        if (!free.startsWith(address))
          expect(await statusOf(school, who, `${address}?s=${signature}`), address).toBe(404);
      }
  // They are all there: only the address was closed.
  for (const address of videos.premium.files)
    expect(await statusOf(school, 'admin', address), address).toBe(200);
});
