import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect, HEAD, signIn, test } from '../kit/people.ts';

test.slow();

/** Goes on by the Tab key until this has the focus; a person without a mouse could do no more. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < 120; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error('the Tab key does not lead there');
}

async function fill(page: Page, label: string, words: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }).last());
  await page.keyboard.type(words);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test('a course is built, ordered, previewed and saved by keyboard alone', async ({ page }) => {
  const title = `By keyboard ${randomBytes(3).toString('hex')}`;
  await signIn(page, HEAD, '/admin/courses/new');
  await fill(page, 'Title', title);
  await fill(page, 'Description', 'Written without a mouse.');
  const tab = (name: string) => page.getByRole('tab', { name });
  await tabTo(page, tab('Basic Information'), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(tab('Course Settings')).toBeFocused();
  const categories = page.getByLabel('Categories');
  await tabTo(page, categories);
  await page.keyboard.type('Data');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Remove Data/ }).first()).toBeVisible();
  await tabTo(page, tab('Course Settings'), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  for (const name of ['Alpha', 'Beta', 'Gamma']) {
    await fill(page, 'Section title', name);
    await press(page, page.getByRole('button', { name: 'Add Section' }));
    await expect(page.getByRole('button', { name: `Move ${name} up` })).toBeAttached();
  }
  await tabTo(page, page.getByLabel('Text (Markdown)'), 'Shift+Tab');
  await page.keyboard.type('Some **bold** words.');
  await expect(page.locator('strong', { hasText: 'bold' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Move Gamma up' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Gamma moved to position 2' })).toBeAttached();
  await press(page, page.getByRole('button', { name: 'Save Course' }));
  await expect(page.getByText('Course created successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/courses\/[0-9a-f-]{36}$/);
  await page.getByRole('tab', { name: 'Basic Information' }).click();
  const slug = await page.getByLabel('Slug').inputValue();
  await page.goto(`/courses/${slug}`);
  const outline = page.locator('nav[aria-label="Course content"] li');
  await expect(outline).toHaveText([/Alpha/, /Gamma/, /Beta/]);
});

test('sections are moved by dragging them', async ({ page }) => {
  await signIn(page, HEAD, '/admin/courses/new');
  await page.getByRole('tab', { name: 'Course Content' }).click();
  for (const name of ['First', 'Second', 'Third']) {
    await page.getByLabel('Section title', { exact: true }).last().fill(name);
    await page.getByRole('button', { name: 'Add Section' }).click();
  }
  // Closed rows are as high as each other.
  await page.locator('button[aria-expanded="true"]', { hasText: 'Third' }).click();
  const handle = (index: number) => page.locator('[data-handle]').nth(index);
  const from = await handle(2).boundingBox();
  const to = await handle(0).boundingBox();
  if (!from || !to) throw new Error('the handles are not there');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2 - 4, { steps: 12 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2 - 6, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByRole('status').filter({ hasText: 'Third moved to position 1' })).toBeAttached();
  await expect(page.locator('li', { has: page.locator('[data-handle]') }).first()).toContainText('Third');
});
