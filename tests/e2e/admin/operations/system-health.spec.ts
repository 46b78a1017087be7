import { randomBytes } from 'node:crypto';
import { expect, HEAD, onDatabase, signIn, test } from '../../kit/people.ts';

/** A job that nobody does: what this test says about it stays. */
async function insertJob(name: string): Promise<void> {
  await onDatabase((client) =>
    client.query(
      `insert into chore_runs (name, holder, leased_until, last_started_at, last_finished_at, last_error, failures, every_seconds)
       values ($1, gen_random_uuid(), now(), now() - interval '5 minutes', now() - interval '4 minutes', 'no room on the disk', 4, 3600)`,
      [name],
    ),
  );
}

test('what is wrong stands first and says what to do; a job is run again from there', async ({ page }) => {
  const name = `try something ${randomBytes(3).toString('hex')}`;
  await insertJob(name);
  try {
    await signIn(page, HEAD, null);
    await page.goto('/admin/system');
    const problem = page
      .getByRole('region', { name: /problem/ })
      .getByRole('listitem')
      .filter({ hasText: name });
    await expect(problem).toContainText('keeps failing: no room on the disk');
    await problem.getByRole('button', { name: 'Run now' }).click();
    await expect(page.getByText('Job started')).toBeVisible();
    await page.locator('summary', { hasText: 'Background jobs' }).click();
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Starting soon');
    const { rows } = await onDatabase((client) =>
      client.query('select asked_at > last_started_at as asked from chore_runs where name = $1', [name]),
    );
    expect(rows).toEqual([{ asked: true }]);
  } finally {
    await onDatabase((client) => client.query('delete from chore_runs where name = $1', [name]));
  }
});

test('failed emails are sent again from the problem that tells of them', async ({ page }) => {
  const recipient = `nobody-${randomBytes(4).toString('hex')}@school.test`;
  await onDatabase((client) =>
    client.query(
      `insert into mail_outbox (event_key, template, recipient, props, attempts, failed_at, last_error)
       select $1 || n, 'key-created', $1, '{"name": "Ada"}', 7, now(), '550 no such mailbox' from generate_series(1, 5) n`,
      [recipient],
    ),
  );
  try {
    await signIn(page, HEAD, null);
    await page.goto('/admin/system');
    const problem = page
      .getByRole('region', { name: /problem/ })
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'Failed emails' }) });
    await problem.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText(/queued again/)).toBeVisible();
  } finally {
    await onDatabase((client) => client.query('delete from mail_outbox where recipient = $1', [recipient]));
  }
});

test('webhooks of payments that were given up are tried again from the problem that tells of them', async ({
  page,
}) => {
  const event = `evt_${randomBytes(6).toString('hex')}`;
  await onDatabase((client) =>
    client.query(
      `insert into billing_inbox (provider, event_id, type, created, livemode, tries, parked_at, last_error)
       values ('stripe', $1, 'charge.refunded', now(), payments_livemode(), 20, now(), '500')`,
      [event],
    ),
  );
  try {
    await signIn(page, HEAD, null);
    await page.goto('/admin/system');
    const problem = page
      .getByRole('region', { name: /problem/ })
      .getByRole('listitem')
      .filter({ hasText: 'payment update' });
    await problem.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Trying 1 payment update again')).toBeVisible();
    await expect(problem).toHaveCount(0);
    const { rows } = await onDatabase((client) =>
      client.query('select parked_at, tries from billing_inbox where event_id = $1', [event]),
    );
    expect(rows).toEqual([{ parked_at: null, tries: 0 }]);
  } finally {
    await onDatabase((client) => client.query('delete from billing_inbox where event_id = $1', [event]));
  }
});

test('the process that serves the page, its storage and its jobs can be looked at', async ({ page }) => {
  await signIn(page, HEAD, null);
  await page.goto('/admin/system');
  await expect(page.getByRole('table', { name: 'Processes' }).getByRole('row').nth(1)).toContainText(
    'Server, process',
  );
  await expect(page.getByRole('region', { name: 'Storage' })).toContainText('Built-in PostgreSQL');
  await expect(page.getByRole('heading', { name: 'Background jobs' })).toBeVisible();
  await page.locator('summary', { hasText: 'Largest tables' }).click();
  await expect(page.getByRole('columnheader', { name: 'Rows (estimate)' })).toBeVisible();
});

test('alerts keep what was typed when an address is wrong, and a test says where it went', async ({
  page,
}) => {
  await signIn(page, HEAD, null);
  await page.goto('/admin/settings/alerts');
  const emails = page.getByLabel('Email addresses');
  await emails.fill('ops@school.test\nnot an address');
  await page.getByLabel('Webhook URL').fill('http://hooks.example/alerts');
  await page.getByRole('button', { name: 'Save', exact: false }).first().click();
  await expect(page.getByText('Must be email addresses')).toBeVisible();
  await expect(page.getByText('Must start with https://').last()).toBeVisible();
  await expect(emails).toHaveValue('ops@school.test\nnot an address');
  await emails.fill('ops@school.test');
  await page.getByLabel('Webhook URL').fill('');
  await page.getByRole('button', { name: 'Save', exact: false }).first().click();
  await expect(page.getByText('System alerts have been updated.')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test alert' }).click();
  await expect(page.getByText('the email was written to the outbox folder')).toBeVisible();
});
