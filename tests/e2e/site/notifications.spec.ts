import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { mailTo } from '../kit/mail.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });
test.slow();

async function createCourse(page: Page, title: string, category: string): Promise<void> {
  await page.goto('/admin/courses/new');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Description').fill('Words about the course.');
  await page.getByRole('tab', { name: 'Course Settings' }).click();
  await page.getByLabel('Categories').selectOption({ label: category });
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course created successfully')).toBeVisible();
}

test('a follower hears of a new course by bell and mail, and stops the mails by their link', async ({
  browser,
  page,
}) => {
  const title = `Indexes ${randomBytes(3).toString('hex')}`;
  // Of this test alone: what others add to a sample category meanwhile would be news as well.
  const category = `Followed ${randomBytes(3).toString('hex')}`;
  await onDatabase(async (client) => {
    await client.query("insert into categories (name, slug, description) values ($1, $2, '')", [
      category,
      category.toLowerCase().replace(' ', '-'),
    ]);
    await client.query("select pg_notify('content', '')");
  });
  const person = await makeMember('free');
  await signIn(page, person);
  await page.getByRole('link', { name: 'Notifications' }).click();
  await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible();
  await page.getByRole('tab', { name: 'Preferences' }).click();
  await page.getByRole('button', { name: category }).click();
  await expect(page.getByRole('button', { name: category, pressed: true })).toBeVisible();
  // The list of administrators' matters is not a member's.
  await expect(page.getByRole('rowheader', { name: 'New users' })).toHaveCount(0);

  const office = await browser.newPage();
  await signIn(office, HEAD, null);
  await createCourse(office, title, category);
  await office.close();

  const mail = await mailTo(person.email, `New: ${title}`);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).click();
  await page.getByRole('link', { name: `New: ${title}` }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();

  expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const address = mail.headers.get('list-unsubscribe')?.slice(1, -1) ?? '';
  const visitor = await browser.newPage();
  await visitor.goto(address);
  await expect(visitor.getByRole('heading', { name: 'Unsubscribe from these emails?' })).toBeVisible();
  const wish = () => page.getByRole('checkbox', { name: /in categories I follow: Email/ });
  await page.goto('/notifications?tab=preferences');
  await expect(wish()).toBeChecked();
  await visitor.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(visitor.getByRole('heading', { name: "You're unsubscribed" })).toBeVisible();
  await visitor.close();
  await page.reload();
  await expect(wish()).not.toBeChecked();
});

test('a mail program stops mails with one post, a wrong link stops nothing', async ({ page, request }) => {
  const person = await makeMember('free');
  await signIn(page, person, '/profile?tab=subscription');
  await page.getByRole('button', { name: 'Upgrade to premium' }).click();
  const mail = await mailTo(person.email, 'Your subscription is now Premium');
  const address = mail.headers.get('list-unsubscribe')?.slice(1, -1) ?? '';
  const post = (url: string) => request.post(url, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect((await post(`${address}x`)).status()).toBe(410);
  expect((await post(address)).status()).toBe(204);
  await page.goto('/notifications?tab=preferences');
  await expect(page.getByRole('checkbox', { name: 'Changes to my subscription: Email' })).not.toBeChecked();
  await page.goto('/unsubscribe/nobody-digest');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
});

test('preferences are kept, and a failed save says so and keeps the choice', async ({ page }) => {
  await signIn(page, await makeMember('free'), '/notifications?tab=preferences');
  const digest = page.getByRole('checkbox', { name: 'Send one daily digest instead of separate emails' });
  await digest.check();
  await page.route('**/api/notifications/preferences', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 400, json: { code: 'BAD_INPUT', message: '', fields: {}, requestId: 'r' } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Failed to save your preferences')).toBeVisible();
  await expect(digest).toBeChecked();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Your notification preferences have been updated.')).toBeVisible();
  await page.reload();
  await expect(digest).toBeChecked();
});

/** So many notices that a person has, read but for the oldest; `from` counts on. */
async function notify(
  email: string,
  { count, from = 0, read }: { count: number; from?: number; read: boolean },
) {
  await onDatabase((client) =>
    client.query(
      `with event as (
        insert into notice_events (event_key, kind, user_id, link, delivered_at)
        select 'e2e:' || id || ':' || n, 'certificate-issued', id, '/certificates', now()
        from users, generate_series($2::int + 1, $2::int + $3::int) n where email = $1 returning id, user_id, event_key)
      insert into notifications (user_id, event_id, kind, props, link, in_app, created_at, read_at)
      select user_id, id, 'certificate-issued', jsonb_build_object('title', 'Course ' || split_part(event_key, ':', 3)),
        '/certificates', true, now() + split_part(event_key, ':', 3)::int * interval '1 millisecond',
        case when $4::boolean and split_part(event_key, ':', 3) <> '1' then now() end from event`,
      [email, from, count, read],
    ),
  );
}

test('all that was shown is marked as read, also on older pages, and not what came since', async ({
  page,
}) => {
  const person = await makeMember('free');
  await notify(person.email, { count: 25, read: true });
  await signIn(page, person, '/notifications');
  await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible();
  await expect(page.getByText('“Course 25”')).toBeVisible();
  await notify(person.email, { count: 1, from: 25, read: false });
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '“Course 26”' })).toContainText('Unread');
  await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '“Course 1”' })).not.toContainText('Unread');
});

test('what the bell counts is in the inbox that is open', async ({ page }) => {
  const person = await makeMember('free');
  await notify(person.email, { count: 2, read: true });
  await page.clock.install();
  await signIn(page, person, '/notifications');
  await expect(page.getByText('“Course 2”')).toBeVisible();
  await notify(person.email, { count: 1, from: 2, read: false });
  await page.clock.runFor(61_000);
  await expect(page.getByText('“Course 3”')).toBeVisible();
});

test('a category is followed while another one is still being saved', async ({ page }) => {
  const mark = randomBytes(3).toString('hex');
  const names = ['Slow', 'Quick'].map((word) => `${word} ${mark}`);
  await onDatabase(async (client) => {
    for (const name of names)
      await client.query("insert into categories (name, slug, description) values ($1, $2, '')", [
        name,
        name.toLowerCase().replace(' ', '-'),
      ]);
    await client.query("select pg_notify('content', '')");
  });
  await signIn(page, await makeMember('free'), '/notifications?tab=preferences');
  const { promise: answer, resolve } = Promise.withResolvers<void>();
  await page.route(
    '**/api/notifications/categories/*',
    async (route) => {
      await answer;
      await route.continue();
    },
    { times: 1 },
  );
  const [slow, quick] = names.map((name) => page.getByRole('button', { name }));
  await slow?.click();
  await quick?.click();
  await expect(page.getByRole('button', { name: `Quick ${mark}`, pressed: true })).toBeVisible();
  resolve();
  await expect(page.getByRole('button', { name: `Slow ${mark}`, pressed: true })).toBeVisible();
});

test('unsaved preferences are asked for before they are left, also for the inbox', async ({ page }) => {
  await signIn(page, await makeMember('free'), '/notifications?tab=preferences');
  const digest = page.getByRole('checkbox', { name: 'Send one daily digest instead of separate emails' });
  await digest.check();
  await page.getByRole('tab', { name: 'Inbox' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(digest).toBeChecked();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Your notification preferences have been updated.')).toBeVisible();
  await page.getByRole('tab', { name: 'Inbox' }).click();
  await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible();
});
