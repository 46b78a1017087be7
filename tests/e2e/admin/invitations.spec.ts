import type { Locator, Page } from '@playwright/test';
import { axeOf } from '../kit/axe.ts';
import { expectKept } from '../kit/keyboard.ts';
import { mailTo } from '../kit/mail.ts';
import { expect, HEAD, makeMember, newPerson, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

async function openInvitations(page: Page): Promise<void> {
  await signIn(page, HEAD, '/admin/users');
  await page.locator('main').getByRole('link', { name: 'Invitations' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invitations');
}

async function looksWell(page: Page): Promise<void> {
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await axeOf(page).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('somebody is invited, follows the mail, and is in with the tier', async ({ browser, page }) => {
  const person = newPerson('Lise Meitner');
  await openInvitations(page);
  await page.getByRole('button', { name: 'Invite someone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite someone' });
  await dialog.getByLabel('Email').fill(person.email);
  await dialog.getByLabel('Tier').selectOption('basic');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  // No mail server is set here: nothing claims that an email was sent.
  await expect(page.getByText('Invitation created', { exact: true })).toBeVisible();
  await expect(page.getByText('the email was written to the outbox folder').first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: person.email });
  await expect(row).toContainText('Pending');
  await looksWell(page);
  const mail = await mailTo(person.email, 'Administrator invited you to Lectern').catch(() => null);
  expect(mail?.link).toContain('/invitation?token=');
  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(mail?.link ?? '');
  await expect(theirs.getByText(`You've been invited as ${person.email}`)).toBeVisible();
  await looksWell(theirs);
  await theirs.getByLabel('Full name').fill(person.name);
  await theirs.getByLabel('New password').fill(person.password);
  await theirs.getByLabel('Confirm password').fill(person.password);
  await theirs.getByRole('button', { name: 'Create account' }).click();
  await expect(theirs.getByText('Account created')).toBeVisible();
  await expect(theirs).toHaveURL(/\/dashboard$/);
  await expect(theirs.getByText('User · basic plan')).toBeVisible();
  await theirs.context().clearCookies();
  await theirs.goto(mail?.link ?? '');
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('This invitation has expired');
  await theirs.context().close();
  await page.reload();
  await expect(row).toContainText('Joined');
});

test('a list is checked line by line before the mails go out, and an invitation is withdrawn', async ({
  page,
}) => {
  const [first, second] = [newPerson(), newPerson()];
  const known = await makeMember();
  await openInvitations(page);
  await page.getByRole('button', { name: 'Invite from a list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite from a list' });
  const csv = `email,tier\n${first.email},premium\n${second.email},\n${known.email},basic\nnobody,free\n`;
  await dialog
    .getByLabel('Or choose a CSV file')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(dialog.getByLabel('List')).toHaveValue(csv);
  await dialog.getByRole('button', { name: 'Preview invitations' }).click();
  await expect(dialog.getByText("2 will be invited, 2 won't.")).toBeVisible();
  await expect(dialog.getByRole('row').filter({ hasText: known.email })).toContainText(
    'Already has an account',
  );
  await expect(dialog.getByRole('row').filter({ hasText: 'nobody' })).toContainText(
    'Not a valid email address',
  );
  await looksWell(page);
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click();
  await expect(page.getByText('2 invitations created')).toBeVisible();
  // What is behind an open dialog takes no typing.
  await expect(dialog).toBeHidden();
  await page.getByRole('searchbox').fill(second.email);
  const row = page.getByRole('row').filter({ hasText: second.email });
  await row.getByRole('button', { name: `Withdraw the invitation to ${second.email}` }).press('Enter');
  await expect(page.getByText('Invitation withdrawn')).toBeVisible();
  await expect(row).toContainText('Withdrawn');
  await expectKept(page);
  await page.getByLabel('Status').selectOption('open');
  await expect(page.getByRole('heading', { name: 'No invitations' })).toBeVisible();
});

test('who joins between the check and the sending is left out, and the others are said to be invited', async ({
  page,
}) => {
  const [first, second] = [newPerson(), newPerson()];
  const member = await makeMember();
  await openInvitations(page);
  await page.getByRole('button', { name: 'Invite from a list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite from a list' });
  await dialog.getByLabel('List').fill(`${first.email}\n${second.email}\n`);
  await dialog.getByRole('button', { name: 'Preview invitations' }).click();
  await expect(dialog.getByText("2 will be invited, 0 won't.")).toBeVisible();
  await onDatabase((client) =>
    client.query('update users set email = $1 where email = $2', [second.email, member.email]),
  );
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click();
  await expect(dialog.getByText('1 invited, 1 not invited.')).toBeVisible();
  await expect(dialog.getByRole('row').filter({ hasText: first.email })).toContainText('Invited');
  await dialog.getByRole('button').filter({ hasText: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

/** Opens the list of so many open invitations, all to addresses at one place. */
async function openWithdrawals(page: Page, names: readonly string[], state = ''): Promise<Locator> {
  const place = newPerson().email.replace('@', '.');
  await openInvitations(page);
  const headers = { origin: process.env.E2E_URL ?? '' };
  const people = names.map((name) => ({ email: `${name}@${place}`, tier: 'free', role: 'user' }));
  const reply = await page.request.post('/api/admin/invitations', { headers, data: { people } });
  expect(reply.ok(), await reply.text()).toBe(true);
  await page.goto(`/admin/users/invitations?q=${place}${state}`);
  const withdraw = page.getByRole('button', { name: /^Withdraw the invitation to/ });
  await expect(withdraw).toHaveCount(names.length);
  return withdraw;
}

test('who withdraws an invitation by keyboard withdraws no other one by a second press', async ({ page }) => {
  const withdraw = await openWithdrawals(page, ['a', 'b', 'c']);
  await withdraw.nth(1).press('Enter');
  await expect(withdraw).toHaveCount(2);
  await expectKept(page);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent += 1;
  });
  await page.keyboard.press('Enter');
  await expect(page.locator('button:focus')).toHaveCount(0);
  await page.reload();
  await expect(withdraw).toHaveCount(2);
  expect(sent).toBe(0);
});

test('who withdraws the last invitation of a list by keyboard is where the list was', async ({ page }) => {
  const withdraw = await openWithdrawals(page, ['a'], '&state=open');
  await withdraw.press('Enter');
  await expect(page.getByRole('heading', { name: 'No invitations' })).toBeVisible();
  await expectKept(page);
});
