import { makeVideo, play, progressOf, ready, secondOf, serveVideo, video } from '../kit/film.ts';
import { expect, makeMember, REFUSED, signIn, test } from '../kit/people.ts';

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
