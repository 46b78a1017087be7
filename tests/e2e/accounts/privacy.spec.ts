import type { Page } from '@playwright/test';
import type { SessionRow } from '#contract/accounts/accounts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

/** As if whoever sits here had signed in an hour ago; others of the same account are left alone. */
async function forgetProof(page: Page): Promise<void> {
  const sessions = (await (await page.request.get('/api/account/sessions')).json()) as SessionRow[];
  const { id } = sessions.find(({ current }) => current) ?? {};
  await onDatabase((client) =>
    client.query("update sessions set proved_at = now() - interval '1 hour' where id = $1", [id]),
  );
}

test('one takes a copy of everything about oneself, and proves who one is when the sign-in is long ago', async ({
  page,
}) => {
  const person = await makeMember();
  await signIn(page, person, '/profile?tab=security');
  await forgetProof(page);
  const take = page.getByRole('button', { name: 'Download my data' });
  await take.click();
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await dialog.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText("This isn't your current password")).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await take.click();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(person.password);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  expect((await download).suggestedFilename()).toMatch(/^lectern-my-data-\d{4}-\d\d-\d\d\.zip$/);
  await expect(page.getByText('Preparing your data')).toBeVisible();
});

test('rights are given away only after a proof, and what was asked for then happens', async ({ page }) => {
  const person = await makeMember('free', 'Hedy Lamarr');
  await signIn(page, HEAD, `/admin/users?q=${person.email}`);
  await page.getByRole('button', { name: 'Grant admin access to Hedy Lamarr' }).click();
  await forgetProof(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Grant admin' }).click();
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(HEAD.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Admin access granted')).toBeVisible();
});
