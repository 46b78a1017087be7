import { axeOf } from '../kit/axe.ts';
import { unique } from '../kit/courses.ts';
import { expect, HEAD, makeMember, onDatabase, signIn, test } from '../kit/people.ts';

test('what an administrator did is in the log, with what it was before and after', async ({ page }) => {
  const name = unique('Donald Knuth');
  const person = await makeMember('free', name);
  await signIn(page, HEAD, `/admin/users?q=${person.email}`);
  await page.getByLabel(`Tier for ${name}`).selectOption('basic');
  await expect(page.getByText('User subscription updated to basic')).toBeVisible();
  await page.goto('/admin/audit');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit Log');
  await page.getByLabel('Action', { exact: true }).selectOption('user.set-tier');
  await expect(page).toHaveURL(/action=user\.set-tier/);
  const entry = page.getByRole('row').filter({ hasText: name });
  await expect(entry).toContainText('head@school.test');
  await expect(entry).toContainText("Changed a user's tier");
  await entry.getByRole('button', { name: /Show changes/ }).click();
  const change = page.getByRole('row', { name: /^tier/ });
  await expect(change.locator('del')).toHaveText('free');
  await expect(change.locator('ins')).toHaveText('basic');
  await page.setViewportSize({ width: 375, height: 800 });
  expect((await axeOf(page).analyze()).violations).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
});

test('filters and place stand in the address', async ({ page }) => {
  const entity = unique('thing').replace(' ', '_');
  await onDatabase((client) =>
    client.query(
      `insert into audit_log (actor_kind, action, entity, entity_id, at)
       select 'system', 'course.import', $1, 'number ' || n, now() - interval '40 days' from generate_series(1, 60) n`,
      [entity],
    ),
  );
  // The administrator has done something, also where no other test has run yet.
  await onDatabase((client) =>
    client.query(
      `insert into audit_log (actor_kind, actor_id, action, entity, at)
       select 'admin', id, 'course.import', $1, now() - interval '40 days' from users where email = $2`,
      [`${entity}_own`, HEAD.email],
    ),
  );
  await signIn(page, HEAD, `/admin/audit?entity=${entity}`);
  const rows = page.getByRole('rowheader');
  await expect(rows).toHaveCount(50);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(rows).toHaveCount(10);
  await page.reload();
  await expect(rows).toHaveCount(10);
  const today = new Date().toISOString().slice(0, 10);
  await page.goto(`/admin/audit?entity=${entity}&from=${today}`);
  await expect(page.getByRole('heading', { name: 'No entries found' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await page.getByRole('searchbox').fill('head@school');
  await expect(page).toHaveURL(/actor=head/);
  await expect(page.getByRole('cell', { name: /head@school\.test/ }).first()).toBeVisible();
});

test('a member is sent to the dashboard', async ({ page }) => {
  await signIn(page, await makeMember('premium'), '/admin/audit');
  await expect(page).toHaveURL(/\/dashboard$/);
});
