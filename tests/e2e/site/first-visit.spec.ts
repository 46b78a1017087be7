import type { Page } from '@playwright/test';
import { expect, makeMember, REFUSED, signIn, test } from '../kit/people.ts';

const READING = ['/', '/courses', '/courses/sql-from-scratch', '/blogs', '/about'];

test.use({ waits: true });

/** The scripts that a page has asked for. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  return scripts;
}

/** Lets no script of ours through until it is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('a page for reading fetches no script until its reader does something', async ({ page }) => {
  const scripts = scriptsOf(page);
  for (const path of READING) {
    scripts.length = 0;
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(scripts, path).toEqual([]);
  }
  await page.mouse.move(200, 300, { steps: 3 });
  await expect.poll(() => scripts.some((url) => url.includes('entry-client'))).toBe(true);
});

test('the page of a member, and one with a form, do not wait', async ({ page }) => {
  const scripts = scriptsOf(page);
  await page.goto('/login', { waitUntil: 'networkidle' });
  expect(scripts).not.toEqual([]);
  scripts.length = 0;
  await signIn(page, await makeMember(), '/courses');
  await expect.poll(() => scripts.some((url) => url.includes('entry-client'))).toBe(true);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 700 } });

  test('the first click of all counts, however long the scripts take', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/');
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    await menu.click();
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
    release();
    await expect(menu).toHaveAttribute('aria-expanded', 'true');
  });
});

test('who has begun to read stays there when the app arrives', async ({ page }) => {
  await page.goto('/courses/sql-from-scratch', { waitUntil: 'networkidle' });
  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, 1600);
  await expect(page.locator('html')).not.toHaveAttribute('data-asleep');
  await page.getByRole('button', { name: 'Theme' }).press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Blogs' }).first().click();
  await expect(page).toHaveURL(/\/blogs$/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test.describe('far below the window', () => {
  test.use({ viewport: { width: 375, height: 700 } });

  /** How many links of the footer, and codes of the text, aren't laid out yet. */
  const waiting = (page: Page) =>
    page
      .locator('footer a, #section code')
      .evaluateAll(
        (all) => all.filter((one) => !one.checkVisibility({ contentVisibilityAuto: true })).length,
      );

  test('a page is laid out when it is awake, and what is read stays in its place', async ({ page }) => {
    await page.goto('/courses/sql-from-scratch', { waitUntil: 'networkidle' });
    expect(await waiting(page)).toBeGreaterThan(0);
    const heading = page.locator('#section h2[id], #section h3[id]').nth(1);
    const id = await heading.getAttribute('id');
    await page.goto(`/courses/sql-from-scratch#${id}`, { waitUntil: 'networkidle' });
    await expect(heading).toBeInViewport();
    const before = await heading.boundingBox();
    await page.keyboard.press('Shift');
    await expect(page.locator('html')).not.toHaveAttribute('data-asleep');
    expect(await waiting(page)).toBe(0);
    expect((await heading.boundingBox())?.y).toBeCloseTo(before?.y ?? Number.NaN, 0);
  });
});

test('what is searched for and chosen first of all is answered', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/courses');
  await page.getByRole('searchbox').fill('databases');
  await page.getByLabel('Difficulty').selectOption('beginner');
  release();
  await expect(page).toHaveURL(/level=beginner/);
  await expect(page).toHaveURL(/q=databases/);
  await expect(page.getByRole('searchbox')).toHaveValue('databases');
  await expect(page.getByLabel('Difficulty')).toHaveValue('beginner');
});

test('a page that nobody has touched yet follows the device into the dark', async ({ page }) => {
  const scripts = scriptsOf(page);
  await page.goto('/about', { waitUntil: 'networkidle' });
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-color-scheme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveAttribute('data-color-scheme', 'dark');
  expect(scripts).toEqual([]);
});

test('a diagram is drawn, and comments come, when they come near the part that is seen', async ({ page }) => {
  const scripts = scriptsOf(page);
  await page.goto('/courses/sql-from-scratch', { waitUntil: 'networkidle' });
  await page.keyboard.press('Shift');
  await expect(page.getByRole('button', { name: 'Copy' }).first()).toBeAttached();
  await page.waitForLoadState('networkidle');
  expect(await page.locator('[data-diagram]').count()).toBe(0);
  const before = scripts.length;
  await page.locator('[data-language=mermaid]').first().scrollIntoViewIfNeeded();
  await expect(page.locator('[data-diagram] svg').first()).toBeVisible();
  expect(scripts.length).toBeGreaterThan(before);
  await page.locator('#comments').scrollIntoViewIfNeeded();
  await expect(page.locator('#comments').getByRole('heading').first()).toBeVisible();
});

test.describe('over a new release', () => {
  test.use({ expected: { faults: [REFUSED] } });

  test('a page that waited over a new release is loaded anew', async ({ page }) => {
    await page.goto('/about', { waitUntil: 'networkidle' });
    const entry = '**/assets/entry-client-*.js';
    // Its preload and its import may ask for it one after the other.
    await page.route(entry, (route) => route.fulfill({ status: 404 }));
    const reloaded = page.waitForEvent('load');
    await page.keyboard.press('Shift');
    await reloaded;
    await page.unroute(entry);
    await page.keyboard.press('Shift');
    await page.getByRole('button', { name: 'Theme' }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible();
  });
});

test('every page leads readers of feeds to its feeds', async ({ request }) => {
  for (const path of READING) {
    const html = await (await request.get(path)).text();
    for (const format of ['rss', 'atom'])
      expect(html, path).toMatch(
        new RegExp(`<link rel="alternate" type="application/${format}\\+xml" href="/feed\\.${format}"`),
      );
  }
});
