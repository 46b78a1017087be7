import { expect, HEAD, makeMember, onDatabase, signIn, test } from '../kit/people.ts';

test('an address that bounced is named on the page of its member, and is allowed again', async ({ page }) => {
  const { email } = await makeMember('free', 'Bounced Person');
  const { rows } = await onDatabase(async (client) => {
    await client.query(
      `insert into mail_suppressions (address, reason, detail, reported_at) values ($1, 'bounce', '550 5.1.1 no such mailbox', now())`,
      [email],
    );
    return client.query('select id from users where email = $1', [email]);
  });
  await signIn(page, HEAD, null);
  await page.goto(`/admin/users/${rows[0].id}`);
  await expect(page.getByText('Emails to this address bounced')).toBeVisible();
  await page.getByRole('link', { name: 'Manage suppressed addresses' }).click();
  const card = page.getByRole('article').filter({ hasText: email });
  await expect(card).toContainText('550 5.1.1 no such mailbox');
  await card.getByRole('button', { name: `Allow all emails to ${email}` }).click();
  await expect(card).toHaveCount(0);
  const left = await onDatabase((client) =>
    client.query('select 1 from mail_suppressions where address = $1', [email]),
  );
  expect(left.rows).toEqual([]);
});
