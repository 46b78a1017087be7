import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, HEAD, onDatabase, REFUSED, secondWindow, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

/** Makes a page with this title, and stays in its editor. */
async function makePage(page: Page, title: string): Promise<void> {
  await signIn(page, HEAD, '/admin/settings/pages/new');
  await page.getByLabel('Page title').fill(title);
  await page.getByRole('textbox', { name: 'Text', exact: true }).click();
  await page.keyboard.type('We are five teachers.');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page).toHaveURL(/\/admin\/settings\/pages\/[0-9a-f-]{36}$/);
}

test('the address of a new page follows its title until it is saved, and stays from then on', async ({
  page,
}) => {
  const own = randomBytes(3).toString('hex');
  await signIn(page, HEAD, '/admin/settings/pages/new');
  const [title, address] = [page.getByLabel('Page title'), page.getByLabel('Address', { exact: true })];
  await title.fill(`Our Teem ${own}`);
  await expect(address).toHaveValue(`our-teem-${own}`);
  await title.fill(`Our Team ${own}`);
  await expect(address).toHaveValue(`our-team-${own}`);
  await page.getByRole('textbox', { name: 'Text', exact: true }).click();
  await page.keyboard.type('We are five teachers.');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page).toHaveURL(/\/admin\/settings\/pages\/[0-9a-f-]{36}$/);
  await title.fill(`Our Team of ${own}`);
  await expect(address).toHaveValue(`our-team-${own}`);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeHidden();
  await onDatabase((client) => client.query('delete from custom_pages where slug = $1', [`our-team-${own}`]));
});

for (const [what, path, label] of [
  ['course', '/admin/courses/new', 'Slug'],
  ['post', '/admin/blogs/new', 'Slug'],
  ['page', '/admin/settings/pages/new', 'Address'],
] as const)
  test(`an address that somebody wrote for a new ${what} stays theirs when its draft is restored`, async ({
    page,
  }) => {
    const title = page.getByLabel(what === 'page' ? 'Page title' : 'Title', { exact: true });
    const address = page.getByLabel(label, { exact: true });
    page.on('dialog', (dialog) => dialog.accept());
    await signIn(page, HEAD, path);
    await title.fill('Our Team');
    await address.fill('people-of-ours');
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('people-of-ours');
    await page.reload();
    await page.getByRole('button', { name: 'Restore changes' }).click();
    await expect(address).toHaveValue('people-of-ours');
    await title.fill('Our Team and more');
    await expect(address).toHaveValue('people-of-ours');
  });

test('a version that is restored over a save of somebody else leaves the page where it is', async ({
  page,
}) => {
  const own = randomBytes(3).toString('hex');
  const [title, address] = [page.getByLabel('Page title'), page.getByLabel('Address', { exact: true })];
  const save = (on: Page) => on.getByRole('button', { name: 'Save Changes' }).click();
  const isSaved = (on: Page) => expect(on.getByText('Unsaved changes', { exact: true })).toBeHidden();
  await makePage(page, `Our Team ${own}`);
  await title.fill(`People ${own}`);
  await address.fill(`people-${own}`);
  await save(page);
  await isSaved(page);
  const other = await secondWindow(page);
  await other.getByLabel('Search description').fill('Theirs');
  await save(other);
  await isSaved(other);
  await other.context().close();
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).last().click();
  await expect(title).toHaveValue(`Our Team ${own}`);
  await expect(page.getByLabel('Search description')).toHaveValue('Theirs');
  await expect(address).toHaveValue(`people-${own}`);
  const { rows } = await onDatabase((client) =>
    client.query('delete from custom_pages where slug like $1 returning slug, title', [`%-${own}`]),
  );
  expect(rows).toEqual([{ slug: `people-${own}`, title: `Our Team ${own}` }]);
});
