import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addSection, createCourse, unique } from '../kit/courses.ts';
import { expect, HEAD, signIn, test } from '../kit/people.ts';
import { recordVideo } from '../kit/record-video.ts';

const MORE_THAN_ONE_PIECE = 9 * 1024 * 1024;

/** The second piece of every upload waits. Answers how to let it go on. */
async function holdSecondPiece(page: Page): Promise<() => void> {
  let pieces = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/admin/media/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH') pieces += 1;
    if (pieces > 1) await promise;
    await route.continue().catch(() => undefined);
  });
  return resolve;
}

/** A course whose section is being given a video. Answers the path of the file. */
async function uploadVideo(page: Page): Promise<string> {
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Uploads'));
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await page.getByRole('button', { name: /^First steps/ }).click();
  await typeOf(page).selectOption({ label: 'Video' });
  // Written down, so that it is the same file with the same date when it is chosen again.
  const file = test.info().outputPath(`${unique('talk').replaceAll(' ', '-')}.webm`);
  await writeFile(file, Buffer.concat([await recordVideo(page), randomBytes(MORE_THAN_ONE_PIECE)]));
  await choose(page, file);
  await expect(page.getByText(/^Uploading .*webm/)).toBeVisible();
  return file;
}

/** The type of the open section. */
const typeOf = (page: Page) => page.locator('select[name="content.0.type"]');

async function choose(page: Page, file: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload video' }).click();
  await (await chooser).setFiles(file);
}

test('an upload goes on while its section is folded or another tab is shown, and fills in its field', async ({
  page,
}) => {
  test.slow();
  const release = await holdSecondPiece(page);
  await uploadVideo(page);
  const first = page.getByRole('button', { name: /^First steps/ });
  const sending = page.getByText(/^Uploading .*webm/);
  await first.click();
  await expect(sending).toBeHidden();
  await addSection(page, 'Second steps');
  await expect(page.getByRole('button', { name: /^Second steps/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Course Settings' }).click();
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await first.click();
  await expect(sending).toBeVisible();
  await first.click();
  await page.getByRole('tab', { name: 'Basic Information' }).click();
  release();
  await expect(page.getByText('File uploaded')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await first.click();
  await expect(page.getByLabel('Video URL')).toHaveValue(/^\/media\/[0-9a-f-]{36}\.webm$/);
});

test('who leaves a course during an upload is asked, and its file goes on when it is chosen again', async ({
  page,
}) => {
  test.slow();
  await holdSecondPiece(page);
  const file = await uploadVideo(page);
  await page.getByRole('link', { name: 'Courses', exact: true }).first().click();
  const isAsked = (name: string, answer: string) =>
    page.getByRole('dialog', { name }).getByRole('button', { name: answer, exact: true }).click();
  await isAsked('Leave without saving?', 'Leave');
  await isAsked('Leave before the upload is finished?', 'Cancel');
  await expect(page.getByText(/^Uploading .*webm/)).toBeVisible();
  // What takes its field away takes the upload with it, which is said.
  await typeOf(page).selectOption({ label: 'Text' });
  await expect(page.getByText(/^Upload of .*webm paused$/)).toBeVisible();
  await page.unroute('**/api/admin/media/uploads/*');
  const pieces: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/media/uploads/')) pieces.push(request.method());
  });
  await typeOf(page).selectOption({ label: 'Video' });
  await choose(page, file);
  await expect(page.getByLabel('Video URL')).toHaveValue(/^\/media\//, { timeout: 30_000 });
  expect(pieces.slice(0, 3)).toEqual(['HEAD', 'PATCH', 'POST']);
});
