import { expect, HEAD, signIn, test } from '../../kit/people.ts';

test('the search box of a list says what the list shows', async ({ page }) => {
  await signIn(page, HEAD, '/admin/users');
  const box = page.getByRole('searchbox');
  // A space between two words is not eaten while the list answers.
  await box.pressSequentially('zzz nobody', { delay: 250 });
  await expect(box).toHaveValue('zzz nobody');
  await expect(page).toHaveURL(/q=zzz(\+|%20)nobody/);
  await page.getByRole('link', { name: 'Show all users' }).click();
  await expect(page.getByRole('rowheader')).not.toHaveCount(0);
  await expect(box).toHaveValue('');
});

for (const path of ['users', 'courses', 'blogs', 'questions', 'media', 'audit'])
  test(`the search box of ${path} follows the address`, async ({ page }) => {
    await signIn(page, HEAD, `/admin/${path}?${path === 'audit' ? 'actor' : 'q'}=zzz`);
    const box = page.getByRole('main').getByRole('searchbox');
    await expect(box).toHaveValue('zzz');
    await page.locator(`nav a[href="/admin/${path}"]`).first().click();
    await expect(page).toHaveURL(new RegExp(`/admin/${path}$`));
    await expect(box).toHaveValue('');
    await page.goBack();
    await expect(box).toHaveValue('zzz');
  });
