import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { unique } from '../kit/courses.ts';
import { hold } from '../kit/hold.ts';
import { expect, HEAD, makeMember, onDatabase, signIn, test } from '../kit/people.ts';

const UPLOADS = /\/api\/admin\/media\/uploads(?:\/[^/]+)?$/;
const MORE_THAN_ONE_PIECE = 9 * 1024 * 1024;

/** A sound that nobody has uploaded before, written down: chosen again, it is the same file with the same date. */
async function makeSound(): Promise<{ file: string; name: string }> {
  const name = `${unique('talk').replaceAll(' ', '-')}.mp3`;
  const file = test.info().outputPath(name);
  await writeFile(
    file,
    Buffer.concat([Buffer.from('ID3'), randomBytes(400), Buffer.alloc(MORE_THAN_ONE_PIECE)]),
  );
  return { file, name };
}

async function choose(page: Page, button: string, file: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(file);
}

/** How many uploads of this name the library keeps room for. */
const countOf = (name: string) =>
  onDatabase(async (client) => {
    const { rows } = await client.query('select count(*)::int as count from media_uploads where name = $1', [
      name,
    ]);
    return rows[0].count;
  });

test('an upload that is canceled or paused before the server has answered keeps no room twice', async ({
  page,
}) => {
  await signIn(page, HEAD, '/admin/media');
  const { file, name } = await makeSound();
  const asked: string[] = [];
  let answer = () => {};
  await page.route(UPLOADS, async (route) => {
    asked.push(route.request().method());
    if (route.request().method() !== 'POST') return route.continue();
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = resolve;
    const response = await route.fetch();
    await promise;
    // A request that was given up can't be answered.
    return route.fulfill({ response }).catch(() => undefined);
  });
  await choose(page, 'Upload files', file);
  await expect.poll(() => countOf(name)).toBe(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  answer();
  await expect.poll(() => countOf(name)).toBe(0);
  expect(asked).toEqual(['POST', 'DELETE']);

  await choose(page, 'Upload files', file);
  await expect.poll(() => countOf(name)).toBe(1);
  await page.getByRole('button', { name: 'Pause' }).click();
  answer();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('File uploaded')).toBeVisible();
  expect(asked.filter((method) => method === 'POST')).toHaveLength(2);
});

test('what somebody began in this browser is theirs to continue, also after another person sent the same file', async ({
  page,
}) => {
  test.slow();
  const other = await makeMember('free', 'Grace Hopper');
  await onDatabase((client) =>
    client.query("insert into user_roles (user_id, role) select id, 'admin' from users where email = $1", [
      other.email,
    ]),
  );
  const { file } = await makeSound();
  const asked: string[] = [];
  let isHeld = true;
  await page.route(UPLOADS, (route) => {
    const method = route.request().method();
    asked.push(method);
    const isUnderWay = isHeld && asked.filter((each) => each === 'PATCH').length > 1;
    return isUnderWay ? undefined : route.continue();
  });
  /** Away from the page first: it would ask for something without a session. */
  const leave = async () => {
    await page.goto('about:blank');
    await page.context().clearCookies();
  };
  await signIn(page, HEAD, '/admin/media');
  await choose(page, 'Upload files', file);
  await expect.poll(() => asked).toEqual(['POST', 'PATCH', 'PATCH']);
  await leave();
  await signIn(page, other, '/admin/media');
  isHeld = false;
  await choose(page, 'Upload files', file);
  await expect(page.getByText('File uploaded')).toBeVisible();
  await leave();
  await signIn(page, HEAD, '/admin/media');
  await choose(page, 'Upload files', file);
  await expect(page.getByText('File uploaded')).toBeVisible();
  expect(asked.slice(3)).toEqual(['POST', 'PATCH', 'PATCH', 'HEAD', 'PATCH']);
});

test('a picture whose dialog is closed while it is being sent is said to be missing, unless that was wanted', async ({
  page,
}) => {
  await signIn(page, HEAD, '/admin/courses/new');
  await page.getByRole('tab', { name: 'Course Content' }).click();
  const group = page.getByRole('group', { name: 'Add a section' });
  await group.getByLabel('Section title').fill('First steps');
  await group.getByRole('button', { name: 'Add Section' }).click();
  await hold(page, /\/api\/admin\/media$/);
  const file = test.info().outputPath('graph.png');
  await sharp(randomBytes(9 * 6 * 3), { raw: { width: 9, height: 6, channels: 3 } })
    .png()
    .toFile(file);
  const dialog = page.getByRole('dialog', { name: 'Add picture' });
  const send = async () => {
    await page.getByRole('button', { name: 'Add picture' }).click();
    await choose(page, 'Choose pictures', file);
    await expect(dialog.getByText('Uploading graph.png')).toBeVisible();
  };
  const said = page.getByText("graph.png wasn't uploaded");
  await send();
  await dialog.getByRole('button', { name: 'Cancel' }).last().click();
  await expect(dialog).toBeHidden();
  await expect(said).toHaveCount(0);
  await send();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(said).toBeVisible();
});
