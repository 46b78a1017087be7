import { expect, HEAD, makeMember, signIn, test } from '../kit/people.ts';

test('Back from a person leads to those who were found', async ({ page }) => {
  const { email } = await makeMember('free', 'Emmy Noether');
  await signIn(page, HEAD, '/admin/billing?tab=members');
  const box = page.getByRole('searchbox').last();
  await box.fill(email);
  await box.press('Enter');
  const found = page.getByRole('button', { name: email });
  await found.click();
  await expect(page.getByRole('heading', { name: /Emmy Noether/ })).toBeVisible();
  await page.goBack();
  await expect(found).toBeVisible();
  await expect(box).toHaveValue(email);
});
