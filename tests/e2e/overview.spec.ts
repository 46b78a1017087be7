import { randomBytes } from 'node:crypto';
import { expect, HEAD, onDatabase, signIn, test } from './kit/people.ts';

test('the dashboard counts what is there and leads everywhere', async ({ page }) => {
  await signIn(page, HEAD);
  await page.goto('/admin');
  const [{ courses, plans }] = await onDatabase(async (client) => {
    const { rows } = await client.query(
      "select (select count(*) from courses where kind = 'course') courses, (select count(*) from subscription_plans) plans",
    );
    return rows;
  });
  const count = (label: string) => page.locator('dl > div', { hasText: label }).locator('dd');
  await expect(count('Total Courses')).toHaveText(String(courses));
  await expect(count('Total Users')).toHaveText(/^[1-9]/);
  await expect(count('Subscription Plans')).toHaveText(String(plans));
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
  await expect(page.getByRole('heading', { name: 'New users a day' })).toBeVisible();
  await page.getByText('Show as a table').first().click();
  await expect(page.getByRole('columnheader', { name: 'Day' }).first()).toBeVisible();
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

  await signIn(page, HEAD);
  await page.goto('/admin');
  await page.getByRole('link', { name: /contact messages? waits? for an answer/ }).click();
  await expect(page).toHaveURL(/\/admin\/messages\?state=open/);
  await page.getByRole('searchbox').fill(text);
  const message = page.getByRole('article', { name: 'Message of Grace' });
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
