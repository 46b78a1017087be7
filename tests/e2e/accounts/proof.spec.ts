import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { axeOf } from '../kit/axe.ts';
import { mailTo } from '../kit/mail.ts';
import {
  expect,
  makeMember,
  newPerson,
  onDatabase,
  type Person,
  REFUSED,
  signIn,
  test,
} from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

async function change(page: Page, path: string, data: object) {
  const reply = await page.request.post(path, { data, headers: { origin: process.env.E2E_URL ?? '' } });
  expect(reply.ok()).toBe(true);
  return reply.json();
}

/** Signs in and turns two-factor on; answers the backup codes. The proofs of the session are an hour old afterwards. */
async function withSecondFactor(page: Page, member: Person): Promise<string[]> {
  await signIn(page, member);
  // A page that is open asks by the old session while the new one begins, and would end both.
  await page.goto('about:blank');
  const { backupCodes, secret } = await change(page, '/api/account/two-factor', {
    password: member.password,
  });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await change(page, '/api/account/two-factor/confirm', { code });
  await onDatabase((client) =>
    client.query(
      `update sessions set proved_at = now() - interval '1 hour', factor_proved_at = now() - interval '1 hour'
       where user_id = (select id from users where email = $1)`,
      [member.email],
    ),
  );
  return backupCodes;
}

test('with two-factor on, a change of address asks for password and code, and keeps what was typed', async ({
  page,
}) => {
  const member = await makeMember();
  const { email } = newPerson();
  const [backupCode = ''] = await withSecondFactor(page, member);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change your email address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your email address' });
  await dialog.getByLabel('New email address').fill(email);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  const proof = page.getByRole('dialog').last();
  await proof.getByLabel('Password', { exact: true }).fill(member.password);
  await page.keyboard.press('Enter');
  const code = proof.getByLabel('Code');
  await expect(code).toBeFocused();
  const { violations } = await axeOf(page).include('dialog[open]').analyze();
  expect(violations).toEqual([]);
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(proof.getByRole('alert')).toBeVisible();
  await expect(code).toBeFocused();
  await expect(code).toHaveValue('000000');
  await expect(dialog.getByLabel('New email address')).toHaveValue(email);
  await code.fill(backupCode);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Confirm ${email}:`)).toBeVisible();

  // Both halves count for ten minutes: nothing is asked a second time.
  await page.getByRole('tab', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByLabel('Current password').fill(member.password);
  await page.getByLabel('New password').fill('an entirely new sentence');
  await page.getByLabel('Confirm password').fill('an entirely new sentence');
  await page.getByRole('dialog').getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('We ended your other sessions and revoked your API keys.')).toBeVisible();
});

test('a proof that is given up changes nothing, and a change of password asks for the code alone', async ({
  page,
}) => {
  const member = await makeMember();
  const [backupCode = ''] = await withSecondFactor(page, member);
  await page.goto('/profile?tab=security');
  await page.getByRole('button', { name: 'Change Password' }).click();
  const form = page.getByRole('dialog', { name: 'Change Password' });
  await form.getByLabel('Current password').fill(member.password);
  await form.getByLabel('New password').fill('an entirely new sentence');
  await form.getByLabel('Confirm password').fill('an entirely new sentence');
  await form.getByRole('button', { name: 'Change Password' }).click();
  const code = page.getByRole('dialog').last().getByLabel('Code');
  await expect(code).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(code).toHaveCount(0);
  await expect(form.getByLabel('New password')).toHaveValue('an entirely new sentence');
  await form.getByRole('button', { name: 'Change Password' }).click();
  await code.fill(backupCode);
  await page.keyboard.press('Enter');
  await expect(page.getByText('We ended your other sessions and revoked your API keys.')).toBeVisible();
});

test('a locked sign-in says so in the form, where it stays, and the focus is in the password', async ({
  page,
}) => {
  const member = await makeMember();
  await page.goto('/login');
  const password = page.getByLabel('Password', { exact: true });
  const headers = { origin: process.env.E2E_URL ?? '' };
  for (let turn = 0; turn < 5; turn += 1)
    await page.request.post('/api/sign-in', {
      data: { email: member.email, password: 'not the password' },
      headers,
    });
  await page.getByLabel('Email').fill(member.email);
  await password.fill(member.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.locator('form').getByRole('alert')).toContainText(
    /Too many failed attempts\. Log in with an email code or a passkey, choose a new password, or try again in \d+ min\./,
  );
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeEnabled();
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible();
  await expect(password).toBeFocused();
  await expect(password).toHaveValue(member.password);
  const { violations } = await axeOf(page).include('main').analyze();
  expect(violations).toEqual([]);
  // What it offers works while the password is locked.
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByRole('button', { name: 'Send code' }).click();
  const { text } = await mailTo(member.email, 'Your login code');
  await page.getByLabel('Code').fill(/^\d{6}$/m.exec(text)?.[0] ?? '');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});
