import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { createCourse, unique } from '../kit/courses.ts';
import { hold } from '../kit/hold.ts';
import { expect, HEAD, signIn, test } from '../kit/people.ts';
import { recordVideo } from '../kit/record-video.ts';

/** A picture of its own color: the same bytes under another name are the same file of the library. */
const picture = async (name: string, background = `#${randomBytes(3).toString('hex')}`) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 900, height: 700, channels: 3, background } })
    .png()
    .toBuffer(),
});
const choose = async (
  page: Page,
  button: string,
  file: { name: string; mimeType: string; buffer: Buffer },
) => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(file);
};
const CHAPTERS = 'WEBVTT\n\n00:00.000 --> 00:00.500\nIntro\n\n00:00.500 --> 00:01.000\nThe river\n';

test('a cover gets a focal point by keyboard and is replaced; a video gets chapters', async ({ page }) => {
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Rivers'));
  const slug = await page.getByLabel('Slug').inputValue();
  await page.getByRole('tab', { name: 'Course Settings' }).click();
  const [first, second] = [unique('first'), unique('second')].map((name) => name.replaceAll(' ', '-'));
  await choose(page, 'Upload picture', await picture(`${first}.png`));
  await page.getByRole('button', { name: 'Choose from library' }).click();
  const library = page.getByRole('dialog', { name: 'Media library' });
  await library.getByRole('button', { name: `Use ${first}.webp` }).click();
  await expect(page.getByLabel('Thumbnail URL')).toHaveValue(/^\/media\/.*\.webp$/);
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();

  await page.goto('/admin/media');
  const open = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await open(`${first}.webp`);
  await page.getByRole('button', { name: '50% from the left' }).press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('File details saved')).toBeVisible();
  await page.goto(`/courses/${slug}`);
  const cover = page.locator('main img[srcset]').first();
  await expect(cover).toHaveCSS('object-position', '45% 45%');

  await page.goto('/admin/media');
  await open(`${first}.webp`);
  await page.getByRole('button', { name: 'Replace file' }).click();
  await choose(page, 'Choose new file', await picture(`${second}.png`));
  const replace = page.getByRole('dialog', { name: `Replace ${first}.webp` });
  await replace.getByRole('button', { name: 'Replace file' }).click();
  await expect(page.getByText('File replaced')).toBeVisible();

  const talk = `${unique('talk').replaceAll(' ', '-')}.webm`;
  await choose(page, 'Upload files', { name: talk, mimeType: 'video/webm', buffer: await recordVideo(page) });
  await open(`${talk} WEBM`);
  const vtt = {
    name: 'chapters.vtt',
    mimeType: 'text/vtt',
    buffer: Buffer.from(`${CHAPTERS}\nNOTE ${slug}\n`),
  };
  await choose(page, 'Add captions or chapters', vtt);
  await page.getByLabel('Kind').selectOption('chapters');
  await expect(page.getByLabel('Label')).toHaveValue('Chapters');
  const release = await hold(page, /\/api\/admin\/media\//);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeFocused();
  // What is changed meanwhile would go with the dialog.
  for (const field of ['Kind', 'Label', 'Tags'])
    await page.getByLabel(field).evaluate((it: HTMLElement) => it.focus());
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeFocused();
  release();
  await expect(page.getByText('File details saved')).toBeVisible();
});

/** Two pictures in the library, the list of which is open. Answers their names. */
async function twoPictures(page: Page): Promise<[first: string, second: string]> {
  await signIn(page, HEAD, '/admin/media');
  const upload = async (words: string) => {
    const name = `${unique(words).replaceAll(' ', '-')}.png`;
    await choose(page, 'Upload files', await picture(name));
    await expect(tileOf(page, name)).toBeVisible();
    return name;
  };
  return [await upload('first'), await upload('second')];
}

const tileOf = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`), includeHidden: true });

test('what is typed about a file stays when its list has it no more, and is not given up unasked', async ({
  page,
}) => {
  const [, name] = await twoPictures(page);
  const release = await hold(page, /\/api\/admin\/media$/);
  await choose(page, 'Upload files', await picture(`${unique('third')}.png`));
  await tileOf(page, name).click();
  const dialog = page.getByRole('dialog', { name });
  const words = dialog.getByLabel('Description');
  await words.fill('A river');
  // The list is read again after the upload: its first page is full of others.
  await page.route(/\/api\/admin\/media(?:\?|$)/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const reply = await route.fetch();
    const list = await reply.json();
    await route.fulfill({
      json: { ...list, items: list.items.filter((file: { name: string }) => file.name !== name) },
    });
  });
  release();
  await expect(tileOf(page, name)).toHaveCount(0);
  await expect(words).toHaveValue('A river');
  const asks = page.getByRole('dialog', { name: 'Leave without saving?' });
  for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 5)]) {
    await close();
    await asks.getByRole('button', { name: 'Cancel' }).click();
    await expect(words).toHaveValue('A river');
  }
  await page.keyboard.press('Escape');
  await asks.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a save that ends closes no other file that was opened since', async ({ page }) => {
  const [first, second] = await twoPictures(page);
  const address = /\/api\/admin\/media\/[0-9a-f-]{36}$/;
  const release = await hold(page, address);
  await tileOf(page, first).click();
  const sent = page.waitForRequest(address);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await sent;
  await page.keyboard.press('Escape');
  await tileOf(page, second).click();
  const words = page.getByRole('dialog', { name: second }).getByLabel('Description');
  await words.fill('A river');
  release();
  await expect(page.getByText('File details saved')).toBeVisible();
  await page.waitForTimeout(300);
  await expect(words).toHaveValue('A river');
});
