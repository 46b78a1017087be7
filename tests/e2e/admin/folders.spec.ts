import { glob, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { ZipFile } from 'yazl';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { unique } from '../kit/courses.ts';
import { expect, HEAD, signIn, test } from '../kit/people.ts';

/** Pictures for a person to look at, where LOOK names a folder: narrow and wide, light and dark. */
async function look(page: Page, name: string): Promise<void> {
  if (!process.env.LOOK) return;
  for (const width of [1280, 375])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.screenshot({ path: `${process.env.LOOK}/${name}-${width}-${colorScheme}.png` });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function pack(slug: string, title: string, text: string, level = 'beginner'): Promise<Buffer> {
  const zip = new ZipFile();
  const course = `title: ${title}\ndescription: About it.\nlevel: ${level}\nsubscription_level: free\ncategories: [Tea]\ntags: []\noutcomes: []\ncolour: green\n`;
  zip.addBuffer(Buffer.from(course), `${slug}/course.yaml`);
  zip.addBuffer(Buffer.from(`---\nid: first\ntitle: First\n---\n\n${text}\n`), `${slug}/01-first.lesson.md`);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}

async function choose(page: Page, content: Buffer): Promise<void> {
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles({
    name: 'courses.zip',
    mimeType: 'application/zip',
    buffer: content,
  });
}

// An administrator has one import at a time, and both are the same.
test.describe.configure({ mode: 'default' });

test('a ZIP file is checked, imported, edited here, and replaced only when that is chosen', async ({
  page,
}) => {
  test.slow();
  const title = unique('Tea');
  const slug = title.toLowerCase().replaceAll(' ', '-');
  await signIn(page, HEAD, null);
  await page.goto('/admin/courses');
  await look(page, 'list');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import courses' });
  await look(page, 'choose');
  await choose(page, await pack(slug, title, 'One', 'wizard'));
  await expect(dialog.getByRole('alert')).toContainText('Nothing was imported from courses.zip');
  await expect(dialog.getByText(`${slug}/course.yaml: line 3: level`)).toBeVisible();
  await look(page, 'faults');
  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await choose(page, await pack(slug, title, 'One'));
  await expect(dialog.getByText('1 new, 0 changed')).toBeVisible();
  await expect(dialog.getByText('unknown key colour was ignored')).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 1 item' }).click();
  await expect(dialog.getByText('1 created, 0 updated')).toBeVisible();
  await look(page, 'imported');
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('link', { name: title, exact: true }).click();
  await page.getByLabel('Title', { exact: true }).first().fill(`${title} mine`);
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(
    page.getByText('Course updated successfully').or(page.getByText('Success')).first(),
  ).toBeVisible();
  await look(page, 'course');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${slug}.zip`);
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');

  await page.goto('/admin/courses');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await choose(page, await pack(slug, title, 'Two'));
  await expect(dialog.getByText('1 item was edited here')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Nothing to import' })).toBeDisabled();
  await dialog.getByLabel('Replace it with the version in the file').check();
  await look(page, 'edited');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 1 item' }).click();
  await expect(dialog.getByText('0 created, 1 updated')).toBeVisible();
  // The window can be closed; what was done is still told.
  await page.reload();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByText('0 created, 1 updated')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
});

test('a post has its history, and an earlier version comes back', async ({ page }) => {
  const title = unique('On tea');
  await signIn(page, HEAD, null);
  await page.goto('/admin/courses');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import courses' });
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const zip = new ZipFile();
  const head = `kind: post\ntitle: ${title}\ndescription: About it.\nlevel: beginner\nsubscription_level: free\ncategories: [Tea]\ntags: []\noutcomes: []\n`;
  zip.addBuffer(Buffer.from(head), `${slug}/course.yaml`);
  zip.addBuffer(
    Buffer.from('---\nid: first\ntitle: First\n---\n\nThe first words.\n'),
    `${slug}/01-first.lesson.md`,
  );
  zip.end();
  await choose(page, await buffer(zip.outputStream as NodeJS.ReadableStream));
  await dialog.getByRole('button', { name: 'Import 1 item' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.goto('/admin/blogs');
  await page.getByRole('link', { name: title, exact: true }).click();
  await page.getByLabel('Title', { exact: true }).first().fill(`${title} again`);
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page.getByText('Success').first()).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'Post history' });
  await history.getByRole('button', { name: 'View what changed since version 1' }).click();
  await look(page, 'history');
  await history.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByLabel('Title', { exact: true }).first()).toHaveValue(title);
});

/** What sends large files isn't loaded until it is released. */
async function holdSender(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  for await (const file of glob('build/client/assets/*.js')) {
    if (!/Tus-Resumable/.test(await readFile(file, 'utf8'))) continue;
    await page.route(`**/assets/${basename(file)}`, async (route) => {
      await held.promise;
      await route.continue();
    });
  }
  return held.resolve;
}

test('a ZIP file that is canceled at once is neither kept nor checked', async ({ page }) => {
  const release = await holdSender(page);
  await signIn(page, HEAD, null);
  await page.goto('/admin/courses');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import courses' });
  await choose(page, await pack('never', 'Never', 'One'));
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('progressbar')).toBeHidden();
  const givenUp = page.waitForRequest(
    (request) => request.method() === 'DELETE' && request.url().includes('/media/uploads/'),
    { timeout: 15_000 },
  );
  release();
  await givenUp;
  await expect(dialog.getByText('Choose ZIP file')).toBeVisible();
  await expect(dialog.getByText(/1 new/)).toBeHidden();
});
