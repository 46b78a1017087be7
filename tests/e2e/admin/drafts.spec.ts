import type { Page } from '@playwright/test';
import { addSection, createCourse, unique } from '../kit/courses.ts';
import { hold } from '../kit/hold.ts';
import { expect, HEAD, REFUSED, secondWindow, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

const saved = (page: Page) => page.getByText('Course updated successfully');
const save = (page: Page) => page.getByRole('button', { name: 'Save Course' });
const description = (page: Page) => page.getByLabel('Description');
const offer = (page: Page) => page.getByText('This browser has unsaved changes');
const restore = (page: Page) => page.getByRole('button', { name: 'Restore changes' });
const toList = (page: Page) => page.getByRole('link', { name: 'Course Management' }).first().click();
const stored = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));

/** Opens a new course on a page where no draft is written after a while. */
async function openWithoutDelay(page: Page, title: string): Promise<void> {
  await page.addInitScript(() => {
    const original = window.setTimeout.bind(window);
    const later = (run: () => void, ms?: number) => (ms === 400 ? 0 : original(run, ms));
    Object.assign(window, { setTimeout: later });
  });
  page.on('dialog', (dialog) => dialog.accept());
  await signIn(page, HEAD, null);
  await createCourse(page, unique(title));
}

test('what was typed last is kept when the page is closed at once', async ({ page }) => {
  await openWithoutDelay(page, 'Closed');
  await description(page).fill('The last words.');
  await page.reload();
  await restore(page).click();
  await expect(description(page)).toHaveValue('The last words.');
});

test('what was typed last is kept when somebody goes elsewhere, also while a save runs', async ({ page }) => {
  await openWithoutDelay(page, 'Elsewhere');
  const address = page.url();
  const release = await hold(page, /\/api\/admin\/courses\/[^/]+$/);
  await description(page).fill('Sent.');
  await save(page).click();
  await description(page).fill('Sent. And typed on.');
  await toList(page);
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/courses$/);
  release();
  await expect(saved(page)).toBeVisible();
  await page.goto(address);
  await restore(page).click();
  await expect(description(page)).toHaveValue('Sent. And typed on.');
});

test('who goes elsewhere while all of it is saved is not asked, and no draft stays', async ({ page }) => {
  await openWithoutDelay(page, 'On its way');
  const release = await hold(page, /\/api\/admin\/courses\/[^/]+$/);
  await description(page).fill('All of it.');
  await save(page).click();
  await toList(page);
  await expect(page).toHaveURL(/\/admin\/courses$/);
  await expect.poll(() => stored(page)).toContain('All of it.');
  release();
  await expect(saved(page)).toBeVisible();
  await expect.poll(() => stored(page)).not.toContain('All of it.');
});

test('a draft that nobody has decided about outlives typing, a save and another visit', async ({ page }) => {
  page.on('dialog', (dialog) => dialog.accept());
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Undecided'));
  await description(page).fill('From the first visit.');
  await page.reload();
  await expect(offer(page)).toBeVisible();
  await page.getByLabel('Title', { exact: true }).fill('From the second visit');
  await page.reload();
  await expect(offer(page)).toBeVisible();
  await page.getByLabel('Slug').fill(unique('third').replace(' ', '-'));
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await restore(page).click();
  await restore(page).click();
  await expect(offer(page)).toBeHidden();
  await expect(description(page)).toHaveValue('From the first visit.');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('From the second visit');
  await expect(page.getByLabel('Slug')).toHaveValue(/^third/);
  await save(page).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await expect.poll(() => stored(page)).not.toContain('visit');
});

test('what is typed into the same course in two tabs is kept for both, and a save of one drops its own', async ({
  page,
}) => {
  page.on('dialog', (dialog) => dialog.accept());
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Twice'));
  const other = await page.context().newPage();
  await other.goto(page.url());
  await description(page).fill('From the first tab.');
  await expect.poll(() => stored(page)).toContain('From the first tab.');
  await description(other).fill('From the second tab.');
  await expect.poll(() => stored(page)).toContain('From the second tab.');
  expect(await stored(page)).toContain('From the first tab.');
  await save(other).click();
  await expect(saved(other)).toBeVisible();
  await expect.poll(() => stored(page)).not.toContain('From the second tab.');
  await other.close();
  await page.reload();
  await restore(page).click();
  await expect(description(page)).toHaveValue('From the first tab.');
  await expect(offer(page)).toBeHidden();
});

test('no draft stays of a conflict that is settled', async ({ page }) => {
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Settled'));
  const other = await secondWindow(page);
  await description(other).fill('Theirs');
  await save(other).click();
  await expect(saved(other)).toBeVisible();
  await description(page).fill('My own words');
  await expect.poll(() => stored(page)).toContain('My own words');
  await save(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save this version' }).click();
  await expect(saved(page)).toBeVisible();
  await expect.poll(() => stored(page)).not.toContain('My own words');
  await other.context().close();
});

test('a section that is added and saved at once is no unsaved change', async ({ page }) => {
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Added'));
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await addSection(page, 'Second steps');
  await expect(page.getByText('Content section added successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Second steps/ })).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await toList(page);
  await expect(page).toHaveURL(/\/admin\/courses$/);
});
