import type { Page } from '@playwright/test';
import { makeVideo, play, progressOf, ready, secondOf, serveVideo, video } from '../kit/film.ts';
import { expect, makeMember, REFUSED, signIn, test } from '../kit/people.ts';

const [OLD, NEW] = ['h8w.one-day', 'h8x.another-day'];

test.use({ expected: { faults: [REFUSED, /net::ERR/] } });

test('a video whose source changes while it plays is never reported at its begin', async ({ page }) => {
  const person = await makeMember();
  const address = await makeVideo(person);
  await serveVideo(page);
  await signIn(page, person, address);
  await ready(page);
  await play(page, 0, 8);
  await expect.poll(async () => (await progressOf(person)).position).toBeGreaterThan(7);
  const told: { position: number; duration: number }[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') told.push(request.postDataJSON());
  });
  await page.reload();
  await ready(page);
  await expect.poll(() => secondOf(page)).toBeGreaterThan(7);
  told.length = 0;
  // As a player does that has lost its connection.
  await video(page).evaluate(async (it: HTMLVideoElement) => {
    it.muted = true;
    await it.play();
    const begin = it.currentTime;
    while (it.currentTime < begin + 2) await new Promise((resolve) => setTimeout(resolve, 20));
    const at = it.currentTime;
    it.addEventListener(
      'loadedmetadata',
      () => {
        it.currentTime = at;
      },
      { once: true },
    );
    it.load();
    await new Promise((resolve) => it.addEventListener('seeked', resolve, { once: true }));
    it.pause();
  });
  await expect.poll(() => told.length).toBeGreaterThan(0);
  for (const { duration, position } of told) {
    expect(position).toBeGreaterThan(7);
    expect(duration).toBe(20);
  }
});

test('smaller sizes of a video in a text are asked for with the newest signature', async ({ page }) => {
  const person = await makeMember();
  const html = `<p><video controls preload="metadata" data-sizes="/media/talk.m3u8?s=${OLD}" src="/media/film.mp4?s=${OLD}"></video></p>`;
  const address = await makeVideo(person, html, '/media/other.mp4');
  await serveVideo(page);
  await page.route(/\/media\/(other|talk)/, (route) => route.fulfill({ status: 404 }));
  await page.clock.install();
  await signIn(page, person, address);
  const talk = page.locator('video[data-sizes]');
  await expect.poll(() => talk.evaluate((it: HTMLVideoElement) => it.readyState)).toBeGreaterThan(1);
  await signAnew(page);
  await page.clock.fastForward(60_000);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expect(talk).toHaveAttribute('src', `/media/film.mp4?s=${NEW}`);
  const asked = page.waitForRequest(/talk\.m3u8/);
  await talk.evaluate((it: HTMLVideoElement) => {
    it.muted = true;
    return it.play();
  });
  expect((await asked).url()).toContain(NEW);
  // What the sizes couldn't be played for is asked for anew as well.
  await expect.poll(() => talk.evaluate((it: HTMLVideoElement) => it.currentTime)).toBeGreaterThan(0.5);
  await expect(talk).toHaveAttribute('src', `/media/film.mp4?s=${NEW}`);
});

test('a video whose signature has ended in a page that stayed open is asked for anew', async ({ page }) => {
  const person = await makeMember();
  const address = await makeVideo(person, '<p>Words.</p>', `/media/film.mp4?s=${OLD}`);
  await serveVideo(page);
  await signIn(page, person, address);
  await ready(page);
  await play(page, 0, 8);
  await page.route(new RegExp(`/media/film\\.mp4\\?s=${OLD}`), (route) => route.fulfill({ status: 404 }));
  await signAnew(page);
  await video(page).evaluate((it: HTMLVideoElement) => {
    const at = it.currentTime;
    it.addEventListener(
      'loadedmetadata',
      () => {
        it.currentTime = at;
      },
      { once: true },
    );
    it.load();
  });
  await expect(video(page)).toHaveAttribute('src', `/media/film.mp4?s=${NEW}`);
  await expect.poll(() => secondOf(page)).toBeGreaterThan(7);
  await expect(page.getByText('Video content is not available')).toHaveCount(0);
});

/** Each day signs the addresses of files anew. */
async function signAnew(page: Page): Promise<void> {
  await page.route(/\/sections\/film/, async (route) => {
    const reply = await route.fetch();
    return route.fulfill({ response: reply, body: (await reply.text()).replaceAll(OLD ?? '', NEW ?? '') });
  });
}
