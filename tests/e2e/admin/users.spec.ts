import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { axeOf } from '../kit/axe.ts';
import { hold } from '../kit/hold.ts';
import { mailTo } from '../kit/mail.ts';
import { expect, HEAD, makeMember, onDatabase, type Person, REFUSED, signIn, test } from '../kit/people.ts';

const row = (page: Page, { email }: Person) => page.getByRole('row').filter({ hasText: email });
async function search(page: Page, { email }: Person): Promise<void> {
  await page.getByRole('searchbox').fill(email);
  await expect(page.getByRole('status').filter({ hasText: /^1 user$/ })).toBeVisible();
}

/** The person in a browser of their own. */
async function visit(browser: Browser, person: Person): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, person);
  return page;
}

test('an administrator finds a user and sets the tier', async ({ page }) => {
  const person = await makeMember('free', 'Grace Hopper');
  await signIn(page, HEAD, '/admin/users');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Management');
  await search(page, person);
  await expect(page.getByRole('status').filter({ hasText: 'user' })).toHaveText('1 user');
  await expect(row(page, person)).toContainText('Grace Hopper');
  await row(page, person).getByLabel('Tier for Grace Hopper').selectOption('premium');
  await expect(page.getByText('User subscription updated to premium')).toBeVisible();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  await page.reload();
  await expect(row(page, person).getByLabel('Tier for Grace Hopper')).toHaveValue('premium');
});

test('keys that pass over tiers set only the one that Enter or leaving the field takes', async ({ page }) => {
  const person = await makeMember('premium', 'Barbara Liskov');
  const changes = () =>
    onDatabase(async (client) => {
      const { rows } = await client.query(
        `select after from audit_log where action = 'user.set-tier'
         and entity_id = (select id::text from users where email = $1) order by at`,
        [person.email],
      );
      return rows.map(({ after }) => after.tier);
    });
  await signIn(page, HEAD, `/admin/users?q=${person.email}`);
  const tier = row(page, person).getByLabel('Tier for Barbara Liskov');
  await tier.press('ArrowUp');
  await tier.press('ArrowUp');
  await expect(tier).toHaveValue('free');
  await tier.press('Escape');
  await expect(tier).toHaveValue('premium');
  await tier.press('ArrowUp');
  await tier.press('ArrowUp');
  await tier.press('Enter');
  await expect(page.getByText('User subscription updated to free')).toBeVisible();
  await expect(tier).toHaveValue('free');
  await expect(row(page, person).getByRole('button', { name: /^Grant admin/ })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await tier.press('ArrowDown');
  await tier.press('Tab');
  await expect(page.getByText('User subscription updated to basic')).toBeVisible();
  expect(await changes()).toEqual(['free', 'basic']);
});

test('a tier that is chosen while another change is being saved is shown, and saved after it', async ({
  page,
}) => {
  const name = `Meanwhile ${crypto.randomUUID().slice(0, 8)}`;
  await makeMember('free', `${name} One`);
  await makeMember('free', `${name} Two`);
  await signIn(page, HEAD, `/admin/users?q=${encodeURIComponent(name)}`);
  const release = await hold(page, /\/api\/admin\/users\/[\w-]+\/tier$/);
  const [one, two] = [page.getByLabel(`Tier for ${name} One`), page.getByLabel(`Tier for ${name} Two`)];
  await one.selectOption('premium');
  await expect(one).toHaveValue('premium');
  await two.selectOption('basic');
  await two.press('ArrowDown');
  await two.press('Tab');
  await one.selectOption('basic');
  await expect(two).toHaveValue('premium');
  await expect(one).toHaveValue('basic');
  release();
  await expect(page.getByRole('button', { name: `Grant admin access to ${name} One` })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.reload();
  await expect(one).toHaveValue('basic');
  await expect(two).toHaveValue('premium');
});

test('granted admin access begins with a new sign-in, revoked access ends at once', async ({
  browser,
  page,
}) => {
  const person = await makeMember('basic', 'Alan Turing');
  const theirs = await visit(browser, person);
  await signIn(page, HEAD, '/admin/users');
  await search(page, person);
  await row(page, person).getByRole('button', { name: 'Grant admin access to Alan Turing' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Grant admin' }).click();
  await expect(page.getByText('Admin access granted')).toBeVisible();
  await expect(page.getByText('User now has admin privileges')).toBeVisible();
  await theirs.goto('/admin/users');
  await expect(theirs).toHaveURL(/\/login/);
  await signIn(theirs, person, '/admin/users');
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('User Management');
  await row(page, person).getByRole('button', { name: "Revoke Alan Turing's admin access" }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke admin' }).click();
  await expect(page.getByText('Admin access revoked')).toBeVisible();
  await expect(page.getByText('User no longer has admin privileges')).toBeVisible();
  await theirs.goto('/admin/users');
  await expect(theirs).toHaveURL(/\/dashboard$/);
  await theirs.context().close();
});

test('somebody who has not confirmed the address cannot become administrator, and the button says why', async ({
  page,
}) => {
  const person = await makeMember('free', 'Mary Jackson');
  await onDatabase((client) =>
    client.query('update users set email_verified = false where email = $1', [person.email]),
  );
  const why = 'Mary Jackson must confirm their email address before you can make them an administrator.';
  await signIn(page, HEAD, '/admin/users');
  await search(page, person);
  const grant = row(page, person).getByRole('button', { name: 'Grant admin access to Mary Jackson' });
  await expect(grant).toBeDisabled();
  await expect(grant).toHaveAccessibleDescription(why);
  await row(page, person).getByRole('link', { name: 'Mary Jackson' }).click();
  await expect(page.getByText(why)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Grant admin' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Resend confirmation email' })).toBeEnabled();
});

test('filters, order and place stand in the address, and pages go forth and back', async ({ page }) => {
  await onDatabase((client) =>
    client.query(
      `insert into users (name, email, email_verified) select 'Page ' || lpad(n::text, 3, '0'), 'page' || n || '@paging.test', true
       from generate_series(1, 120) n on conflict do nothing`,
    ),
  );
  await signIn(page, HEAD, '/admin/users?q=paging.test&sort=name');
  const names = page.getByRole('rowheader');
  await expect(names).toHaveCount(50);
  await expect(names.first()).toContainText('Page 001');
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(names.first()).toContainText('Page 051');
  await expect(page).toHaveURL(/after=/);
  await page.reload();
  await expect(names.first()).toContainText('Page 051');
  await page.getByRole('link', { name: 'Last page' }).click();
  await expect(names.last()).toContainText('Page 120');
  await page.getByRole('link', { name: 'Previous page' }).click();
  await expect(names.last()).toContainText('Page 070');
  await page.getByLabel('Tier', { exact: true }).selectOption('premium');
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
  await expect(page).toHaveURL(/tier=premium/);
  await page.getByRole('link', { name: 'Show all users' }).click();
  await expect(page.getByRole('rowheader')).not.toHaveCount(0);
});

test.describe('when the server refuses', () => {
  test.use({ expected: { faults: [REFUSED, /status of 5\d\d/] } });

  test('the failures are told in the words of the specification', async ({ page }) => {
    const person = await makeMember('free', 'Edsger Dijkstra');
    await signIn(page, HEAD, '/admin/users');
    await search(page, person);
    await expect(row(page, person)).toBeVisible();
    const fail = (url: string) =>
      page.route(url, (route) =>
        route.request().method() === 'GET'
          ? route.fallback()
          : route.fulfill({
              status: 500,
              json: { code: 'INTERNAL', message: '', fields: {}, requestId: '' },
            }),
      );
    await fail('**/api/admin/users/*/tier');
    await row(page, person).getByLabel('Tier for Edsger Dijkstra').selectOption('basic');
    await expect(page.getByText('Failed to update user subscription')).toBeVisible();
    await expect(row(page, person).getByLabel('Tier for Edsger Dijkstra')).toHaveValue('free');
    await fail('**/api/admin/users/*/admin');
    await row(page, person)
      .getByRole('button', { name: /^Grant admin/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Grant admin' }).click();
    await expect(page.getByText('Failed to update admin access')).toBeVisible();
    await page.route('**/api/admin/users?*', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: '', fields: {}, requestId: '' } }),
    );
    await page.goto('/admin/users?q=something');
    await expect(page.getByText('Failed to fetch users')).toBeVisible();
    await expect(page.getByText('Error', { exact: true }).first()).toBeVisible();
  });
});

test('an account is disabled, told so at the sign-in, and enabled again', async ({ browser, page }) => {
  const person = await makeMember('basic', 'Katherine Johnson');
  const theirs = await visit(browser, person);
  await signIn(page, HEAD, `/admin/users?q=${person.email}`);
  await page.getByRole('link', { name: 'Katherine Johnson' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Katherine Johnson');
  const part = (name: string) => page.getByRole('region', { name });
  await expect(part('Active sessions')).toContainText('last used');
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(page.getByText('Account disabled')).toBeVisible();
  await expect(part('Account')).toContainText('Disabled');
  await expect(part('Active sessions')).toContainText('No active sessions.');
  await expect(part('Activity')).toContainText('user.disable');
  await theirs.goto('/profile');
  await expect(theirs).toHaveURL(/\/login/);
  await theirs.getByLabel('Email').fill(person.email);
  await theirs.getByLabel('Password', { exact: true }).fill(person.password);
  await theirs.getByRole('button', { name: 'Log in' }).click();
  await expect(theirs.getByText('An administrator has disabled this account.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Enable', exact: true }).click();
  await expect(page.getByText('Account enabled')).toBeVisible();
  await theirs.getByRole('button', { name: 'Log in' }).click();
  await expect(theirs).toHaveURL(/\/profile$/);
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page.getByText('Sessions ended: 1')).toBeVisible();
  await page.getByRole('link', { name: 'View in audit log' }).click();
  await expect(page).toHaveURL(/\/admin\/audit\?about=/);
  await theirs.context().close();
});

test('deleting an account says what remains; axe finds nothing on the page, wide or narrow', async ({
  page,
}) => {
  const person = await makeMember('free', 'Dorothy Vaughan');
  const id = await onDatabase(async (client) => {
    const { rows } = await client.query('select id from users where email = $1', [person.email]);
    return rows[0].id;
  });
  await signIn(page, HEAD, `/admin/users/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dorothy Vaughan');
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await axeOf(page).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('This action cannot be undone.');
  await expect(dialog).toContainText('What remains: their comments (0)');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('User deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/users$/);
});

test.describe('an account that is gone', () => {
  test.use({ expected: { faults: [REFUSED] } });

  test('is told so, and the own one can neither be disabled nor deleted', async ({ page }) => {
    await signIn(page, HEAD, '/admin/users/7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e');
    await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to User Management' }).click();
    await page.getByRole('searchbox').fill(HEAD.email);
    await page.getByRole('rowheader').filter({ hasText: HEAD.email }).getByRole('link').click();
    await expect(page.getByText('This is your own account.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Disable', exact: true })).toHaveCount(0);
  });
});

test('on a phone the actions are in a menu, nothing is wider than the screen, and axe finds nothing', async ({
  page,
}) => {
  const person = await makeMember('free', 'Barbara Liskov');
  await page.setViewportSize({ width: 375, height: 800 });
  await signIn(page, HEAD, '/admin/users');
  await search(page, person);
  await page.getByRole('button', { name: 'Actions for Barbara Liskov' }).click();
  await expect(page.getByRole('menuitem', { name: 'Grant admin' })).toBeVisible();
  expect((await axeOf(page).analyze()).violations).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
});

test('what is listed is kept as a file, and that is audited', async ({ page }) => {
  const person = await makeMember('premium', '=Formula Person');
  await signIn(page, HEAD, `/admin/users?q=${person.email}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`,'=Formula Person,${person.email},premium,user,active,`);
  await page.goto('/admin/audit?action=user.export');
  await expect(page.getByRole('rowheader').first()).toHaveText('Exported the list of usersuser.export');
});

test('a member is sent to the dashboard', async ({ page }) => {
  await signIn(page, await makeMember('premium'), '/admin/users');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the second factor of somebody who lost it is reset, with a proof of the administrator', async ({
  page,
}) => {
  const person = await makeMember('free', 'Mary Jackson');
  const id = await onDatabase(async (client) => {
    const { rows } = await client.query(
      'update users set two_factor_enabled = true where email = $1 returning id',
      [person.email],
    );
    return rows[0].id;
  });
  await signIn(page, HEAD, `/admin/users/${id}`);
  await page.getByRole('button', { name: 'Reset two-factor' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('make sure the request really comes from them');
  await dialog.getByRole('button', { name: 'Reset two-factor' }).click();
  await expect(page.getByText('Two-factor authentication reset')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reset two-factor', exact: true })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('user.reset-second-factor');
  await mailTo(person.email, 'Your two-factor authentication was reset');
});
