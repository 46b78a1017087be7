import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { expect, HEAD, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });
// It changes what every visitor sees: one after the other, and back to the defaults.
test.describe.configure({ mode: 'serial' });

const saveSetting = (value: object | null) =>
  onDatabase(async (client) => {
    await client.query("delete from site_settings where name = 'landing'");
    if (value)
      await client.query("insert into site_settings (name, value) values ('landing', $1)", [
        JSON.stringify(value),
      ]);
    await client.query("select pg_notify('content', '')");
  });
test.afterEach(() => saveSetting(null));

/** Adds a block from the end of the menu, by keyboard. */
async function addBlock(page: Page, name: string, fromEnd: number) {
  await page.getByRole('button', { name: 'Add block' }).press('Enter');
  // The menu takes the focus once it is open.
  await expect(page.getByRole('menu', { name: 'Add block' }).locator(':focus')).toBeVisible();
  await page.keyboard.press('End');
  for (let step = 0; step < fromEnd; step += 1) await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name, exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
}

test('an administrator builds the landing page from blocks by keyboard, and visitors see it', async ({
  page,
  request,
}) => {
  await signIn(page, HEAD, '/admin/settings/landing');
  const preview = page.frameLocator('iframe[title="Preview for visitors"]');
  await expect(preview.getByText('Turn Knowledge Into Expertise')).toBeVisible();
  await expect(preview.getByText('Login')).toHaveCount(0);

  await addBlock(page, 'Text', 4);
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter');
  await expect(page.getByText('Required', { exact: true })).toBeVisible();
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await expect(text).toBeFocused();
  await page.keyboard.type('We sail **every** day. <b>x</b>');
  await page.getByLabel('Heading (optional)').press('w');
  await page.keyboard.type('elcome aboard');
  await expect(preview.getByText('welcome aboard')).toBeVisible();
  await expect(preview.locator('strong', { hasText: 'every' })).toBeVisible();
  const up = page.getByRole('button', { name: 'Move welcome aboard up' });
  await up.press('Enter');
  await expect(up).toBeFocused();

  await addBlock(page, 'Frequently asked questions', 0);
  await expect(preview.locator('summary').first()).toBeVisible();
  await page.getByRole('button', { name: 'Hide Frequently asked questions' }).press('Enter');
  await expect(preview.locator('summary')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove Reasons' }).press('Enter');
  await expect(preview.getByText('Why Choose Our Platform')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(preview.getByText('Why Choose Our Platform')).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter');
  await expect(page.getByText('The landing page has been updated successfully.')).toBeVisible();

  const html = await (await request.get('/')).text();
  expect(html).toContain('We sail <strong>every</strong> day.');
  expect(html).not.toContain('<summary>');
  expect(html.indexOf('welcome aboard')).toBeLessThan(html.indexOf('Start your first lesson'));
  expect(html.indexOf('welcome aboard')).toBeGreaterThan(html.indexOf('Find the plan that fits you'));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'welcome aboard' })).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

test('a landing page from before there were blocks looks as it did', async ({ page, request }) => {
  await saveSetting({
    title: 'Learn to <i>sail</i>',
    numbers: [{ value: '1,200', label: 'sailors' }],
    quotes: [{ text: 'I crossed the bay.', author: 'Ada' }],
    faq: true,
  });
  await expect
    .poll(async () => (await request.get('/')).text())
    .toContain('Learn to &lt;i&gt;sail&lt;/i&gt;');
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading').first()).toHaveText('Learn to <i>sail</i>');
  await expect(main.getByText('1,200')).toBeVisible();
  await expect(main.getByRole('heading', { name: 'What learners say' })).toBeVisible();
  await expect(main.locator('summary').first()).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await signIn(page, HEAD, '/admin/settings/landing');
  const blocks = page.getByRole('region', { name: 'Blocks' }).locator('[aria-expanded]');
  await expect(blocks).toHaveCount(9 + 1);
  await expect(blocks.first()).toContainText('Learn to <i>sail</i>');
});

test('a menu that is longer than the window stays inside of it and scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await signIn(page, HEAD, '/admin/settings/landing');
  await page.getByRole('button', { name: 'Add block' }).press('Enter');
  const focused = page.getByRole('menu', { name: 'Add block' }).locator(':focus');
  for (const key of ['End', 'Home']) {
    await expect(focused).toBeInViewport({ ratio: 1 });
    await page.keyboard.press(key);
    await expect(focused).toBeInViewport({ ratio: 1 });
  }
});
