import { randomBytes } from 'node:crypto';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { hold } from '../kit/hold.ts';
import { expect, HEAD, onDatabase, signIn, test } from '../kit/people.ts';

// Everybody sees the menus: this file runs alone, see playwright.config.ts.
test.afterEach(() =>
  onDatabase(async (client) => {
    await client.query("delete from site_settings where name = 'menus'");
    await client.query("select pg_notify('content', '')");
  }),
);

const LONG = `${'Incomprehensibilities'.repeat(12)} and more`;

test('a page is added, linked in a menu, published, renamed, taken back, deleted and restored', async ({
  browser,
  page,
}) => {
  test.slow();
  // A try that failed leaves its page behind.
  const own = randomBytes(3).toString('hex');
  const [title, label] = [`Our Team ${own}`, `Team ${own}`];
  const [first, second] = [`/pages/our-team-${own}`, `/pages/people-${own}`];
  await signIn(page, HEAD, '/admin/settings/pages');
  await page.getByRole('link', { name: 'New page' }).first().click();
  await page.getByLabel('Page title').fill(title);
  const address = page.getByLabel('Address', { exact: true });
  await expect(address).toHaveValue(`our-team-${own}`);
  await page.getByRole('textbox', { name: 'Text', exact: true }).click();
  await page.keyboard.type(`We are five teachers. ${LONG}`);
  await page.getByText('Search and sharing').click();
  await page.getByLabel('Canonical address').fill('http://elsewhere.test/team');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page.getByText('Must be an address that starts with https://')).toBeVisible();
  await page.getByLabel('Canonical address').fill('https://elsewhere.test/team');
  await page.getByLabel('Sharing title').fill('Meet us');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page).toHaveURL(/\/admin\/settings\/pages\/[0-9a-f-]{36}$/);

  await page.goto('/admin/settings/menus');
  await page.getByRole('button', { name: 'Add link to Header' }).click();
  const links = page.getByRole('region', { name: 'Header' }).getByRole('listitem');
  await links.last().getByLabel('Label').fill(label);
  await links.last().getByLabel('Address').fill(first);
  await expect(links.last().getByText(`“${title}” isn't published`)).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Changes saved')).toBeVisible();

  const visitor = await (await browser.newContext()).newPage();
  const teamLink = visitor.getByRole('banner').getByRole('link', { name: label });
  expect((await visitor.goto(first))?.status()).toBe(404);
  await expect(teamLink).toHaveCount(0);

  await page.goto('/admin/settings/pages');
  await page.getByRole('link', { name: title, exact: true }).click();
  await page.getByRole('button', { name: 'Publish' }).press('Enter');
  await expect(page.getByText('Everyone can find and open it.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Status' })).toBeFocused();
  await expect(async () => {
    expect((await visitor.goto(first))?.status()).toBe(200);
    await expect(teamLink).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title);
  const content = (selector: string) => visitor.locator(selector).first().getAttribute('content');
  expect(await content('meta[property="og:title"]')).toBe('Meet us');
  expect(await content('meta[name="description"]')).toMatch(/^We are five teachers/);
  await expect(visitor.locator('link[rel=canonical]')).toHaveAttribute('href', 'https://elsewhere.test/team');
  expect(await (await visitor.request.get('/sitemap.xml')).text()).toContain(`${first}<`);
  await visitor.setViewportSize({ width: 375, height: 700 });
  expect(await violationsInBothSchemes(visitor)).toEqual([]);
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);

  await page.getByLabel('Address', { exact: true }).fill(`people-${own}`);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('The page was saved.')).toBeVisible();
  await expect(async () => {
    await visitor.goto(first);
    await expect(visitor).toHaveURL(second, { timeout: 1000 });
  }).toPass();

  await page.getByRole('button', { name: 'Back to draft' }).click();
  await expect(page.getByText('Only administrators can see it.')).toBeVisible();
  await expect(async () => expect((await visitor.goto(second))?.status()).toBe(404)).toPass();
  await visitor.context().close();

  await page.goto('/admin/settings/pages');
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
  await onDatabase((client) => client.query('delete from custom_pages where title = $1', [title]));
});

test('menus keep the focus and what is typed when they are saved', async ({ page }) => {
  await signIn(page, HEAD, '/admin/settings/menus');
  const label = page.getByRole('region', { name: 'Header' }).getByLabel('Label').first();
  await label.fill('Study');
  const release = await hold(page, /\/api\/admin\/settings\/menus$/);
  await label.press('Enter');
  await expect(page.getByRole('button', { name: /^Saving/ })).toBeVisible();
  await page.keyboard.type(' hard');
  release();
  await expect(page.getByText('Menus have been updated successfully.')).toBeVisible();
  await page.keyboard.type('er');
  await expect(label).toBeFocused();
  await expect(label).toHaveValue('Study harder');
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible();
  // What is wrong is found as before.
  await label.fill('');
  await label.press('Enter');
  await expect(label).toHaveAttribute('aria-invalid', 'true');
  await label.fill('Study');
  await label.press('Enter');
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
  await expect(label).toBeFocused();
});

test('what is removed of the menus comes back with Undo, and the focus stays near', async ({ page }) => {
  await signIn(page, HEAD, '/admin/settings/menus');
  const titles = page.getByLabel(/^Title of column/);
  await expect(titles.first()).toBeVisible();
  const before = await titles.evaluateAll((inputs) =>
    inputs.map((input) => (input as HTMLInputElement).value),
  );
  const [first = '', second = ''] = before;
  const column = page.getByRole('group', { name: second, exact: true });
  const labels = () =>
    column
      .getByLabel('Label')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  const links = await labels();
  await column.getByRole('button', { name: `Remove ${links[0]}`, exact: true }).press('Enter');
  await expect(column.getByLabel('Label').first()).toBeFocused();
  await expect(column.getByLabel('Label').first()).toHaveValue(links[1] ?? '');
  // The column before it goes, too: the link comes back to where it was all the same.
  await page.getByRole('button', { name: `Remove column ${first}` }).press('Enter');
  await expect(titles.first()).toBeFocused();
  await expect(titles.first()).toHaveValue(second);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(column.getByLabel('Label').first()).toHaveValue(links[0] ?? '');
  expect(await labels()).toEqual(links);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(titles).toHaveCount(before.length);
  await expect(titles.first()).toHaveValue(first);
  await expect(titles.first()).toBeFocused();
  expect(
    await page.getByRole('group', { name: first, exact: true }).getByLabel('Label').count(),
  ).toBeGreaterThan(0);
  await titles.first().fill('Mine');
  await page.getByRole('button', { name: 'Restore default menus' }).click();
  await expect(titles.first()).toHaveValue(first);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(titles.first()).toHaveValue('Mine');
});
