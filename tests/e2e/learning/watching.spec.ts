import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { LENGTH, makeVideo, play, progressOf, ready, secondOf, serveVideo, video } from '../kit/film.ts';
import { expect, makeMember, REFUSED, signIn, test } from '../kit/people.ts';

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

test('a video of a text that a connection was lost for is loaded again, as fast as it was', async ({
  page,
}) => {
  const person = await makeMember();
  const address = await makeVideo(person, '<p><video controls src="/media/film.mp4"></video></p>', '');
  await page.route(/\/media\/film\.mp4/, (route) => route.abort());
  await signIn(page, person, address);
  const failure = page.getByRole('alert').filter({ hasText: "The video couldn't be loaded." });
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(failure).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await again.click();
  await expect(failure).toBeVisible();
  await video(page).evaluate((it: HTMLVideoElement) => {
    it.playbackRate = 1.5;
  });
  await page.unroute(/\/media\/film\.mp4/);
  await serveVideo(page);
  await again.click();
  await expect(video(page)).toBeFocused();
  await ready(page);
  await expect(again).toHaveCount(0);
  expect(await video(page).evaluate((it: HTMLVideoElement) => it.playbackRate)).toBe(1.5);
  // So does a connection that is back, and whoever was about to try again is at the video.
  await page.route(/\/media\/film\.mp4/, (route) => route.abort(), { times: 1 });
  await video(page).evaluate((it: HTMLVideoElement) => it.load());
  await expect(failure).toBeVisible();
  await again.focus();
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await ready(page);
  await expect(again).toHaveCount(0);
  await expect(video(page)).toBeFocused();
});

test('a video of a text whose signature has ended goes on at its second with the one of today', async ({
  page,
}) => {
  const person = await makeMember();
  const html = '<p><video controls src="/media/film.mp4?s=h8w.day-1"></video></p>';
  const address = await makeVideo(person, html, '');
  let day = 1;
  await serveVideo(page);
  await page.route(/\/media\/film\.mp4/, (route) =>
    route.request().url().endsWith(`day-${day}`) ? route.fallback() : route.fulfill({ status: 403 }),
  );
  await page.route(/\/sections\/film/, async (route) => {
    const reply = await route.fetch();
    const section = await reply.json();
    section.html = section.html.replace('day-1', `day-${day}`);
    return route.fulfill({ response: reply, json: section });
  });
  await page.clock.install();
  await signIn(page, person, address);
  await ready(page);
  await play(page, 0, 6);
  /** It has to ask for more of it on another day. */
  const passDay = async () => {
    day += 1;
    await video(page).evaluate((it: HTMLVideoElement) => {
      const { currentTime } = it;
      it.load();
      it.currentTime = currentTime;
    });
    await expect(again).toBeVisible();
  };
  const again = page.getByRole('button', { name: 'Try again' });
  const expectRenewed = async () => {
    await ready(page);
    await expect(again).toHaveCount(0);
    await expect.poll(() => secondOf(page)).toBeGreaterThan(5.5);
  };
  await passDay();
  await again.click();
  await expectRenewed();
  await passDay();
  // So does one whose text was read again by itself, before it is known what its address answers with.
  const late = Promise.withResolvers<void>();
  await page.route(/\/media\/film\.mp4/, async (route) => {
    if (route.request().method() === 'HEAD') await late.promise;
    return route.fallback();
  });
  await page.clock.fastForward(60_000);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expectRenewed();
  late.resolve();
});

const outline = (page: Page) => page.getByRole('navigation', { name: 'Course content' });
