import type { Page } from '@playwright/test';
import { mailTo } from '../kit/mail.ts';
import { expect, makeMember, newPerson, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

const digits = (text: string) => /^\d{6}$/m.exec(text)?.[0] ?? '';

/** On a busy machine the first click may come before the page is awake; a person clicks again. */
async function chooseCode(page: Page): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: 'Email me a code' }).click({ timeout: 2000 });
    await expect(page.getByRole('button', { name: 'Send code' })).toBeVisible({ timeout: 4000 });
  }).toPass({ timeout: 30_000 });
}

test('a code of a mail signs in instead of the password, and leads where one wanted to go', async ({
  page,
}) => {
  const member = await makeMember();
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Email').fill(member.email);
  await chooseCode(page);
  await expect(page.getByLabel('Email')).toHaveValue(member.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText("If there's an account for this email, the message was written")).toBeVisible();
  const code = digits((await mailTo(member.email, 'Your login code')).text);
  await page.getByLabel('Code').fill('12');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('The code must be six digits')).toBeVisible();
  await page.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Incorrect code. Use the one from the most recent email.')).toBeVisible();
  await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
});

test('an unknown address is told the same, and three wrong codes are the end of one', async ({ page }) => {
  await page.goto('/login');
  await chooseCode(page);
  const { email } = newPerson();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText("If there's an account for this email, the message was written")).toBeVisible();
  for (const words of [
    ...Array(3).fill('Incorrect code. Use the one from the most recent email.'),
    'Request a new one.',
  ]) {
    await page.getByLabel('Code').fill('123456');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeEnabled();
  }
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await page.getByRole('button', { name: 'Log in with a password instead' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});

test('a code proves identity where the password would be asked for', async ({ page }) => {
  const member = await makeMember();
  await signIn(page, member);
  await onDatabase((client) =>
    client.query(
      "update sessions set proved_at = now() - interval '1 hour' where user_id = (select id from users where email = $1)",
      [member.email],
    ),
  );
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change your email address' }).click();
  await page.getByLabel('New email address').fill(newPerson().email);
  await page.getByRole('button', { name: 'Send link' }).click();
  const proof = page.getByRole('dialog', { name: "Confirm it's you" });
  await proof.getByRole('button', { name: 'Email me a code instead' }).click();
  const { text } = await mailTo(member.email, 'Your verification code');
  await proof.getByLabel('Code').fill(digits(text));
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Confirm your new email address')).toBeVisible();
});
