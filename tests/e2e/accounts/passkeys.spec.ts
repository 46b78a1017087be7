import type { Page } from '@playwright/test';
import { mailTo } from '../kit/mail.ts';
import { expect, makeMember, onDatabase, type Person, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

/**
 * A device of this browser that keeps passkeys: `recognise` says whether it knows its owner, `touch` whether the owner
 * touches it when asked. One that is touched chooses a passkey by itself where the browser only offers one.
 */
async function plugIn(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    recognise: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    touch: (enabled: boolean) =>
      client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/profile?tab=security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Passkey name').fill(name);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
}

type Device = Awaited<ReturnType<typeof plugIn>>;

/**
 * Presses the button of the sign-in page until this is seen: on a busy machine the first click may come before the page
 * is awake; a person clicks again.
 */
async function useAtSignIn(page: Page, device: Device, isSeen: () => Promise<void>): Promise<void> {
  await page.context().clearCookies();
  await device.touch(false);
  await page.goto('/login');
  await expect(async () => {
    await page.getByRole('button', { name: 'Use a passkey' }).click({ timeout: 2000 });
    await device.touch(true);
    await isSeen();
  }).toPass({ timeout: 30_000 });
}
const enterByPasskey = (page: Page, device: Device) =>
  useAtSignIn(page, device, () => expect(page).toHaveURL(/\/dashboard$/, { timeout: 6000 }));

const age = ({ email }: Person) =>
  onDatabase((client) =>
    client.query(
      "update sessions set proved_at = now() - interval '1 hour' where user_id = (select id from users where email = $1)",
      [email],
    ),
  );

test('a passkey is added, signs in without a password, is renamed, and removed opens nothing', async ({
  page,
}) => {
  const member = await makeMember();
  const device = await plugIn(page);
  await signIn(page, member);
  await addPasskey(page, 'Laptop');
  await mailTo(member.email, 'A passkey was added');
  const own = page.getByRole('list', { name: 'Passkeys' });
  await expect(own).toContainText('Laptop');
  await expect(own).not.toContainText('last used');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await enterByPasskey(page, device);
  await page.goto('/profile?tab=security');
  await expect(own).toContainText('last used');
  await page.getByRole('button', { name: 'Rename Laptop' }).click();
  await page.getByLabel('Passkey name').fill('Old laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(own).toContainText('Old laptop');
  await page.getByRole('button', { name: 'Remove Old laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText("You don't have any passkeys yet.")).toBeVisible();
  await mailTo(member.email, 'A passkey was removed');

  await useAtSignIn(page, device, () =>
    expect(page.getByText('Passkey not accepted').first()).toBeVisible({ timeout: 6000 }),
  );
});

test('after the password a passkey is the second factor', async ({ page }) => {
  const member = await makeMember();
  const device = await plugIn(page);
  await signIn(page, member);
  await addPasskey(page, 'Key');
  await onDatabase((client) =>
    client.query('update users set two_factor_enabled = true where email = $1', [member.email]),
  );
  await page.context().clearCookies();
  await device.touch(false);
  await page.goto('/login');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
  await device.recognise(false);
  await device.touch(true);
  await page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await device.recognise(true);
  await enterByPasskey(page, device);
});

test('a passkey proves identity, and a device that does not recognise its owner does not', async ({
  page,
}) => {
  const member = await makeMember();
  const device = await plugIn(page);
  await signIn(page, member);
  await addPasskey(page, 'Phone');
  await age(member);
  await page.getByRole('button', { name: 'Remove Phone' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  const proof = page.getByRole('dialog', { name: "Confirm it's you" });
  await device.recognise(false);
  await proof.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText("Passkey request didn't finish")).toBeVisible();
  await device.recognise(true);
  await proof.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText("You don't have any passkeys yet.")).toBeVisible();
});

test('the browser offers a passkey where the address is typed: chosen there it signs in', async ({
  page,
}) => {
  const member = await makeMember();
  const device = await plugIn(page);
  await signIn(page, member);
  await addPasskey(page, 'Laptop');
  await page.context().clearCookies();
  await device.touch(false);
  await page.goto('/login');
  const address = page.getByLabel('Email');
  await expect(address).toHaveAttribute('autocomplete', 'username webauthn');
  await address.fill('typed');
  await expect(page).toHaveURL(/\/login/);
  // Nobody presses a button: the owner chooses what the browser offers.
  await device.touch(true);
  await page.reload();
  await expect(page).toHaveURL(/\/dashboard$/);
});
