import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { unique } from '../kit/courses.ts';
import { expect, HEAD, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';
import { recordVideo } from '../kit/record-video.ts';

test.use({ expected: { faults: [REFUSED] } });

/** A video of the library by its address, after an upload in the browser. */
async function uploadVideo(page: Page, name: string): Promise<{ id: string; address: string }> {
  await page.goto('/admin/media');
  const chooser = page.waitForEvent('filechooser');
  const buffer = await recordVideo(page);
  await page.getByRole('button', { name: 'Upload files' }).click();
  await (await chooser).setFiles({ name, mimeType: 'video/webm', buffer });
  await expect(page.getByText('File uploaded')).toBeVisible();
  const { items } = await (await page.request.get(`/api/admin/media?q=${name}`)).json();
  return items.find((file: { ending: string }) => file.ending === 'webm');
}

/** Smaller sizes as a server with ffmpeg leaves them, of which nothing is in the store. */
const offerSizes = (id: string) =>
  onDatabase(async (client) => {
    await client.query("insert into video_jobs (media_id, state, percent) values ($1, 'ready', 100)", [id]);
    const blocks = [0, 6].map((seconds, at) => ({ key: `rendition-${id}-${at}.block`, bytes: 9, seconds }));
    await client.query(
      `insert into video_renditions (media_id, width, height, bandwidth, codecs, bytes, blocks)
       values ($1, 640, 360, 800000, 'avc1.64001e', 18, $2)`,
      [id, JSON.stringify(blocks)],
    );
  });

test('a video is offered in smaller sizes, and plays as uploaded where these are missing', async ({
  page,
}) => {
  await signIn(page, HEAD);
  const name = `${unique('lecture').replaceAll(' ', '-')}.webm`;
  const { address, id } = await uploadVideo(page, name);
  const note = 'Videos play as uploaded. Install ffmpeg on the server to offer smaller sizes.';
  await expect(page.getByText(note)).toBeVisible();
  await offerSizes(id);
  await page.reload();
  await page.getByRole('button', { name: new RegExp(`^${name} WEBM`) }).click();
  await expect(page.getByRole('dialog').getByText('360p · 1 kB')).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  const slug = `sizes-${randomUUID().slice(0, 8)}`;
  const [category] = await (await page.request.get('/api/categories')).json();
  const made = await page.request.post('/api/admin/courses', {
    headers: { origin: process.env.E2E_URL ?? '' },
    data: {
      title: slug,
      description: 'Videos',
      slug,
      categories: [category.id],
      thumbnail: `/covers/${slug}.svg`,
      content: [
        { title: 'Part', videoUrl: address, type: 'video', content: '', sectionType: 'lesson' },
        { title: 'Text', type: 'text', content: `![A talk](${address})`, sectionType: 'lesson' },
      ],
    },
  });
  expect(made.status()).toBe(201);
  await page.route(/\.m4s\?s=/, (route) => route.fulfill({ status: 404 }));
  for (const section of ['part', 'text']) {
    await page.goto(`/courses/${slug}?section=${section}`);
    const video = page.locator('video');
    const asked = page.waitForRequest(/\.m4s\?s=/);
    await video.evaluate((it: HTMLVideoElement) => {
      it.muted = true;
      it.playbackRate = 1.5;
      it.play().catch(() => undefined);
    });
    await page.keyboard.press('Tab');
    await asked;
    const plays = () =>
      video.evaluate((it: HTMLVideoElement) => it.ended && it.currentSrc.includes('.webm?s='));
    await expect.poll(plays).toBe(true);
    expect(await video.evaluate((it: HTMLVideoElement) => it.playbackRate)).toBe(1.5);
  }

  // Somebody who has gone back meanwhile stays there.
  const asked = Promise.withResolvers<void>();
  const goneBack = Promise.withResolvers<void>();
  await page.route(/\.m4s\?s=/, async (route) => {
    asked.resolve();
    await goneBack.promise;
    return route.fulfill({ status: 404 });
  });
  await page.goto(`/courses/${slug}?section=part`);
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.readyState)).toBeGreaterThan(1);
  await video.evaluate((it: HTMLVideoElement) => {
    it.muted = true;
    it.playbackRate = 0.1;
    it.currentTime = 0.8;
    it.play().catch(() => undefined);
  });
  await page.keyboard.press('Tab');
  await asked.promise;
  expect(await video.evaluate((it: HTMLVideoElement) => it.playbackRate)).toBe(0.1);
  await video.evaluate((it: HTMLVideoElement) => {
    it.currentTime = 0.1;
    it.playbackRate = 0.2;
  });
  goneBack.resolve();
  await expect
    .poll(() => video.evaluate((it: HTMLVideoElement) => it.currentSrc.includes('.webm?s=') && it.readyState))
    .toBeGreaterThan(1);
  expect(await video.evaluate((it: HTMLVideoElement) => it.currentTime)).toBeLessThan(0.6);
  expect(await video.evaluate((it: HTMLVideoElement) => it.playbackRate)).toBe(0.2);
});
