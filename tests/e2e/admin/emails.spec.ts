import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

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

test('a retry takes an address off the list of suppressed ones, and a list that fails says so', async ({
  page,
}) => {
  const { email } = await makeMember('free', 'Bounced Person');
  await onDatabase(async (client) => {
    await client.query(
      `insert into mail_suppressions (address, reason, detail, reported_at) values ($1, 'bounce', '550', now())`,
      [email],
    );
    await client.query(
      `insert into mail_outbox (event_key, template, recipient, props, attempts, failed_at, last_error)
       values ('e2e:' || $1, 'key-created', $1, '{"name": "Ada", "key": "K", "link": "/"}', 9, now(), '550')`,
      [email],
    );
  });
  await signIn(page, HEAD, null);
  await page.goto('/admin/emails');
  const suppressed = page.getByRole('button', { name: `Allow all emails to ${email}` });
  await expect(suppressed).toBeVisible();
  const failed = page.getByRole('article', { name: email });
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(suppressed).toHaveCount(0);
  await page.route('**/api/admin/emails/suppressions*', (route) =>
    route.fulfill({ status: 400, json: { code: 'BAD_INPUT', message: '', fields: {}, requestId: 'r' } }),
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: "Couldn't load suppressed addresses" })).toBeVisible();
});
