import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { countMails, mailTo } from '../kit/mail.ts';
import { expect, HEAD, makeMember, onDatabase, signIn, test } from '../kit/people.ts';

test.slow();

test.afterAll(async () => {
  await onDatabase(async (client) => {
    await client.query("delete from site_settings where name = 'notifications'");
    await client.query("select pg_notify('content', '')");
  });
});

async function write(page: Page, subject: string): Promise<void> {
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Text', { exact: true }).fill('A **new course** waits: [see it](/courses).');
}

async function send(page: Page, subject: string): Promise<void> {
  await write(page, subject);
  await page.getByRole('button', { name: 'Send announcement' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
  // Nothing is said to be sent where no mail server is.
  await expect(page.getByText(/so the email was written to the outbox folder/)).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(`${subject}.*All plans`) })).not.toContainText(
    'In progress',
  );
}

test('a member agrees, gets one email, and after one click in it no other', async ({ browser, page }) => {
  const [first, second] = [0, 1].map(() => `News ${randomBytes(3).toString('hex')}`) as [string, string];
  const person = await makeMember('free');
  const context = await browser.newContext();
  const own = await context.newPage();
  await signIn(own, person, '/notifications?tab=preferences');
  const wish = own.getByRole('switch', { name: 'Email me announcements and offers' });
  await expect(wish).not.toBeChecked();
  await wish.click();
  await expect(wish).toBeChecked();
  await expect(own.getByText(/You agreed on/)).toBeVisible();

  await signIn(page, HEAD);
  await page.getByRole('link', { name: 'Announcements' }).click();
  await expect(page.getByRole('heading', { name: 'Marketing emails are off' })).toBeVisible();
  await write(page, 'Not yet');
  await expect(page.getByRole('button', { name: 'Send announcement' })).toBeDisabled();
  await page.getByLabel('Subject').fill('');
  await page.getByLabel('Text', { exact: true }).fill('');
  await page.getByRole('link', { name: 'Open notification settings' }).click();
  await page.getByRole('switch', { name: 'Marketing emails' }).check();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Notification settings have been updated successfully.')).toBeVisible();

  await page.getByRole('link', { name: 'Announcements' }).click();
  await write(page, first);
  await expect(page.getByRole('region', { name: 'Preview' }).getByText('new course')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test to me' }).click();
  await expect(
    page.getByText(/No mail server is set up\. The test email to head@school\.test/),
  ).toBeVisible();
  await send(page, first);
  const mail = await mailTo(person.email, first);
  expect(mail.text).toContain('A **new course** waits');
  expect(mail.text).toContain('marketing emails from Lectern');
  expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(await countMails(person.email, first)).toBe(1);

  const other = await makeMember('basic');
  await onDatabase((client) =>
    client.query(
      'insert into marketing_consents (user_id, given_at) select id, now() from users where email = $1',
      [other.email],
    ),
  );
  await own.goto(mail.headers.get('list-unsubscribe')?.slice(1, -1) ?? '');
  await own.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(own.getByRole('heading', { name: "You're unsubscribed" })).toBeVisible();
  await own.goto('/notifications?tab=preferences');
  await expect(wish).not.toBeChecked();
  await page.reload();
  await send(page, second);
  await mailTo(other.email, second);
  expect(await countMails(person.email, second)).toBe(0);
  await context.close();
});
