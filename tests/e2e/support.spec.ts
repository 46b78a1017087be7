import { AxeBuilder } from '@axe-core/playwright';
import { mailTo } from './kit/mail.ts';
import { expect, HEAD, makeMember, REFUSED, signIn, test } from './kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

test('an administrator sees what a user sees, changes nothing, and comes back', async ({ page }) => {
  const person = await makeMember('basic', 'Emmy Noether');
  await signIn(page, HEAD);
  await page.goto(`/admin/users?q=${person.email}`);
  await page.getByRole('link', { name: 'Emmy Noether' }).click();
  await page.getByRole('button', { name: 'View as user' }).click();
  const dialog = page.getByRole('dialog', { name: 'See what Emmy Noether sees?' });
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await expect(dialog.getByText('Say why, in a few words')).toBeVisible();
  await dialog.getByLabel('Reason').fill('A lesson does not open for her');
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const banner = page.getByRole('region', { name: 'Support session' });
  await expect(banner).toContainText('you see what Emmy Noether sees');
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/profile');
    await expect(banner).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.getByLabel('Full name').fill('Somebody Else');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('A support session changes nothing.')).toBeVisible();
  await banner.getByRole('button', { name: 'End' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Emmy Noether');
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('support.start');
  const mail = await mailTo(person.email, 'An administrator looked into your account');
  expect(mail.text).toContain('> A lesson does not open for her');
});
