import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { unique } from '../kit/courses.ts';
import { expect, HEAD, signIn, test } from '../kit/people.ts';
import { recordVideo } from '../kit/record-video.ts';

interface DroppedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Counts what a hand does beside typing: clicks, and files that are dropped. */
class Hand {
  moves = 0;
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }
  async click(target: Locator): Promise<void> {
    this.moves += 1;
    await target.click();
  }
  async drop(target: Locator, ...files: readonly DroppedFile[]): Promise<void> {
    this.moves += 1;
    const sent = files.map(({ buffer, mimeType, name }) => ({
      bytes: buffer.toString('base64'),
      title: name,
      type: mimeType,
    }));
    const dataTransfer = await this.#page.evaluateHandle((all) => {
      const transfer = new DataTransfer();
      for (const { bytes, title, type } of all)
        transfer.items.add(
          new File([Uint8Array.from(atob(bytes), (it) => it.charCodeAt(0))], title, { type }),
        );
      return transfer;
    }, sent);
    const box = await target.boundingBox();
    const at = { clientX: (box?.x ?? 0) + 20, clientY: (box?.y ?? 0) + 20 };
    await target.dispatchEvent('dragover', { dataTransfer, ...at });
    await target.dispatchEvent('drop', { dataTransfer, ...at });
  }
}

const picture = async (name: string): Promise<DroppedFile> => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 1200, height: 675, channels: 3, background: '#246' } })
    .png()
    .toBuffer(),
});

async function choose(hand: Hand, categories: Locator): Promise<void> {
  hand.moves += 1;
  await categories.selectOption({ index: 1 });
}

test('a first course with a picture and a video is public after seven clicks and drops', async ({
  browser,
  page,
}) => {
  await signIn(page, HEAD, '/admin');
  const video = { name: 'tide.webm', mimeType: 'video/webm', buffer: await recordVideo(page) };
  const title = unique('Harbors');
  const hand = new Hand(page);
  await hand.click(page.getByRole('link', { name: 'Create Course' }).first());
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
  await page.keyboard.type(title);
  await page.keyboard.press('Tab');
  await page.keyboard.type('What ships need.');
  const slug = await page.getByLabel('Slug').inputValue();
  await hand.click(page.getByRole('tab', { name: 'Course Content' }));
  await hand.click(page.getByRole('group', { name: 'Add a section' }).getByLabel('Section title'));
  await page.keyboard.type('The tide');
  await page.keyboard.press('Enter');
  const text = page.getByRole('textbox', { name: 'Text (Markdown)' });
  await hand.drop(text, await picture('pier.png'), video);
  const asked = page.getByRole('dialog', { name: 'Add picture' });
  await asked.getByLabel('What does it show?').fill('A pier');
  await page.keyboard.press('Enter');
  await expect(text).toContainText('![A pier](/media/');
  const named = page.getByRole('dialog', { name: 'Add video or audio' });
  await expect(named.getByLabel('Title', { exact: true })).toHaveValue('tide');
  await named.getByLabel('Title', { exact: true }).press('Enter');
  await expect(text).toContainText('![tide](/media/');
  await hand.click(page.getByRole('tab', { name: 'Course Settings' }));
  await choose(hand, page.getByLabel('Categories'));
  await hand.click(page.getByRole('button', { name: 'Save Course' }));
  await expect(page).toHaveURL(/\/admin\/courses\/[0-9a-f-]{36}$/);
  expect(hand.moves).toBeLessThanOrEqual(7);
  const visitor = await browser.newPage();
  await visitor.goto(`/courses/${slug}`);
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(visitor.getByRole('img', { name: 'A pier' })).toHaveCount(1);
  await expect(visitor.locator('video[aria-label="tide"]')).toHaveCount(1);
  await visitor.close();
});

test('a first post with a cover is public after five clicks and drops', async ({ browser, page }) => {
  await signIn(page, HEAD, '/admin');
  const title = unique('News of the harbor');
  const hand = new Hand(page);
  await hand.click(page.getByRole('link', { name: 'Write a post' }).first());
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await page.keyboard.type('The tide is high today.');
  await hand.drop(page.getByRole('button', { name: 'Upload picture' }), await picture('cover.png'));
  await expect(page.getByLabel('Thumbnail URL')).toHaveValue(/^\/media\//);
  await hand.click(page.getByLabel('Description'));
  await page.keyboard.type('What the water does.');
  await choose(hand, page.getByLabel('Categories'));
  await hand.click(page.getByRole('button', { name: 'Save Post' }));
  await expect(page).toHaveURL(/\/admin\/blogs\/[0-9a-f-]{36}$/);
  expect(hand.moves).toBeLessThanOrEqual(5);
  const visitor = await browser.newPage();
  await visitor.goto('/blogs');
  await expect(visitor.getByRole('link', { name: title }).first()).toBeVisible();
  await visitor.close();
});
