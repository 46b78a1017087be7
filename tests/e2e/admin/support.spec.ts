import { axeOf } from '../kit/axe.ts';
import { mailTo } from '../kit/mail.ts';
import { expect, HEAD, makeMember, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

test('an administrator sees what a user sees, changes nothing, and comes back', async ({ page }) => {
  const person = await makeMember('basic', 'Emmy Noether');
  await signIn(page, HEAD, `/admin/users?q=${person.email}`);
  await page.getByRole('link', { name: 'Emmy Noether' }).click();
  await page.getByRole('button', { name: 'View as user' }).click();
  const dialog = page.getByRole('dialog', { name: 'View as Emmy Noether?' });
  await expect(dialog.getByRole('radio', { name: 'View only' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Start session' }).click();
  await expect(dialog.getByText('Enter a reason of at least 5 characters')).toBeVisible();
  await dialog.getByLabel('Reason').fill('A lesson does not open for her');
  await dialog.getByRole('button', { name: 'Start session' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const banner = page.getByRole('region', { name: 'Support session' });
  await expect(banner).toContainText("you're viewing the site as Emmy Noether");
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/profile');
    await expect(banner).toBeVisible();
    expect((await axeOf(page).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(banner).toBeInViewport({ ratio: 1 });
  }
  await page.getByLabel('Full name').fill('Somebody Else');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText("You can't make changes in this support session.")).toBeVisible();
  await banner.getByRole('button', { name: 'End session' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Emmy Noether');
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('support.start');
  const mail = await mailTo(person.email, 'An administrator accessed your account');
  expect(mail.text).toContain("They can't make any changes.");
  expect(mail.text).toContain('> A lesson does not open for her');
});

test('a session that may make changes says so everywhere, writes down both persons, and leaves the rest closed', async ({
  page,
}) => {
  const person = await makeMember('basic', 'Sofja Kowalewskaja');
  await signIn(page, HEAD, `/admin/users?q=${person.email}`);
  await page.getByRole('link', { name: 'Sofja Kowalewskaja' }).click();
  await page.getByRole('button', { name: 'View as user' }).click();
  const dialog = page.getByRole('dialog', { name: 'View as Sofja Kowalewskaja?' });
  await dialog.getByRole('radio', { name: 'View and make changes' }).check();
  await dialog.getByLabel('Reason').fill('Her name is misspelt');
  expect((await axeOf(page).analyze()).violations).toEqual([]);
  await dialog.getByRole('button', { name: 'Start session' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const banner = page.getByRole('region', { name: 'Support session' });
  await expect(banner).toContainText('Changes are logged under your name.');
  await page.goto('/profile');
  await page.getByLabel('Full name').fill('Sofia Kovalevskaya');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(banner).toContainText("you're in Sofia Kovalevskaya's account");
  await page.goto('/profile?tab=security');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText("It isn't available in support sessions.")).toBeVisible();
  await banner.getByRole('button', { name: 'End session' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sofia Kovalevskaya');
  const trail = page.getByRole('region', { name: 'Activity' });
  const row = trail.getByRole('row').filter({ hasText: 'profile.update' });
  await expect(row).toContainText('in the account of Sofia Kovalevskaya');
  const mail = await mailTo(person.email, 'An administrator accessed your account');
  expect(mail.text).toContain('They can also change your name');
  await page.context().clearCookies();
  await signIn(page, person, '/notifications');
  await expect(page.getByText('could make changes: “Her name is misspelt”')).toBeVisible();
});

test('a notice opens in a support session without an error, and stays unread for its owner', async ({
  page,
}) => {
  const person = await makeMember('basic', 'Maria Agnesi');
  await signIn(page, HEAD, `/admin/users?q=${person.email}`);
  await page.getByRole('link', { name: 'Maria Agnesi' }).click();
  await page.getByRole('button', { name: 'View as user' }).click();
  const dialog = page.getByRole('dialog', { name: 'View as Maria Agnesi?' });
  await dialog.getByLabel('Reason').fill('Her notices look odd');
  await dialog.getByRole('button', { name: 'Start session' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const notice = page.getByRole('link', { name: 'Her notices look odd' });
  await expect(async () => {
    await page.goto('/notifications');
    await expect(notice).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  let asked = false;
  page.on('request', (request) => {
    asked ||= request.url().includes('/notifications/read');
  });
  await notice.click();
  await expect(page).not.toHaveURL(/\/notifications$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText("You can't make changes in this support session.")).toHaveCount(0);
  expect(asked).toBe(false);
  await page.context().clearCookies();
  await signIn(page, person);
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).click();
  await notice.click();
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
});
