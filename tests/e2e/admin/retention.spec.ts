import { expect, HEAD, onDatabase, signIn, test } from '../kit/people.ts';

test.afterAll(() =>
  onDatabase((client) => client.query("delete from site_settings where name = 'retention'")),
);

test('how long records are kept is chosen, saved, and there again', async ({ page }) => {
  await signIn(page, HEAD, null);
  await page.goto('/admin/settings');
  await page.getByRole('link', { name: 'Data retention' }).first().click();
  const files = page.getByRole('combobox', { name: 'Files submitted in exams' });
  await expect(files).toHaveValue('0');
  await expect(files.getByRole('option')).toHaveText([
    '1 year',
    '2 years',
    '3 years',
    '5 years',
    '10 years',
    'Forever',
  ]);
  await files.selectOption('5 years');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Data retention settings have been updated successfully.')).toBeVisible();
  await page.reload();
  await expect(files).toHaveValue('1825');
});
