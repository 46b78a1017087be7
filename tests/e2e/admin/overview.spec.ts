import { randomBytes } from 'node:crypto';
import { expect, HEAD, makeMember, onDatabase, signIn, test } from '../kit/people.ts';

test('the dashboard counts what is there and leads everywhere', async ({ page }) => {
  await signIn(page, HEAD);
  const count = (label: string) => page.locator('dl > div', { hasText: label }).locator('dd');
  // Other tests make and delete both meanwhile: page and database are compared at the same moment.
  await expect(async () => {
    const { rows } = await onDatabase((client) =>
      client.query(
        "select (select count(*) from courses where kind = 'course') courses, (select count(*) from subscription_plans) plans",
      ),
    );
    await page.goto('/admin');
    await expect(count('Total Courses')).toHaveText(String(rows[0].courses), { timeout: 1000 });
    await expect(count('Subscription Plans')).toHaveText(String(rows[0].plans), { timeout: 1000 });
  }).toPass();
  await expect(count('Total Users')).toHaveText(/^[1-9]/);
  await expect(count('Sign-ins')).toHaveText(/^[1-9]/);
  for (const path of [
    '/admin/users',
    '/admin/courses',
    '/admin/subscriptions',
    '/admin/categories',
    '/admin/settings',
    '/admin/blogs/new',
    '/admin/courses/new',
    '/admin/subscriptions/new',
  ])
    await expect(page.locator(`main a[href="${path}"]`).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Email is not set up' })).toBeVisible();
  await page.getByRole('button', { name: 'Send a test email' }).click();
  await expect(page.getByText(`The test email to ${HEAD.email} was written to`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'New users per day' })).toBeVisible();
  await page.getByText('Show as a table').first().click();
  await expect(page.getByRole('columnheader', { name: 'Day' }).first()).toBeVisible();
});

test('the sidebar of administrators leads to every list, those of the specification first', async ({
  page,
}) => {
  await signIn(page, HEAD);
  const links = page.getByRole('navigation', { name: 'Your pages' }).getByRole('link');
  await expect(links.filter({ hasText: 'Audit Log' })).toBeVisible();
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(paths).toEqual([
    '/dashboard',
    '/my-courses',
    '/admin',
    '/admin/courses',
    '/admin/users',
    '/admin/subscriptions',
    '/admin/categories',
    '/admin/settings',
    '/admin/blogs',
    '/admin/questions',
    '/admin/media',
    '/admin/trash',
    '/admin/marking',
    '/admin/certificates',
    '/admin/comments',
    '/admin/reviews',
    '/admin/messages',
    '/admin/announcements',
    '/admin/users/invitations',
    '/admin/billing',
    '/admin/emails',
    '/admin/audit',
    '/admin/exports',
    '/admin/system',
  ]);
});

test('the checklist of a new school leads to each step, ticks it from what is there, and is put away', async ({
  page,
}) => {
  const person = await makeMember('free', 'Second Head');
  await onDatabase((client) =>
    client.query("insert into user_roles (user_id, role) select id, 'admin' from users where email = $1", [
      person.email,
    ]),
  );
  await signIn(page, person, '/admin');
  const list = page.getByRole('region', { name: 'Set up your school' });
  const step = (name: string) => list.getByRole('listitem').filter({ hasText: name });
  await expect(step('Use your own email address')).toContainText('(done)');
  await expect(step('Choose your own password')).not.toContainText('(done)');
  for (const [name, path] of [
    ['Choose your own password', '/profile?tab=security'],
    ['Use your own email address', '/profile'],
    ['Turn on two-factor authentication', '/profile?tab=security'],
    ['Set up email', '/admin/settings/documentation'],
    ['Name your school', '/admin/settings/school'],
    ['Create your first course', '/admin/courses/new'],
    ['Publish your first course', '/admin/courses'],
  ] as const)
    await expect(list.getByRole('link', { name })).toHaveAttribute('href', path);
  await list.getByRole('button', { name: 'Dismiss' }).click();
  await expect(list).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Email is not set up' })).toBeVisible();
  await expect(list).toHaveCount(0);
});

test('a contact message waits on the dashboard, is read, answered and deleted', async ({ browser, page }) => {
  const text = `A question ${randomBytes(4).toString('hex')}`;
  const visitor = await browser.newPage();
  await visitor.goto('/contact');
  await visitor.getByLabel('Name').fill('Grace');
  await visitor.getByLabel('Email').fill('grace@school.test');
  await visitor.getByLabel('Message').fill(text);
  await visitor.getByRole('button', { name: /send/i }).click();
  await expect(visitor.getByText('Message sent')).toBeVisible();
  await visitor.close();

  await signIn(page, HEAD, '/admin');
  await page.getByRole('link', { name: /contact messages? needs? a reply/ }).click();
  await expect(page).toHaveURL(/\/admin\/messages\?state=open/);
  await page.getByRole('searchbox').fill(text);
  const message = page.getByRole('article', { name: 'Message from Grace' });
  await expect(message).toHaveCount(1);
  await expect(message).toContainText(text);
  await expect(message.getByRole('link', { name: 'Reply by email' })).toHaveAttribute(
    'href',
    /^mailto:grace@school\.test\?subject=/,
  );
  await message.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(page.getByRole('heading', { name: 'No messages' })).toBeVisible();
  await page.getByRole('button', { name: 'Answered' }).click();
  await expect(message).toContainText(/Answered .* by /);
  await message.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Message deleted')).toBeVisible();
  await expect(message).toHaveCount(0);
});
