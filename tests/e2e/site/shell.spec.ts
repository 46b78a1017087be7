import { expect, HEAD, makeMember, REFUSED, signIn, test } from '../kit/people.ts';

test('the top navigation and the footer have every link of the specification', async ({ page }) => {
  await page.goto('/');
  const top = page.getByRole('navigation', { name: 'Main' });
  for (const [name, path] of Object.entries({
    Courses: '/courses',
    Blogs: '/blogs',
    Pricing: '/pricing',
    About: '/about',
  })) {
    await expect(top.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  }
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  await expect(header.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/register');
  const footer = page.getByRole('contentinfo');
  const links = {
    'All Courses': '/courses',
    'Pricing Plans': '/pricing',
    'About Us': '/about',
    FAQ: '/faq',
    'Contact Us': '/contact',
    'Help Center': '/help',
    'Terms of Service': '/terms',
    'Privacy Policy': '/privacy',
    'Cookie Policy': '/cookies',
  };
  for (const [name, path] of Object.entries(links))
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  for (const column of ['Platform', 'Support', 'Legal'])
    await expect(footer.getByText(column, { exact: true })).toBeVisible();
  await expect(footer.getByText(`© ${new Date().getFullYear()} Lectern. All rights reserved.`)).toBeVisible();
});

test('under 768 px the navigation is behind a button', async ({ page }) => {
  await page.setViewportSize({ width: 767, height: 800 });
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Pricing', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('link', { name: 'Pricing', exact: true })).toBeVisible();
});

test('the version is shown, checked and refreshed as given', async ({ page }) => {
  await page.goto('/');
  const { builtAt, version } = (await (await page.request.get('/api/version')).json()) as {
    builtAt: string;
    version: string;
  };
  await expect(
    page.getByRole('banner').getByText(builtAt.slice(0, 10), { exact: true }).first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'About this version' }).click();
  await expect(page.getByText(`Current version: ${version}`)).toBeVisible();
  const panel = page.getByRole('complementary', { name: 'Version' });
  await expect(panel.getByText(version.slice(0, 19), { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('Version checked')).toBeVisible();
  await expect(page.getByText('Refreshed version information.')).toBeVisible();
  const reloaded = page.waitForEvent('load');
  await panel.getByRole('button', { name: 'Force Refresh' }).click();
  await expect(page.getByText('Refreshing page')).toBeVisible();
  await expect(page.getByText('Forcing a hard refresh of the page...')).toBeVisible();
  await reloaded;
});

test('the sidebar has its widths, its shortcut and a cookie for seven days', async ({ page }) => {
  await signIn(page, await makeMember('basic', 'Grace Hopper'));
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const rem = (width: number) => width * 16;
  expect((await sidebar.boundingBox())?.width).toBe(rem(16));
  await expect(sidebar.getByText('Logged in as')).toBeVisible();
  await expect(sidebar.getByText('Grace Hopper')).toBeVisible();
  await expect(sidebar.getByText('basic plan')).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Dashboard', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(sidebar.getByRole('link', { name: 'Course Management' })).toHaveCount(0);
  await page.keyboard.press('Control+b');
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(rem(3));
  const cookie = (await page.context().cookies()).find(({ name }) => /sidebar/.test(name));
  expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 3600)).toBe(7 * 24);
  await page.reload();
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(rem(3));
});

test('an administrator has every item of the sidebar, and on a phone it is a sheet', async ({ page }) => {
  await signIn(page, HEAD);
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const items = {
    'Admin Dashboard': '/admin',
    'Course Management': '/admin/courses',
    'User Management': '/admin/users',
    'Subscription Plans': '/admin/subscriptions',
    Categories: '/admin/categories',
    Settings: '/admin/settings',
  };
  for (const [name, path] of Object.entries(items))
    await expect(sidebar.getByRole('link', { name })).toHaveAttribute('href', path);
  await page.goto('/admin/courses');
  await expect(sidebar.getByRole('link', { name: 'Course Management' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(sidebar.getByRole('link', { name: 'Admin Dashboard' })).not.toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.setViewportSize({ width: 375, height: 800 });
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  const sheet = page.getByRole('dialog', { name: 'Sidebar' });
  await expect(sheet.getByRole('link', { name: 'Settings' })).toBeVisible();
  expect((await sheet.boundingBox())?.width).toBe(288);
});

test('the chosen theme is there before anything is painted', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.dataset.atStart = document.documentElement.dataset.colorScheme;
    });
  });
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-at-start', 'dark');
});

test.describe('an address that leads nowhere', () => {
  test.use({ expected: { faults: [REFUSED] } });
  test('says so with a real 404 and two ways out', async ({ page }) => {
    await page.goto('/courses');
    const response = await page.goto('/no/such/page');
    expect(response?.status()).toBe(404);
    await expect(page.getByText('Page Not Found')).toBeVisible();
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect(page).toHaveURL(/\/courses$/);
    await page.goto('/no/such/page');
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});
