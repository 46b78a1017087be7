import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished } from 'vitest';
import { updateMedia } from '#server/areas/media/update-media';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { readTree } from '#tests/kit/lab-folder';
import { openVerbs } from '#tests/kit/verbs';
import { exportCourse } from './export-course.ts';
import { importCourse } from './import-course.ts';

const COURSE = `title: A small course
description: Everything small.
level: beginner
subscription_level: free
categories: [Small]
tags: []
outcomes: []
`;
const FILM = Buffer.concat([Buffer.from('....ftypisom'), Buffer.alloc(40)]);
const vtt = (words: string) => `WEBVTT\n\n00:00.000 --> 00:01.000\n${words}\n`;
const LESSON = '---\nid: one\ntitle: One\n---\n\nLook: ![a talk](files/talk.mp4)\n';
const BESIDE = `width: 1280
height: 720
seconds: 12.5
poster: ../images/talk.png
tracks:
  - kind: captions
    language: en
    label: English
    file: talk.en.vtt
  - kind: chapters
    language: en
    label: Chapters
    file: talk.chapters.vtt
`;

function scratch(): string {
  const parent = mkdtempSync(join(tmpdir(), 'lectern-videos-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return parent;
}

async function folder(files: Record<string, string | Uint8Array>): Promise<string> {
  const directory = join(scratch(), 'small');
  const poster = await sharp({ create: { width: 64, height: 36, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const all = {
    'course.yaml': COURSE,
    '01-one.lesson.md': LESSON,
    'files/talk.mp4': FILM,
    'images/talk.png': poster,
    'files/talk.en.vtt': vtt('Hello'),
    'files/talk.chapters.vtt': vtt('Intro'),
    ...files,
  };
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
  return directory;
}

async function videoIn(db: Db) {
  const { rows } = await db.pool.query("select id, video, tracks from media where ending = 'mp4'");
  return rows[0];
}

test('the captions, chapters, and poster of a video in a text come with its folder, and go with it', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const directory = await folder({ 'files/talk.mp4.yaml': BESIDE });
  await importCourse(services, as('admin'), directory);
  const { tracks, video } = await videoIn(db);
  expect(video).toEqual({
    width: 1280,
    height: 720,
    seconds: 12.5,
    poster: expect.stringMatching(/^\/media\/.*\.png$/),
  });
  expect(tracks).toEqual([
    { kind: 'captions', language: 'en', label: 'English', address: expect.stringMatching(/\.vtt$/) },
    { kind: 'chapters', language: 'en', label: 'Chapters', address: expect.stringMatching(/\.vtt$/) },
  ]);
  const [one, two] = [scratch(), scratch()];
  await exportCourse(services, as('admin'), { slug: 'small', directory: one });
  expect(readTree(join(one, 'small'))['files/talk.mp4.yaml']).toBe(BESIDE);
  await db.kysely.deleteFrom('courses').where('slug', '=', 'small').execute();
  await db.kysely.deleteFrom('media').execute();
  await importCourse(services, as('admin'), join(one, 'small'));
  await exportCourse(services, as('admin'), { slug: 'small', directory: two });
  expect(readTree(join(two, 'small'))).toEqual(readTree(join(one, 'small')));
  expect(await importCourse(services, as('admin'), directory)).toMatchObject({ outcome: 'unchanged' });
});

test('a video beside the lessons, as the library names it, goes out and comes in with its captions', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const directory = await folder({
    '01-one.lesson.md': LESSON.replace('files/talk.mp4', 'talk.mp4'),
    'talk.mp4': FILM,
    'talk.mp4.yaml': 'tracks: [{ kind: captions, language: en, label: English, file: talk.vtt }]\n',
    'talk.vtt': vtt('Hello'),
  });
  await importCourse(services, as('admin'), directory);
  const [one, two] = [scratch(), scratch()];
  await exportCourse(services, as('admin'), { slug: 'small', directory: one });
  const first = readTree(join(one, 'small'));
  expect(Object.keys(first).sort()).toEqual([
    '01-one.lesson.md',
    'course.yaml',
    'talk.mp4',
    'talk.mp4.yaml',
    'talk.vtt',
  ]);
  await db.kysely.deleteFrom('courses').where('slug', '=', 'small').execute();
  await db.kysely.deleteFrom('media').execute();
  expect(await importCourse(services, as('admin'), join(one, 'small'))).toMatchObject({ outcome: 'created' });
  expect((await videoIn(db)).tracks).toMatchObject([{ kind: 'captions', language: 'en' }]);
  await exportCourse(services, as('admin'), { slug: 'small', directory: two });
  expect(readTree(join(two, 'small'))).toEqual(first);
});

test('a folder without such files is imported as before, and what authors set in the library stays', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  await importCourse(services, as('admin'), await folder({}));
  const { id, tracks, video } = await videoIn(db);
  expect({ tracks, video }).toEqual({ tracks: [], video: null });
  await importCourse(services, as('admin'), await folder({ 'files/talk.mp4.yaml': BESIDE }));
  const own = (await videoIn(db)).tracks.map((track: { label: string }) => ({ ...track, label: 'Mine' }));
  await updateMedia(services, as('admin'), { id, tracks: own.slice(0, 1), poster: null });
  await importCourse(services, as('admin'), await folder({ 'files/talk.mp4.yaml': BESIDE }));
  const after = await videoIn(db);
  expect(after.tracks.map(({ label }: { label: string }) => label)).toEqual(['Mine', 'Chapters']);
  expect(after.video.poster).toMatch(/\.png$/);
});

test('a file beside a video that is wrong stops the import, and says what is wrong', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const faultOf = async (text: string) =>
    importCourse(services, as('admin'), await folder({ 'files/talk.mp4.yaml': text })).catch(
      (error: Error) => error.message,
    );
  expect(await faultOf('poster: ../../secret.png')).toMatch(
    'small/files/talk.mp4.yaml: it is not a file in the folder',
  );
  expect(await faultOf('poster: none.png')).toMatch('small/files/talk.mp4.yaml: not found');
  expect(await faultOf('poster: talk.en.vtt')).toMatch("isn't a picture");
  expect(await faultOf('words: many')).toMatch('small/files/talk.mp4.yaml: line 1');
  const track = (file: string) => `tracks: [{ kind: captions, language: en, label: English, file: ${file} }]`;
  expect(await faultOf(track('../images/talk.png'))).toMatch('captions and chapters are WebVTT files');
});
