import type { Page } from '@playwright/test';
import { type IdentityProvider, startIdentityProvider } from '../../kit/identity-provider.ts';
import { axeOf } from '../kit/axe.ts';
import { mailTo } from '../kit/mail.ts';
import { expect, makeMember, newPerson, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });
// One service for the whole file, and only after it was away; the first test is a long way.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const SCHOOL = process.env.E2E_URL ?? '';
let outside: IdentityProvider | undefined;
test.afterAll(() => outside?.stop());

async function startOutside(): Promise<IdentityProvider> {
  const port = Number(new URL(process.env.E2E_ISSUER ?? '').port);
  outside ??= await startIdentityProvider({ redirectUri: `${SCHOOL}/sign-in/oidc`, port });
  return outside;
}

/** On a busy machine the first click may come before the page is awake; a person clicks again, or arrives late. */
async function goThere(page: Page): Promise<void> {
  const there = page.getByLabel('Your name');
  await expect(async () => {
    if (await there.isVisible()) return;
    await page.getByRole('button', { name: 'Continue with School ID' }).click({ timeout: 2000 });
    await expect(there).toBeVisible({ timeout: 4000 });
  }).toPass({ timeout: 30_000 });
}

/** Says who one is at the service, and comes back. */
async function loginThere(page: Page, login: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'School ID' })).toBeVisible();
  await page.getByLabel('Your name').fill(login);
  await page.getByRole('button', { name: 'Log in here' }).click();
}

test('a service that is away says so, and is there as soon as it answers', async ({ page }) => {
  await page.goto('/login?redirect=%2Fprofile%3Ftab%3Dsecurity');
  const button = page.getByRole('button', { name: 'Continue with School ID' });
  // On a busy machine the first click may come before the page is awake; a person clicks again.
  await expect(async () => {
    await button.click({ timeout: 2000 });
    await expect(page.getByText("School ID isn't responding.")).toBeVisible({ timeout: 4000 });
  }).toPass({ timeout: 30_000 });
  const { violations } = await axeOf(page).analyze();
  expect(violations).toEqual([]);

  const { people } = await startOutside();
  const person = newPerson('Grace Hopper');
  people.set('grace', { email: person.email, email_verified: true, name: person.name });
  await goThere(page);
  await loginThere(page, 'grace');
  await expect(page).toHaveURL(/\/profile\?tab=security$/);
  await expect(page.getByText("You don't have a password.")).toBeVisible();
  await expect(page.getByText(`${person.email}, last used`)).toBeVisible();

  // The only way in stays; with a password it may go.
  await page.getByRole('button', { name: /Unlink School ID/ }).click();
  await expect(page.getByText("You'd have no way to log in.", { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Set a password' }).click();
  const { link } = await mailTo(person.email, 'Choose a new password');
  await page.goto(link);
  await page.getByLabel('New password').fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await signIn(page, person, '/profile?tab=security');
  await page.getByRole('button', { name: /Unlink School ID/ }).click();
  await expect(page.getByText('School ID was unlinked')).toBeVisible();
  await mailTo(person.email, 'School ID was unlinked');
});

test('a member links a service, signs in by it and proves by it who they are', async ({ page }) => {
  const { people } = await startOutside();
  const member = await makeMember();
  people.set('somebody', { email: 'elsewhere@school.test', email_verified: false });
  await signIn(page, member, '/profile?tab=security');
  await page.getByRole('button', { name: 'Link School ID' }).click();
  await loginThere(page, 'somebody');
  await expect(page).toHaveURL(/\/profile\?tab=security$/);
  await expect(page.getByText('Sign-in method linked')).toBeVisible();
  await mailTo(member.email, 'You can now log in with School ID');

  await page.context().clearCookies();
  await page.goto('/register');
  await goThere(page);
  await loginThere(page, 'somebody');
  await expect(page).toHaveURL(/\/dashboard$/);

  await onDatabase(async (client) => {
    const { rows } = await client.query('select id from users where email = $1', [member.email]);
    const id = rows[0].id;
    await client.query("update sessions set proved_at = now() - interval '11 minutes' where user_id = $1", [
      id,
    ]);
    await client.query("delete from accounts where user_id = $1 and provider_id = 'credential'", [id]);
  });
  await page.goto('/profile?tab=security');
  await page.getByRole('button', { name: 'Download my data' }).click();
  await page.getByRole('button', { name: 'Continue with School ID' }).click();
  await loginThere(page, 'somebody');
  await expect(page.getByText('Repeat your last action to finish it.')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  await download;
});

test('an answer that was not asked for in this browser is refused in words', async ({ page }) => {
  await page.goto('/sign-in/oidc?code=stolen&state=unknown');
  await expect(page.getByRole('heading', { name: 'Please start over' })).toBeVisible();
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page).toHaveURL(/\/login$/);
});
