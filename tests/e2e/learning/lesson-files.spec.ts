import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { startScript } from '../../kit/process.ts';
import { expect, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

const CLI = join(import.meta.dirname, '../../../src/server/cli/lectern.ts');
const CSV = 'name,score\nAda,3\n';
const COURSE = `title: Maps and plans
description: Pictures and files.
level: beginner
subscription_level: premium
categories: [Databases]
tags: []
outcomes: []
`;
const LESSON = `---
id: plan
title: The plan
---

Look at the plan.

![A plan of a house](images/plan.png)

Then open [the table](files/scores.csv).
`;
const SIZE = { width: 1600, height: 900 };

/** Imports a premium course with a large picture and a file, as an administrator does; answers its slug. */
async function importPlans(): Promise<string> {
  const parent = mkdtempSync(join(tmpdir(), 'lectern-plans-'));
  const slug = `plans-${randomBytes(6).toString('hex')}`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900" fill="#e8eef7"/><path d="M100 100h1400v700h-1400zM800 100v700M100 450h700" fill="none" stroke="#234" stroke-width="12"/></svg>`;
  try {
    for (const folder of ['images', 'files']) mkdirSync(join(parent, slug, folder), { recursive: true });
    writeFileSync(join(parent, slug, 'course.yaml'), COURSE);
    writeFileSync(join(parent, slug, '01-plan.lesson.md'), LESSON);
    writeFileSync(join(parent, slug, 'files', 'scores.csv'), CSV);
    const picture = await sharp(Buffer.from(drawing)).png().toBuffer();
    writeFileSync(join(parent, slug, 'images', 'plan.png'), picture);
    const { DATABASE_URL, E2E_DATA_DIR = '' } = process.env;
    const env = { DATA_DIR: E2E_DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) };
    const command = startScript(CLI, ['import', join(parent, slug)], { env });
    expect(await command.ended, command.output()).toBe(0);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
  return slug;
}

const plan = (page: Page) => page.getByRole('img', { name: 'A plan of a house' });
const table = (page: Page) => page.getByRole('link', { name: 'the table' });

/** Opens a page whose picture comes late; what stands below the picture must not move by it. */
async function openStill(page: Page, path: string): Promise<void> {
  const arrived = Promise.withResolvers<void>();
  await page.route('**/media/**', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await expect(table(page)).toBeVisible();
  await plan(page).scrollIntoViewIfNeeded();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const height = () => plan(page).evaluate((element) => element.getBoundingClientRect().height);
  const gap = () =>
    table(page).evaluate((element) => {
      const top = document.querySelector('img[alt="A plan of a house"]')?.getBoundingClientRect().top ?? 0;
      return element.getBoundingClientRect().top - top;
    });
  const before = [await height(), await gap()];
  expect(before[0]).toBeGreaterThan(100);
  arrived.resolve();
  await expect
    .poll(() => plan(page).evaluate((element) => (element as HTMLImageElement).naturalWidth))
    .toBe(SIZE.width);
  expect([await height(), await gap()]).toEqual(before);
  await page.unroute('**/media/**');
}

test('a lesson shows its picture in its place and offers its file, on a phone too', async ({ page }) => {
  test.setTimeout(150_000);
  const slug = await importPlans();
  const member = await makeMember('premium');
  await onDatabase((client) =>
    client.query(
      'insert into enrolments (user_id, course_id) select u.id, c.id from users u, courses c where u.email = $1 and c.slug = $2',
      [member.email, slug],
    ),
  );
  await signIn(page, member);
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [`/courses/${slug}`, `/courses/${slug}/learn/plan`]) {
      await openStill(page, path);
      await expect(plan(page)).toHaveAttribute('width', String(SIZE.width));
      await expect(plan(page)).toHaveAttribute('height', String(SIZE.height));
      const box = await plan(page).boundingBox();
      expect(box?.x, path).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0), path).toBeLessThanOrEqual(width);
      expect((box?.width ?? 0) / (box?.height ?? 1), path).toBeCloseTo(SIZE.width / SIZE.height, 1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(
        width,
      );
      for (const colorScheme of process.env.LOOK ? (['light', 'dark'] as const) : []) {
        await page.emulateMedia({ colorScheme });
        const name = `files-${path.endsWith('plan') ? 'player' : 'course'}-${width}-${colorScheme}.png`;
        await page.screenshot({ path: join(process.env.LOOK ?? '', name), fullPage: true });
      }
    }
  }
  const saving = page.waitForEvent('download');
  await table(page).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('scores.csv');
  expect(readFileSync(await saved.path(), 'utf8')).toBe(CSV);
});

test.describe('logged out', () => {
  test.use({ expected: { faults: [REFUSED] } });

  test('nobody below its tier is told of a picture, and its address opens nothing', async ({
    browser,
    page,
  }) => {
    const slug = await importPlans();
    await signIn(page, await makeMember('premium'), `/courses/${slug}`);
    const signed = (await plan(page).getAttribute('src')) ?? '';
    expect(signed).toMatch(/^\/media\/[0-9a-f-]{36}\.png\?s=/);
    const visitor = await browser.newContext();
    try {
      const plain = signed.replace(/\?.*/, '');
      expect((await visitor.request.get(plain)).status()).toBe(404);
      expect((await visitor.request.get(`${plain}?s=1.1`)).status()).toBe(404);
      const course = await visitor.request.get(`/courses/${slug}`);
      expect(course.status()).toBe(200);
      expect(await course.text()).not.toContain(plain.slice(plain.lastIndexOf('/') + 1));
    } finally {
      await visitor.close();
    }
  });
});
