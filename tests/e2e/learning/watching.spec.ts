import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { expect, makeMember, onDatabase, type Person, REFUSED, signIn, test } from '../kit/people.ts';

/** Seconds. */
const LENGTH = 20;

test.use({ expected: { faults: [REFUSED, /net::ERR/] } });

test('a film goes on at its second on another device, and is done when it was watched, not when it was skipped', async ({
  browser,
  page,
}) => {
  const person = await makeMember();
  const address = await makeVideo(person);
  await serveVideo(page);
  await signIn(page, person, address);
  await ready(page);
  // Who draws the slider from its begin to its end has watched nothing.
  await video(page).evaluate(async (it: HTMLVideoElement, length) => {
    for (let at = 0.5; at < length; at += 0.5) {
      it.currentTime = at;
      await new Promise((resolve) => it.addEventListener('seeked', resolve, { once: true }));
    }
  }, LENGTH);
  await play(page, LENGTH - 3, LENGTH);
  await expect(outline(page).getByRole('link', { name: /A film.*In progress/ })).toBeVisible();
  await play(page, 0, 8);
  await expect
    .poll(async () => {
      const { position } = await progressOf(person);
      return position > 7 && position < 12;
    })
    .toBe(true);

  const other = await (await browser.newContext()).newPage();
  await serveVideo(other);
  await signIn(other, person, address);
  await ready(other);
  const { position } = await progressOf(person);
  await expect.poll(() => secondOf(other)).toBeCloseTo(position, 1);
  await expect(outline(other).getByRole('link', { name: /A film.*In progress/ })).toBeVisible();
  await play(other, position, LENGTH);
  await expect(outline(other).getByRole('link', { name: /A film.*Done/ })).toBeVisible();
  expect((await progressOf(person)).done).toBe(true);
  await other.context().close();
});

test('a video goes on where it is when the connection comes back on another day', async ({ page }) => {
  const person = await makeMember();
  const address = await makeVideo(person);
  await serveVideo(page);
  await page.clock.install();
  await signIn(page, person, address);
  await ready(page);
  await play(page, 0, 12);
  const slides = page.getByRole('link', { name: 'Slides' });
  await slides.evaluate((it) => it.setAttribute('data-same', ''));
  const answered = page.waitForResponse(/\/sections\/film/);
  // Each day signs the addresses of files anew.
  await page.route(/\/sections\/film/, async (route) => {
    const reply = await route.fetch();
    const section = await reply.json();
    section.video.src = '/media/film.mp4?s=h8x.another-day';
    section.html = section.html.replace('h8w.one-day', 'h8x.another-day');
    return route.fulfill({ response: reply, json: section });
  });
  await page.clock.fastForward(60_000);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await answered;
  await expect(slides).toHaveAttribute('href', '/media/slides.pdf?s=h8x.another-day');
  await expect(slides).toHaveAttribute('data-same');
  expect(await secondOf(page)).toBeGreaterThan(11.5);
  await play(page, 12, 18);
  expect((await progressOf(person)).position).toBeGreaterThan(11.5);
});

test('a video that tells its length only at its end is resumed, and done once it was watched', async ({
  page,
}) => {
  // As a browser does it with a long recording whose head was written first; it looks ahead to the end of a short one.
  await page.addInitScript(() => {
    const known = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'duration');
    Object.defineProperty(HTMLMediaElement.prototype, 'duration', {
      get(this: HTMLMediaElement) {
        return this.ended ? known?.get?.call(this) : Number.POSITIVE_INFINITY;
      },
    });
  });
  const person = await makeMember();
  const address = await makeVideo(person);
  await serveVideo(page);
  await signIn(page, person, address);
  await ready(page);
  await play(page, 0, 8);
  await expect.poll(async () => (await progressOf(person)).position).toBeGreaterThan(7);
  await page.reload();
  await ready(page);
  await expect.poll(() => secondOf(page)).toBeGreaterThan(7);
  await play(page, await secondOf(page), LENGTH + 1);
  await expect(outline(page).getByRole('link', { name: /A film.*Done/ })).toBeVisible();
});

test('a video that a connection was lost for is loaded again, and one that is not there says so', async ({
  page,
}) => {
  const person = await makeMember();
  const address = await makeVideo(person);
  await serveVideo(page);
  await page.route(/\/media\/film\.mp4/, (route) => route.abort(), { times: 1 });
  await signIn(page, person, address);
  await ready(page);
  await page.route(/\/media\/film\.mp4/, (route) => route.abort());
  await page.reload();
  await expect(page.getByText("The video couldn't be loaded.")).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText("The video couldn't be loaded.")).toBeVisible();
  await page.unroute(/\/media\/film\.mp4/);
  await serveVideo(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await ready(page);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await page.route(/\/media\/film\.mp4/, (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await expect(page.getByText('Video content is not available')).toBeVisible();
});

const video = (page: Page) => page.locator('video');
const outline = (page: Page) => page.getByRole('navigation', { name: 'Course content' });
const secondOf = (page: Page) => video(page).evaluate((it: HTMLVideoElement) => it.currentTime);

async function ready(page: Page): Promise<void> {
  await expect.poll(() => video(page).evaluate((it: HTMLVideoElement) => it.readyState)).toBeGreaterThan(1);
}

/** Plays from one second to another, four times as fast as a person would. */
async function play(page: Page, from: number, to: number, rate = 4): Promise<void> {
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

async function makeVideo({ email }: Person): Promise<string> {
  const slug = `film-${randomBytes(6).toString('hex')}`;
  await onDatabase((client) =>
    client.query(
      `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
         values ('Films', 'To be watched.', $1, $2, 'free') returning id),
       section as (insert into course_content (course_id, key, title, type, video_url, content_html, section_type, sort_order)
         select id, 'film', 'A film', 'video', '/media/film.mp4', '<p><a href="/media/slides.pdf?s=h8w.one-day">Slides</a></p>', 'lesson', 1 from made)
       insert into enrolments (user_id, course_id) select u.id, made.id from users u, made where u.email = $3`,
      [slug, `/covers/${slug}.svg`, email],
    ),
  );
  return `/courses/${slug}/learn/film`;
}

async function progressOf({ email }: Person): Promise<{ position: number; done: boolean }> {
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
async function serveVideo(page: Page): Promise<void> {
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
