import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { createCourse, unique } from '../kit/courses.ts';
import { expect, HEAD, signIn, test } from '../kit/people.ts';
import { recordVideo } from '../kit/record-video.ts';

test.use({ expected: { faults: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] } });

/** A picture that nobody has uploaded before. */
const photo = async (name: string, width = 900) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp(randomBytes(9 * 6 * 3), { raw: { width: 9, height: 6, channels: 3 } })
    .resize(width, (width / 3) * 2, { kernel: 'cubic' })
    .png()
    .toBuffer(),
});
type Chosen = Awaited<ReturnType<typeof photo>>;
const choose = async (page: Page, button: string, file: Chosen | Chosen[] | string) => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(file);
};

test('a teacher adds a picture to a lesson and a cover to its course, and a visitor sees both', async ({
  browser,
  page,
}) => {
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Rivers'));
  const slug = await page.getByLabel('Slug').inputValue();
  await page.getByRole('tab', { name: 'Course Content' }).click();
  const text = page.getByLabel('Text (Markdown)');
  if (!(await text.isVisible())) await page.getByRole('button', { name: /^First steps/ }).click();
  const before = (await text.textContent()) ?? '';
  await page.getByRole('button', { name: 'Add picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add picture' });
  // The connection is gone, comes back, and nothing was lost.
  await page.route('**/api/admin/media', (route) => route.abort('internetdisconnected'));
  await choose(page, 'Choose pictures', await photo('river.png'));
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.unroute('**/api/admin/media');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect(dialog.getByText('Describe the picture, or mark it as decorative.')).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByLabel('What does it show?').fill('The [Elbe] at night');
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect(dialog).toBeHidden();
  await expect(text).toBeFocused();
  await expect(text).toHaveText(/!\[The \\\[Elbe\\\] at night\]\(\/media\/[0-9a-f-]{36}\.png\)/);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(text).toHaveText(before);
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect(text).toContainText('The \\[Elbe');
  await expect(page.getByRole('img', { name: 'The [Elbe] at night' })).toBeVisible();

  await page.getByRole('button', { name: 'Add file' }).click();
  const scores = { name: 'scores.csv', mimeType: 'text/csv', buffer: Buffer.from(`a,b\n${slug}\n`) };
  await choose(page, 'Choose file', scores);
  await page.getByRole('dialog', { name: 'Add file' }).getByRole('button', { name: 'Insert' }).click();
  await expect(text).toHaveText(/\[scores \(CSV, 1 kB\)\]\(\/media\/[0-9a-f-]{36}\.csv\)/);

  await page.getByRole('tab', { name: 'Course Settings' }).click();
  await choose(page, 'Upload picture', await photo('cover.png', 1500));
  await expect(page.getByLabel('Thumbnail URL')).toHaveValue(/^\/media\/[0-9a-f-]{36}\.webp$/);
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();

  const visitor = await browser.newPage();
  await visitor.goto(`/courses/${slug}`);
  const picture = visitor.getByRole('img', { name: 'The [Elbe] at night' });
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toHaveJSProperty('complete', true);
  expect(
    await picture.evaluate((it: HTMLImageElement) => [it.naturalWidth > 0, it.width > it.height]),
  ).toEqual([true, true]);
  await expect(picture).toHaveAttribute('width', '900');
  expect(await picture.evaluate((it: HTMLImageElement) => it.currentSrc)).toContain('.webp?s=');
  await expect(visitor.getByRole('link', { name: 'scores (CSV, 1 kB)' })).toHaveAttribute(
    'href',
    /\.csv\?s=/,
  );
  const cover = visitor.locator('main img[src$=".webp"]').first();
  expect(await cover.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);
  await visitor.close();
});

test('the library finds a file, describes it, deletes what nothing uses and brings it back', async ({
  page,
}) => {
  await signIn(page, HEAD, null);
  await page.goto('/admin/media');
  const name = `${unique('photo').replaceAll(' ', '-')}.png`;
  const described = unique('A bridge in fog');
  await choose(page, 'Upload files', await photo(name));
  await expect(page.getByText('File uploaded')).toBeVisible();
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog.getByText('Nothing uses this file.')).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByLabel('Description').fill(described);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('searchbox').fill(described);
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No file matches your search.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible();
});

test('a file that failed waits for "Try again" when others are added, and each file is counted once', async ({
  page,
}) => {
  await signIn(page, HEAD, null);
  await page.goto('/admin/media');
  let isAway = true;
  await page.route('**/api/admin/media', (route) => {
    const isUpload = route.request().method() === 'POST';
    const fails = isUpload && isAway && (route.request().postDataBuffer()?.includes('away.png') ?? false);
    return fails ? route.abort('internetdisconnected') : route.continue();
  });
  await choose(page, 'Upload files', [await photo('first.png'), await photo('away.png')]);
  await page.getByRole('button', { name: 'Skip this file' }).click();
  await expect(page.getByText('File uploaded', { exact: true })).toBeVisible();
  await choose(page, 'Upload files', await photo('away.png'));
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await choose(page, 'Upload files', await photo('second.png'));
  await expect(page.getByText('One more file after this one')).toBeVisible();
  isAway = false;
  await retry.click();
  await expect(page.getByText('2 files uploaded', { exact: true })).toBeVisible();
  await expect(page.getByText('One more file after this one')).toBeHidden();
});

const MORE_THAN_ONE_PIECE = Buffer.alloc(9 * 1024 * 1024);

test('a teacher uploads a video over a bad connection, and a visitor plays it', async ({ browser, page }) => {
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Films'));
  const slug = await page.getByLabel('Slug').inputValue();
  await page.getByRole('tab', { name: 'Course Content' }).click();
  const text = page.getByLabel('Text (Markdown)');
  if (!(await text.isVisible())) await page.getByRole('button', { name: /^First steps/ }).click();
  const name = `${unique('talk').replaceAll(' ', '-')}.webm`;
  const title = name.replace('.webm', '').replaceAll('-', ' ');
  const video = {
    name,
    mimeType: 'video/webm',
    buffer: Buffer.concat([await recordVideo(page), MORE_THAN_ONE_PIECE]),
  };
  await page.getByRole('button', { name: 'Add video' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add video or audio' });
  // The second piece is lost once; it alone is sent again.
  let pieces = 0;
  await page.route('**/api/admin/media/uploads/*', (route) => {
    const isPiece = route.request().method() === 'PATCH';
    if (isPiece) pieces += 1;
    return isPiece && pieces === 2 ? route.abort('internetdisconnected') : route.continue();
  });
  await choose(page, 'Choose video or audio', video);
  await expect(dialog.getByLabel('Title', { exact: true })).toHaveValue(title);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect(text).toHaveText(new RegExp(`!\\[${title}\\]\\(/media/[0-9a-f-]{36}\\.webm\\)`));
  expect(pieces).toBe(3);
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();

  const visitor = await browser.newPage();
  await visitor.goto(`/courses/${slug}`);
  const player = visitor.locator(`video[aria-label="${title}"]`);
  await player.scrollIntoViewIfNeeded();
  await expect(player).toHaveAttribute('width', '320');
  await expect(player).toHaveAttribute('poster', /\/media\/[0-9a-f-]{36}\.jpg\?s=/);
  await player.evaluate((it: HTMLVideoElement) => it.play());
  await expect.poll(() => player.evaluate((it: HTMLVideoElement) => it.currentTime)).toBeGreaterThan(0.2);
  await visitor.close();

  await page.goto('/admin/media?state=videos');
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByRole('dialog').getByText(/WEBM · .* · 320 × 180 · 9/)).toBeVisible();
  await expect(page.getByRole('dialog').locator('video')).toBeVisible();
});

test.describe('while the server fails', () => {
  test.use({ expected: { faults: [/status of 500/] } });
  test('a file that arrived is finished by "Try again", and not sent a second time', async ({ page }) => {
    await signIn(page, HEAD, null);
    await page.goto('/admin/media');
    const name = `${unique('sound').replaceAll(' ', '-')}.mp3`;
    const pieces: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') pieces.push(request.url());
    });
    await page.route('**/api/admin/media/uploads/*/finish', (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'INTERNAL_ERROR', message: '', fields: {}, requestId: 'x' },
      }),
    );
    const buffer = Buffer.concat([Buffer.from('ID3'), randomBytes(400)]);
    await choose(page, 'Upload files', { name, mimeType: 'audio/mpeg', buffer });
    const retry = page.getByRole('button', { name: 'Try again' });
    await expect(retry).toBeVisible();
    expect(pieces).toHaveLength(1);
    await page.unroute('**/api/admin/media/uploads/*/finish');
    await retry.click();
    await expect(page.getByText('File uploaded')).toBeVisible();
    expect(pieces).toHaveLength(1);
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tus'))),
    ).toEqual([]);
    await page.getByRole('searchbox').fill(name);
    const file = page.getByRole('button', { name });
    await expect(file).toHaveCount(1);
    await file.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No file matches your search.')).toBeVisible();
  });
});

test('an upload that is left goes on where it stopped when its file is chosen again', async ({ page }) => {
  await signIn(page, HEAD, null);
  await page.goto('/admin/media');
  // Written down, so that it is the same file with the same date when it is chosen again.
  const file = test.info().outputPath(`${unique('talk').replaceAll(' ', '-')}.mp3`);
  await writeFile(file, Buffer.concat([Buffer.from('ID3'), randomBytes(400), MORE_THAN_ONE_PIECE]));
  const asked: string[] = [];
  let isHeld = true;
  await page.route(/\/api\/admin\/media\/uploads(?:\/[^/]+)?$/, (route) => {
    const method = route.request().method();
    asked.push(method);
    // The second piece is under way when the upload is paused.
    const isUnderWay = isHeld && asked.filter((each) => each === 'PATCH').length > 1;
    return isUnderWay ? undefined : route.continue();
  });
  await choose(page, 'Upload files', file);
  await expect.poll(() => asked).toEqual(['POST', 'PATCH', 'PATCH']);
  await page.getByRole('button', { name: 'Pause' }).click();
  // The list may be searched meanwhile.
  await page.getByRole('button', { name: 'Videos' }).click();
  await expect(page).toHaveURL(/state=videos/);
  const courses = page.getByRole('link', { name: 'Courses', exact: true }).first();
  await courses.click();
  const asks = page.getByRole('dialog', { name: 'Leave before the upload is finished?' });
  await asks.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  await courses.click();
  await asks.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).not.toHaveURL(/\/admin\/media/);
  await page.goto('/admin/media');
  isHeld = false;
  await choose(page, 'Upload files', file);
  await expect(page.getByText('File uploaded')).toBeVisible();
  expect(asked).toEqual(['POST', 'PATCH', 'PATCH', 'HEAD', 'PATCH']);
});

test.describe('while the server is away, or refuses', () => {
  test.use({ expected: { faults: [/status of (?:401|503)/] } });
  const upload = async (page: Page, refusals: readonly [method: string, status: number][]) => {
    await signIn(page, HEAD, null);
    await page.goto('/admin/media');
    const asked: string[] = [];
    const left = [...refusals];
    await page.route(/\/api\/admin\/media\/uploads(?:\/[^/]+)?$/, (route) => {
      const method = route.request().method();
      asked.push(method);
      // The first piece arrives.
      const isDue = method === left[0]?.[0] && asked.filter((each) => each === 'PATCH').length > 1;
      const [, status] = (isDue && left.shift()) || [];
      return status ? route.fulfill({ status }) : route.continue();
    });
    const name = `${unique('sound').replaceAll(' ', '-')}.mp3`;
    const buffer = Buffer.concat([Buffer.from('ID3'), randomBytes(400), MORE_THAN_ONE_PIECE]);
    await choose(page, 'Upload files', { name, mimeType: 'audio/mpeg', buffer });
    return asked;
  };

  test('an upload goes on where it stopped when the server was away', async ({ page }) => {
    const asked = await upload(page, [
      ['PATCH', 503],
      ['HEAD', 503],
    ]);
    await expect(page.getByText('File uploaded')).toBeVisible();
    expect(asked).toEqual(['POST', 'PATCH', 'PATCH', 'HEAD', 'HEAD', 'PATCH']);
  });

  test('an upload whose session ended goes on where it stopped after signing in', async ({ page }) => {
    const asked = await upload(page, [
      ['PATCH', 401],
      ['HEAD', 401],
    ]);
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.click();
    await expect.poll(() => asked.at(-1)).toBe('HEAD');
    await expect(page.getByRole('alert').getByText('Log in')).toBeVisible();
    await retry.click();
    await expect(page.getByText('File uploaded')).toBeVisible();
    expect(asked).toEqual(['POST', 'PATCH', 'PATCH', 'HEAD', 'HEAD', 'PATCH']);
  });
});
