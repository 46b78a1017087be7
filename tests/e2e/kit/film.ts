import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { onDatabase, type Person } from './people.ts';

/** Seconds. */
export const LENGTH = 20;
const SLIDES = '<p><a href="/media/slides.pdf?s=h8w.one-day">Slides</a></p>';

export const video = (page: Page) => page.locator('video');
export const secondOf = (page: Page) => video(page).evaluate((it: HTMLVideoElement) => it.currentTime);

export async function ready(page: Page): Promise<void> {
  await expect.poll(() => video(page).evaluate((it: HTMLVideoElement) => it.readyState)).toBeGreaterThan(1);
}

/** Plays from one second to another, four times as fast as a person would. */
export async function play(page: Page, from: number, to: number, rate = 4): Promise<void> {
  await video(page).evaluate(
    async (it: HTMLVideoElement, [begin, end, speed]) => {
      it.muted = true;
      it.playbackRate = speed;
      if (Math.abs(it.currentTime - begin) > 0.1) {
        it.currentTime = begin;
        await new Promise((resolve) => it.addEventListener('seeked', resolve, { once: true }));
      }
      await it.play();
      while (it.currentTime < end && !it.ended) await new Promise((resolve) => setTimeout(resolve, 20));
      it.pause();
    },
    [from, to, rate] as const,
  );
}

/** A course of one film that this person is enrolled in; answers where it is studied. */
export async function makeVideo({ email }: Person, html = SLIDES, src = '/media/film.mp4'): Promise<string> {
  const slug = `film-${randomBytes(6).toString('hex')}`;
  await onDatabase((client) =>
    client.query(
      `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
         values ('Films', 'To be watched.', $1, $2, 'free') returning id),
       section as (insert into course_content (course_id, key, title, type, video_url, content_html, section_type, sort_order)
         select id, 'film', 'A film', 'video', $4, $5, 'lesson', 1 from made)
       insert into enrolments (user_id, course_id) select u.id, made.id from users u, made where u.email = $3`,
      [slug, `/covers/${slug}.svg`, email, src, html],
    ),
  );
  return `/courses/${slug}/learn/film`;
}

/** As the server knows it. */
export async function progressOf({ email }: Person): Promise<{ position: number; done: boolean }> {
  const { rows } = await onDatabase((client) =>
    client.query(
      `select p.position, p.done_at is not null as done from section_progress p join users u on u.id = p.user_id
       where u.email = $1`,
      [email],
    ),
  );
  return rows[0] ?? { position: 0, done: false };
}

/** A silent film without a picture, as a browser without licensed codecs plays it, in parts as it asks for them. */
export async function serveVideo(page: Page): Promise<void> {
  const bytes = silence(LENGTH);
  await page.route(/\/media\/film\.mp4/, (route) => {
    const [, first] = /^bytes=(\d+)-/.exec(route.request().headers().range ?? '') ?? [];
    const from = Number(first ?? 0);
    return route.fulfill({
      status: first === undefined ? 200 : 206,
      contentType: 'audio/wav',
      headers: {
        'accept-ranges': 'bytes',
        ...(first !== undefined && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
      },
      body: bytes.subarray(from),
    });
  });
}

/** A WAV file of so many seconds, 8000 samples of one byte each. */
function silence(seconds: number): Buffer {
  const samples = Buffer.alloc(8000 * seconds, 128);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
