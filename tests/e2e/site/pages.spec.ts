import { randomBytes } from 'node:crypto';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { expect, HEAD, onDatabase, signIn, test } from '../kit/people.ts';

// The menus are of the whole school.
test.afterEach(() => onDatabase((client) => client.query("delete from site_settings where name = 'menus'")));

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
