import { hold } from '../kit/hold.ts';
import { expect, HEAD, newPerson, signIn, test } from '../kit/people.ts';

test('an invitation that is sent closes no dialog that was opened since', async ({ page }) => {
  await signIn(page, HEAD, '/admin/users/invitations');
  const dialog = page.getByRole('dialog');
  for (const next of [
    { button: 'Invite from a list', field: 'List' },
    { button: 'Invite someone', field: 'Email' },
  ]) {
    const release = await hold(page, /\/api\/admin\/invitations$/);
    await page.getByRole('button', { name: 'Invite someone' }).click();
    await dialog.getByLabel('Email').fill(newPerson().email);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await sent;
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: next.button }).click();
    await dialog.getByLabel(next.field, { exact: true }).fill('grace@school.test');
    const reloaded = page.waitForResponse(
      (reply) => reply.url().includes('/api/admin/invitations') && reply.request().method() === 'GET',
    );
    release();
    await reloaded;
    await page.waitForTimeout(300);
    await expect(dialog.getByLabel(next.field, { exact: true })).toHaveValue('grace@school.test');
    await page.keyboard.press('Escape');
  }
});
