import { Secret, TOTP } from 'otpauth';
import { expectKept } from '../kit/keyboard.ts';
import { expect, makeMember, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

/** A picture of one red pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

test('the profile shows what can and cannot be changed, and saves the name', async ({ page }) => {
  const member = await makeMember();
  await signIn(page, member, '/profile');
  for (const tab of ['Profile Information', 'Subscription', 'Security'])
    await expect(page.getByRole('tab', { name: tab })).toBeVisible();
  await expect(page.getByText('Email cannot be changed')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('readonly', '');
  await expect(page.getByLabel('Role')).toHaveValue('user');
  await page.getByLabel('Full name').fill('Ada <script>alert(1)</script> Byron');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated')).toBeVisible();
  await page.goto('/dashboard');
  await expect(
    page.getByRole('heading', { name: 'Welcome, Ada <script>alert(1)</script> Byron' }),
  ).toBeVisible();
});

test('an avatar is taken when it is a picture and refused when it is none', async ({ page }) => {
  await signIn(page, await makeMember(), '/profile');
  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL });
  await expect(page.getByText('Avatar changed')).toBeVisible();
  await expect(page.locator('main img[src^="/media/"]')).toBeVisible();
  await chooser.setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg onload=alert(1)>'),
  });
  await expect(page.getByText("We couldn't read this picture.")).toBeVisible();
  await chooser.setInputFiles({
    name: 'big.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(2 * 1024 * 1024 + 1),
  });
  await expect(page.getByText('This image is too large. The limit is 2 MB.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Avatar removed')).toBeVisible();
});

test('the plan is changed from the profile and opens courses at once', async ({ page }) => {
  await signIn(page, await makeMember(), '/profile?tab=subscription');
  await expect(page.getByRole('button', { name: 'Current plan' })).toBeDisabled();
  await page.getByRole('button', { name: 'Upgrade to premium' }).click();
  await expect(page.getByText('Subscription updated')).toBeVisible();
  await expect(page.getByText('Your subscription has been updated to premium')).toBeVisible();
  await page.goto('/courses/git-beyond-the-basics');
  await expect(page.getByRole('heading', { name: "What you'll learn" })).toBeVisible();
  await page.goto('/profile?tab=subscription');
  await page.getByRole('button', { name: 'Downgrade to free' }).click();
  await expect(page.getByText('Your subscription has been updated to free')).toBeVisible();
});

test('a changed password ends the other sessions', async ({ browser, page }) => {
  const member = await makeMember();
  await signIn(page, member);
  const elsewhere = await browser.newPage();
  await signIn(elsewhere, member);
  await page.goto('/profile?tab=security');
  await expect(page.getByRole('button', { name: 'End all other sessions' })).toBeVisible();
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByLabel('Current password').fill('wrong');
  await page.getByLabel('New password').fill('an entirely new sentence');
  await page.getByLabel('Confirm password').fill('an entirely new sentence');
  await page.getByRole('dialog').getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText("This isn't your current password")).toBeVisible();
  await page.getByLabel('Current password').fill(member.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('We ended your other sessions and revoked your API keys.')).toBeVisible();
  await elsewhere.goto('/dashboard');
  await expect(elsewhere).toHaveURL(/\/login/);
  await elsewhere.close();
});

test('a step of the second factor is not left while the reply that brings its backup codes is awaited', async ({
  page,
}) => {
  const member = await makeMember();
  await signIn(page, member, '/profile?tab=security');
  await page.getByRole('button', { name: 'Enable Two-Factor Authentication' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(member.password);
  const started = page.waitForResponse((reply) => reply.url().endsWith('/api/account/two-factor'));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const { backupCodes, secret } = await (await started).json();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/account/two-factor/confirm', async (route) => {
    const reply = await route.fetch();
    await isReleased;
    // As a process of the release before answers.
    await route.fulfill({ response: reply, json: { done: true } });
  });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await dialog.getByLabel('Code').fill(code);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Saving' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('button', { name: 'Saving' })).toBeVisible();
  release();
  await expect(dialog.getByRole('listitem')).toHaveText(backupCodes);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toContainText('Save your codes');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Get new backup codes' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('who ends a session by keyboard keeps the place in the list, and ends no other by a second press', async ({
  browser,
  page,
}) => {
  const member = await makeMember();
  await signIn(page, member);
  for (let other = 0; other < 2; other += 1) {
    const elsewhere = await browser.newPage();
    await signIn(elsewhere, member, null);
    await elsewhere.close();
  }
  await page.goto('/profile?tab=security');
  const end = page.getByRole('button', { name: /^End session on/ });
  await end.first().press('Enter');
  await expect(end).toHaveCount(1);
  // The row that took its place, whose button comes next.
  await expect(page.getByRole('listitem').filter({ has: end })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(end).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(end).toBeFocused();
  await end.press('Enter');
  await expect(end).toHaveCount(0);
  await expectKept(page);
});

test('the second factor: enrolled by app, asked at sign-in, a code counts once, a backup code replaces it', async ({
  page,
}) => {
  const member = await makeMember();
  await signIn(page, member, '/profile?tab=security');
  await page.getByRole('button', { name: 'Enable Two-Factor Authentication' }).click();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = (await page.locator('dialog code').textContent()) ?? '';
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const enrolmentCode = totp.generate();
  await page.getByLabel('Code').fill('123 45');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Enter the code', { exact: true })).toBeVisible();
  // As apps show it.
  await page.getByLabel('Code').fill(`${enrolmentCode.slice(0, 3)} ${enrolmentCode.slice(3)}`);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Two-factor authentication is on').first()).toBeVisible();
  const [backupCode = '', otherCode = ''] = await page.locator('dialog li').allTextContents();
  await expect(page.locator('button', { hasText: 'Get new backup codes' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Save your codes');
  await expect(page.getByText(backupCode)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Get new backup codes' })).toBeFocused();

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
  await page.getByLabel('Code').fill(enrolmentCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Use a backup code instead' }).click();
  await page.getByLabel('Backup code').fill(backupCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto('/profile?tab=security');
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const [password, code] = [dialog.getByLabel('Password', { exact: true }), dialog.getByLabel('Code')];
  await expect(password).toBeFocused();
  await password.fill('not the password');
  await code.fill(otherCode);
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect(password).toBeFocused();
  await expect(code).toHaveValue(otherCode);
  await password.fill(member.password);
  await code.fill('000000');
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect(code).toBeFocused();
  await expect(password).toHaveValue(member.password);
  await code.fill(otherCode);
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByRole('button', { name: 'Enable Two-Factor Authentication' })).toBeFocused();
});

test('a course that was locked a moment ago is open after an upgrade, without a reload', async ({ page }) => {
  await signIn(page, await makeMember(), '/courses/git-beyond-the-basics');
  await expect(page.getByText('Upgrade to get access.')).toBeVisible();
  await page.getByRole('button', { name: /^Account menu for/ }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await page.getByRole('tab', { name: 'Subscription' }).click();
  await page.getByRole('button', { name: 'Upgrade to premium' }).click();
  await expect(page.getByText('Subscription updated')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Current plan' })).toBeVisible();
  while (!page.url().endsWith('/git-beyond-the-basics')) await page.goBack();
  await expect(page.getByRole('button', { name: 'Enroll', exact: true })).toBeVisible();
  await expect(page.getByText('Upgrade to get access.')).toHaveCount(0);
});
