import { randomBytes } from 'node:crypto';
import { expect, HEAD, onDatabase, signIn, test } from '../kit/people.ts';

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
