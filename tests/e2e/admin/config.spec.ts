import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../kit/axe.ts';
import {
  expect,
  HEAD,
  makeMember,
  newPerson,
  onDatabase,
  REFUSED,
  secondWindow,
  signIn,
  test,
} from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });
// All of these change what every page shows: one after the other, and back to the defaults.
test.describe.configure({ mode: 'serial' });
test.slow();

test.afterEach(async () => {
  await onDatabase(async (client) => {
    await client.query(
      "delete from site_settings where name in ('school', 'menus', 'landing', 'seo', 'theme', 'notifications', 'plans', 'security')",
    );
    await client.query("select pg_notify('content', '')");
  });
});

test('title, description, keywords and picture are in the head of every page at once', async ({
  page,
  request,
}) => {
  await signIn(page, HEAD, '/admin/settings/seo');
  await expect(page.getByLabel('Social sharing image URL')).toHaveValue('/images/og-image.jpg');
  await page.getByLabel('Site title').fill('Academy of Queues');
  await page.getByLabel('Meta description').fill('All about waiting in line.');
  await page.getByLabel('Keywords').fill('queues, waiting');
  await page.getByLabel('Social sharing image URL').fill('not an address');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Must be a valid URL')).toBeVisible();
  await page.getByLabel('Social sharing image URL').fill('/images/og-image.jpg?v=2');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('SEO settings have been updated successfully.')).toBeVisible();
  const landing = await (await request.get('/')).text();
  for (const part of [
    '<title>Academy of Queues</title>',
    'content="All about waiting in line."',
    '<meta name="keywords" content="queues, waiting"/>',
    '/images/og-image.jpg?v=2"/>',
  ])
    expect(landing).toContain(part);
  const course = await (await request.get('/courses/sql-from-scratch')).text();
  expect(course).toContain('<title>SQL from Scratch · Academy of Queues</title>');
  expect(course).toContain('<meta property="og:site_name" content="Academy of Queues"/>');
  expect(course).not.toContain('content="All about waiting in line."');
});

test('the default theme and colour are there before anything is painted, unless one chose for oneself', async ({
  browser,
  page,
}) => {
  await signIn(page, HEAD, '/admin/settings/theme');
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.getByRole('radio', { name: 'Green' }).check();
  await expect(page.getByText('Color selected')).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Theme settings have been updated successfully.')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-accent', 'green');
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');

  const visitor = await browser.newPage({ colorScheme: 'light' });
  const schemes: (string | null)[] = [];
  await visitor.exposeFunction('report', (scheme: string | null) => schemes.push(scheme));
  await visitor.addInitScript(() => {
    const look = () => {
      const scheme = document.documentElement?.getAttribute('data-color-scheme');
      if (document.body)
        (window as unknown as { report: (scheme: string | null) => void }).report(scheme ?? null);
      else requestAnimationFrame(look);
    };
    look();
  });
  await visitor.goto('/');
  await expect.poll(() => schemes).toEqual(['dark']);
  await expect(visitor.locator('html')).toHaveAttribute('data-accent', 'green');
  await visitor.getByRole('button', { name: 'Theme' }).click();
  await visitor.getByRole('menuitemradio', { name: /system/i }).click();
  await expect(visitor.locator('html')).toHaveAttribute('data-color-scheme', 'light');
  await visitor.reload();
  await expect(visitor.locator('html')).toHaveAttribute('data-color-scheme', 'light');
  await visitor.close();
});

test('with the master switch off the others are disabled, and keep what they were', async ({ page }) => {
  await signIn(page, HEAD, '/admin/settings/notifications');
  for (const name of ['Email notifications', 'Course updates', 'New user signups', 'Subscription changes'])
    await expect(page.getByRole('switch', { name })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Marketing emails' })).not.toBeChecked();
  await page.getByRole('switch', { name: 'Email notifications' }).uncheck();
  await expect(page.getByRole('switch', { name: 'Course updates' })).toBeDisabled();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Notification settings have been updated successfully.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Email notifications' })).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'Course updates' })).toBeChecked();
});

test('a saved password policy is shown and enforced where passwords are chosen', async ({
  browser,
  page,
}) => {
  await signIn(page, HEAD, '/admin/settings/security');
  await expect(page.getByRole('radio', { name: /Medium/ })).toBeChecked();
  await expect(page.getByLabel('Session timeout (minutes)')).toHaveValue('60');
  await page.getByLabel('Session timeout (minutes)').fill('1441');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('At most 1,440 minutes')).toBeVisible();
  await page.getByLabel('Session timeout (minutes)').fill('90');
  await page.getByRole('radio', { name: /High/ }).check();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Security settings have been updated successfully.')).toBeVisible();
  const visitor = await browser.newPage();
  const person = newPerson();
  await visitor.goto('/register');
  await expect(visitor.getByText(/At least 12 characters/)).toBeVisible();
  await visitor.getByLabel('Name').fill(person.name);
  await visitor.getByLabel('Email').fill(person.email);
  await visitor.getByLabel('Password', { exact: true }).fill('simple words');
  await visitor.getByLabel('Confirm password').fill('simple words');
  await visitor.getByRole('button', { name: 'Create account' }).click();
  await expect(
    visitor.getByText(/Password must be at least 12 characters, with uppercase and lowercase/),
  ).toBeVisible();
  await expect(visitor.getByLabel('Name')).toHaveValue(person.name);
  await visitor.close();
});

test('an allow-list that would shut out the saver asks first, and each faulty line is named', async ({
  page,
}) => {
  await signIn(page, HEAD, '/admin/settings/security');
  const list = page.getByLabel('IP restrictions');
  await list.fill('10.0.0.0/8\nnonsense');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText("“nonsense” isn't an IP address")).toBeVisible();
  await list.fill('10.0.0.0/8');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('heading', { name: 'This would lock you out' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await list.fill('127.0.0.1\n::1');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Security settings have been updated successfully.')).toBeVisible();
});

test('administrators without a second factor are led to it when the school demands one', async ({ page }) => {
  const person = await makeMember('free');
  await onDatabase((client) =>
    client.query("insert into user_roles (user_id, role) select id, 'admin' from users where email = $1", [
      person.email,
    ]),
  );
  await signIn(page, person, '/admin/settings/security');
  await page.getByRole('switch', { name: 'Two-factor authentication for administrators' }).check();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(/You haven't set up two-factor authentication yourself yet/)).toBeVisible();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.getByText('Security settings have been updated successfully.')).toBeVisible();
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/profile\?tab=security/);
  await expect(
    page.getByText(/This school requires two-factor authentication for administrators/),
  ).toBeVisible();
  await onDatabase((client) =>
    client.query('delete from user_roles where user_id = (select id from users where email = $1)', [
      person.email,
    ]),
  );
});

test('a school that gives out plans itself says so to everybody, and is warned no more of free choice', async ({
  browser,
  page,
}) => {
  const { email, password } = await makeMember('free');
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' });
  const member = await context.newPage();
  await signIn(member, { email, password }, '/pricing');
  await expect(member.getByRole('button', { name: 'Choose Premium' })).toBeVisible();
  await signIn(page, HEAD, '/admin');
  await page.getByRole('link', { name: 'Turn this off' }).click();
  await page.getByRole('switch', { name: 'Members can choose plans for free' }).uncheck();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Plan settings have been updated successfully.')).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('link', { name: 'Admin Dashboard' }).first().click();
  await expect(page.getByText('Total Courses')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Members choose plans at no cost' })).toBeHidden();
  await member.reload();
  await expect(member.getByText('The school assigns this plan.').first()).toBeVisible();
  await expect(member.getByRole('button', { name: 'Choose Premium' })).toBeHidden();
  await member.goto('/profile?tab=subscription');
  await expect(member.getByRole('button', { name: 'Upgrade to premium' })).toBeDisabled();
  expect(await violationsInBothSchemes(member)).toEqual([]);
  await context.close();
});

test('changes of two to different settings come together, and both are asked about the same ones', async ({
  page,
}) => {
  await signIn(page, HEAD, '/admin/settings/seo');
  const save = (where: Page) => where.getByRole('button', { name: 'Save Changes' }).click();
  const other = await secondWindow(page);
  const words = 'SEO settings have been updated successfully.';
  await other.getByLabel('Meta description').fill('Theirs');
  await save(other);
  await expect(other.getByText(words)).toBeVisible();
  await page.getByLabel('Site title').fill('Mine');
  await save(page);
  await expect(page.getByText('Changes combined')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByLabel('Meta description')).toHaveValue('Theirs');
  await expect(page.getByText('Unsaved changes')).toBeHidden();

  // The other one has not seen the title, and changes three fields, two of them in vain.
  await page.getByLabel('Keywords').fill('mine');
  await save(page);
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await other.getByLabel('Site title').fill('Theirs');
  await other.getByLabel('Keywords').fill('theirs');
  await other.getByLabel('Meta description').fill('Theirs, again');
  await save(other);
  const dialog = other.getByRole('dialog', { name: 'Someone else saved these settings' });
  await expect(dialog.getByRole('group')).toHaveCount(2);
  const title = dialog.getByRole('group', { name: 'Site title' });
  await expect(title).toContainText('Mine');
  await title.getByRole('radio', { name: /^Theirs/ }).check();
  await dialog.getByRole('button', { name: 'Save this version' }).click();
  await expect(dialog).toBeHidden();
  await other.reload();
  await expect(other.getByLabel('Site title')).toHaveValue('Mine');
  await expect(other.getByLabel('Keywords')).toHaveValue('theirs');
  await expect(other.getByLabel('Meta description')).toHaveValue('Theirs, again');
  await other.context().close();
});

test('what somebody else saved shows in switches and lists, and what locks one out is asked about', async ({
  page,
}) => {
  await signIn(page, HEAD, '/admin/settings/security');
  const addresses = page.getByLabel('IP restrictions');
  const other = await secondWindow(page);
  await other.getByLabel('IP restrictions').fill('0.0.0.0/0\n::/0');
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await expect(other.getByText('Security settings have been updated successfully.')).toBeVisible();
  await page.getByLabel('Session timeout (minutes)').fill('90');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Changes combined')).toBeVisible();
  await expect(addresses).toHaveValue('0.0.0.0/0\n::/0');
  await other.getByRole('switch', { name: 'Two-factor authentication for administrators' }).check();
  await other.getByRole('button', { name: 'Save Changes' }).click();
  // Refused as based on an old version, then as what locks out: the second is still asked.
  await other.getByRole('button', { name: 'Cancel' }).click();
  await expect(other.getByRole('dialog')).toBeHidden();
  await addresses.fill('0.0.0.0/0\n::/0\n');
  await expect(addresses).toHaveValue('0.0.0.0/0\n::/0\n');
  await other.context().close();
});

test('badges and locked courses name the plan that exists for a tier, at once and in the pages of others', async ({
  browser,
  page,
}) => {
  const rename = async (from: string, to: string) => {
    await page.goto('/admin/subscriptions');
    await page.getByRole('link', { name: `Edit ${from}` }).click();
    await page.getByLabel('Plan Name').fill(to);
    await page.getByRole('button', { name: 'Save Plan' }).click();
    // The form shows the plan under its new name, too: saved is what the way to the list says.
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText(to);
    await page.goto('/admin/subscriptions');
    await expect(page.getByRole('heading', { name: to })).toBeVisible();
  };
  await signIn(page, HEAD);
  await rename('Premium', 'Gold');
  await page.goto('/profile?tab=subscription');
  await expect(page.getByRole('region', { name: 'Gold', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Premium', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Courses', exact: true }).first().click();
  // By its words: other tests fill the first page with newer courses.
  await page.getByPlaceholder('Search courses...').fill('Git Beyond');
  await page
    .getByRole('link', { name: /Git Beyond the Basics/ })
    .first()
    .click();
  await expect(page.getByRole('main').getByText('Gold', { exact: true }).first()).toBeVisible();
  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await visitor.goto('/courses/git-beyond-the-basics');
  await expect(visitor.getByText('This course is part of the Gold plan.')).toBeVisible();
  await expect(visitor.getByRole('main').getByText('Gold', { exact: true }).first()).toBeVisible();
  await visitor.context().close();
  await rename('Gold', 'Premium');
  const renamed = await (await page.request.get('/courses/git-beyond-the-basics')).text();
  expect(renamed).not.toContain('Gold');
});

test('a school with its own name, color, and menus speaks for itself, at once and everywhere', async ({
  page,
  request,
}) => {
  await signIn(page, HEAD, null);
  await page.goto('/admin/settings/school');
  await page.getByLabel('School name').fill('<b>Harbor</b>');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Must be one line of visible characters')).toBeVisible();
  await page.getByLabel('School name').fill('Harbor & Söhne');
  await page.getByLabel('Brand color').fill('#ffd400');
  await expect(page.getByText('Too light to read in the light theme')).toBeVisible();
  await page.getByRole('radio', { name: 'Sans-serif throughout' }).check();
  await page.getByRole('switch', { name: 'Powered by Lectern' }).uncheck();
  await page
    .getByLabel('Logo', { exact: true })
    .last()
    .setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 3"><path d="M0 0h9v3z"/></svg>',
      ),
    });
  await expect(page.getByRole('button', { name: 'Replace' })).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText("Your school's settings have been updated successfully.")).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Harbor & Söhne' })).toBeVisible();
  await expect(page).toHaveTitle('School · Harbor & Söhne');

  await page.goto('/admin/settings/menus');
  await page.getByRole('button', { name: 'Add link to Header' }).click();
  const added = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Remove link 5' }) });
  await added.getByLabel('Label').fill('Members only');
  const link = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Remove Members only' }) });
  await link.getByLabel('Address').fill('javascript:alert(1)');
  await link.getByLabel('Visible to').selectOption('members');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Must be a path such as /courses')).toBeVisible();
  await link.getByLabel('Address').fill('/my-courses');
  await page.getByRole('button', { name: 'Move Members only up' }).press('Enter');
  await page.getByRole('button', { name: 'Remove Pricing Plans' }).click();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Menus have been updated successfully.')).toBeVisible();
  const links = page.getByRole('banner').getByRole('navigation').first().getByRole('link');
  await expect(links).toHaveText(['Courses', 'Blogs', 'Pricing', 'Members only', 'About']);
  // The preview shows them to a visitor.
  const preview = page.frameLocator('iframe[title="Preview for visitors"]');
  await expect(preview.locator('header nav').first().locator('a')).toHaveText([
    'Courses',
    'Blogs',
    'Pricing',
    'About',
  ]);

  for (const path of [
    '/',
    '/courses',
    '/courses/sql-from-scratch',
    '/blogs',
    '/pricing',
    '/about',
    '/faq',
    '/help',
    '/login',
    '/nowhere',
  ]) {
    const html = await (await request.get(path)).text();
    // What browsers keep of a person's choices goes by the name of the software; nobody reads it.
    expect(html.replaceAll(/'lectern-[a-z-]+'|lectern_sidebar/g, ''), path).not.toMatch(/lectern/i);
    expect(html, path).toContain('Harbor &amp; Söhne');
    expect(html, path).toContain('href="/theme/v1-ffd400.css"');
    expect(html, path).not.toContain('>Members only<');
    expect(html, path).not.toContain('>Pricing Plans<');
  }
});
