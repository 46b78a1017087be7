import { randomBytes } from 'node:crypto';
import { hold } from '../kit/hold.ts';
import { expect, HEAD, onDatabase, signIn, test } from '../kit/people.ts';

test('a first save that is done after one went elsewhere pulls nobody out of the form they are in', async ({
  page,
}) => {
  const title = `Slow ${randomBytes(3).toString('hex')}`;
  await signIn(page, HEAD, '/admin/settings/pages');
  await page.getByRole('link', { name: 'New page' }).first().click();
  await page.getByLabel('Page title').fill(title);
  const release = await hold(page, /\/api\/admin\/pages$/);
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page.getByRole('button', { name: /^Saving/ })).toBeVisible();
  await page.getByRole('link', { name: 'Categories', exact: true }).click();
  await page.getByRole('button', { name: 'Add Category' }).click();
  await page.getByLabel('Name').fill('Half a name');
  release();
  await expect(page.getByText('Changes saved')).toBeVisible();
  // Long enough to be led to the page.
  await page.waitForTimeout(1500);
  await expect(page).toHaveURL(/\/admin\/categories$/);
  await expect(page.getByLabel('Name')).toHaveValue('Half a name');
  await onDatabase((client) => client.query('delete from custom_pages where title = $1', [title]));
});
