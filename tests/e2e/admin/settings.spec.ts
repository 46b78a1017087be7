import type { Browser, Page } from '@playwright/test';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { append, openEditor, openFirst, rich, saveChanges, source } from '../kit/page-editors.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

// The pages are of the whole school: two tests may not edit one page at once.
test.describe.configure({ mode: 'default' });
test.use({ expected: { faults: [REFUSED] } });

/** Another administrator, in a browser of their own. */
async function another(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(saveChanges(other)).toBeEnabled();
  return other;
}

test('the hub leads to every page editor, the configuration and the documentation', async ({ page }) => {
  await signIn(page, HEAD, '/admin/settings');
  for (const group of ['Page editors', 'Site configuration', 'Documentation'])
    await expect(page.getByRole('heading', { name: group, level: 2 })).toBeVisible();
  const names = [
    'about',
    'faq',
    'terms',
    'privacy',
    'cookies',
    'contact',
    'seo',
    'theme',
    'notifications',
    'security',
    'documentation',
  ];
  for (const name of names)
    await expect(page.locator(`main a[href="/admin/settings/${name}"]`)).toHaveCount(1);
  await page.getByRole('link', { name: 'Privacy Policy' }).first().click();
  await expect(page.getByRole('heading', { name: 'Privacy Policy', level: 1 })).toBeVisible();
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/admin\/settings$/);
});

test('members are sent to their dashboard, visitors to the login', async ({ page }) => {
  for (const path of ['/admin/settings', '/admin/settings/about', '/admin/settings/documentation']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login/);
  }
  await signIn(page, await makeMember('premium'), '/admin/settings/faq');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('About Us is edited as rich text, previewed, saved, and read by visitors at once', async ({
  browser,
  page,
}) => {
  await openFirst(page, 'about');
  await expect(source(page)).toHaveAttribute('rows', '20');
  await expect(rich(page).getByRole('heading', { name: 'How we teach' })).toBeVisible();
  await rich(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Written by hand. ');
  await expect(source(page)).toHaveValue(/^<p>Written by hand\. This school/);
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Written by hand. This school');
  await saveChanges(page).click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page.getByText('About Us page has been updated successfully.')).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  const visitor = await browser.newPage();
  await visitor.goto('/about');
  await expect(visitor.locator('main')).toContainText('Written by hand. This school');
  await visitor.close();
});

test('the toolbar is one stop of the Tab key and makes headings, lists and links', async ({ page }) => {
  await openEditor(page, 'about');
  await source(page).fill('<p>First</p><p>Second</p>');
  await expect(rich(page)).toHaveText('FirstSecond');
  await rich(page).getByText('First').click();
  await page.keyboard.press('End');
  // The editor hears of the place of the cursor a moment later: what is typed shows that it has.
  await page.keyboard.type('!');
  await expect(source(page)).toHaveValue('<p>First!</p>\n<p>Second</p>');
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  await toolbar.getByRole('button', { name: 'Heading', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(toolbar.getByRole('button', { name: 'Subheading' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(source(page)).toHaveValue('<h2>First!</h2>\n<p>Second</p>');
  await rich(page).getByText('Second').click();
  await expect(toolbar.getByRole('button', { name: 'Heading', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Home');
  await toolbar.getByRole('button', { name: 'Bold' }).click();
  await expect(toolbar.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true');
  await toolbar.getByRole('button', { name: 'Link' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill('javascript:alert(1)');
  await dialog.getByRole('button', { name: 'Set link' }).click();
  await expect(dialog.getByText('Must be a valid URL')).toBeVisible();
  await dialog.getByLabel('URL').fill('/courses');
  await page.keyboard.press('Enter');
  await toolbar.getByRole('button', { name: 'Bulleted list' }).click();
  await expect(source(page)).toHaveValue(/<li><a .*href="\/courses".*><strong>Second<\/strong><\/a><\/li>/);
  await expect(page.getByText('Changes saved')).toHaveCount(0);
});

test('HTML that rich text cannot hold stays as it is until the editor agrees to simplify it', async ({
  page,
}) => {
  await openFirst(page, 'about');
  await append(page, '<table><tr><th scope="row">Monday</th><td>9 to 5</td></tr></table>');
  await expect(page.getByText(/Rich text doesn't support everything in this HTML: <table>/)).toBeVisible();
  await expect(rich(page)).toHaveAttribute('contenteditable', 'false');
  await saveChanges(page).click();
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts).toContainText('Changes saved');
  await toasts.getByRole('button', { name: 'Close' }).click();
  await expect(toasts).not.toContainText('Changes saved');
  await expect(source(page)).toHaveValue(/<table>.*<th scope="row">Monday<\/th>/s);
  await page.getByRole('button', { name: 'Simplify and edit here' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(source(page)).toHaveValue(/<table>/);
  await page.getByRole('button', { name: 'Simplify and edit here' }).click();
  await page.getByRole('button', { name: 'Simplify', exact: true }).click();
  await expect(source(page)).not.toHaveValue(/<table>/);
  await expect(source(page)).toHaveValue(/Monday/);
  await expect(rich(page)).toHaveAttribute('contenteditable', 'true');
  // The next test finds a page that rich text can hold.
  await saveChanges(page).click();
  await expect(toasts).toContainText('Changes saved');
});

test('what is hostile in the source runs nowhere, is named, and is not saved', async ({ browser, page }) => {
  await openFirst(page, 'terms');
  await expect(source(page)).toHaveValue(/1\. Your account/);
  await append(
    page,
    '<p onclick="window.hit=1">Terms</p><img src=x onerror="window.hit=1"><script>window.hit=1</script><a href="javascript:window.hit=1">press</a><svg onload="window.hit=1"></svg>',
  );
  await expect(page.getByText(/Not allowed on a page and removed when you save: .*<script>/)).toBeVisible();
  await page.getByRole('region', { name: 'Preview' }).getByText('press').click();
  await saveChanges(page).click();
  await expect(page.getByText('Terms of Service page has been updated successfully.')).toBeVisible();
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  const visitor = await browser.newPage();
  await visitor.goto('/terms');
  await expect(visitor.locator('main')).toContainText('Terms');
  await visitor.getByText('press').click();
  expect(await visitor.evaluate(() => 'hit' in window)).toBe(false);
  await visitor.close();
});

test('two versions are compared, and the default text comes back from the history', async ({
  browser,
  page,
}) => {
  await openEditor(page, 'terms');
  await append(page, '<p>Second edition of the terms</p>');
  await saveChanges(page).click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  const dialog = page.getByRole('dialog', { name: 'History of Terms of Service' });
  await expect(dialog.getByText('Original text')).toBeVisible();
  await expect(dialog.getByText(/, Administrator/).first()).toBeVisible();
  await dialog.getByLabel('Compare from version 0').check();
  await expect(dialog.getByRole('heading', { name: /Changes from version 0 to version/ })).toBeVisible();
  await expect(dialog.locator('ins').filter({ hasText: 'Second edition' }).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Restore version 0' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).last().click();
  await expect(page.getByText('Version restored')).toBeVisible();
  await expect(source(page)).not.toHaveValue(/Second edition/);
  const visitor = await browser.newPage();
  await visitor.goto('/terms');
  await expect(visitor.getByRole('heading', { name: '1. Your account' })).toBeVisible();
  await expect(visitor.getByText('Second edition')).toHaveCount(0);
  await visitor.close();
});

test('the second of two who save is shown both versions, merges by hand, and nothing is lost', async ({
  browser,
  page,
}) => {
  await openEditor(page, 'cookies');
  const other = await another(browser, page);
  await append(other, '<p>Their addition</p>');
  await saveChanges(other).click();
  await expect(other.getByText('Cookie Policy page has been updated successfully.')).toBeVisible();
  const before = await append(page, '<p>My addition</p>');
  await saveChanges(page).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved this page' });
  await expect(dialog.getByText(/Administrator saved a newer version/)).toBeVisible();
  await expect(dialog.locator('del')).toHaveText(['Their']);
  await expect(dialog.locator('ins')).toHaveText(['My']);
  await dialog.getByRole('button', { name: 'Merge manually' }).click();
  await expect(source(page)).toHaveValue(/<p>My addition<\/p>$/);
  await expect(page.getByLabel('Their full version')).toHaveValue(/<p>Their addition<\/p>$/);
  await source(page).fill(`${before}\n<p>Their addition and mine</p>`);
  await saveChanges(page).click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  await other.reload();
  await expect(source(other)).toHaveValue(/Their addition and mine/);

  const merged = Number(/\d+/.exec((await page.getByText(/Version \d/).textContent()) ?? '')?.[0]);
  await append(page, '<p>Mine again</p>');
  await saveChanges(page).click();
  await expect(page.getByText(new RegExp(`Version ${merged + 1}`))).toBeVisible();
  await append(other, '<p>What the other typed</p>');
  await saveChanges(other).click();
  await other.getByRole('button', { name: 'Take theirs' }).click();
  await expect(source(other)).toHaveValue(/Mine again/);
  await other.getByRole('button', { name: 'Restore changes' }).click();
  await expect(source(other)).toHaveValue(/What the other typed/);
  await expect(other.getByLabel('Their full version')).toHaveValue(/Mine again/);
  // Also after a reload it is known what it was based on.
  other.on('dialog', (asked) => asked.accept());
  await other.reload();
  await other.getByRole('button', { name: 'Restore changes' }).click();
  await expect(source(other)).toHaveValue(/What the other typed/);
  await expect(other.getByLabel('Their full version')).toHaveValue(/Mine again/);
  await saveChanges(other).click();
  await expect(other.getByText('Cookie Policy page has been updated successfully.')).toBeVisible();
  await expect(other.getByLabel('Their full version')).toBeHidden();
  await other.context().close();
});

test('a draft survives a reload, and leaving with unsaved changes asks first', async ({ page }) => {
  await openEditor(page, 'privacy');
  await append(page, '<p>Typed but not saved</p>');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Typed but not saved');
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByRole('button', { name: 'Restore changes' })).toBeVisible();
  // Neither typing nor a save decides about what is offered.
  await append(page, '<p>Typed later</p>');
  await saveChanges(page).click();
  await expect(page.getByText('Privacy Policy page has been updated successfully.')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Restore changes' }).click();
  await expect(source(page)).toHaveValue(/Typed but not saved/);
  await saveChanges(page).click();
  await expect(page.getByText('Privacy Policy page has been updated successfully.')).toBeVisible();
});

test.describe('when the server refuses or fails', () => {
  test.use({ expected: { faults: [/Failed to load resource/] } });

  test('a page that cannot be loaded says so in a toast, and nothing can be saved', async ({ page }) => {
    await signIn(page, HEAD);
    await page.route('**/api/admin/pages/about_us', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto('/admin/settings/about');
    await expect(page.getByText('Error loading content').first()).toBeVisible();
    await expect(page.getByText('There was a problem loading the About Us content.').first()).toBeVisible();
    await expect(saveChanges(page)).toBeDisabled();
  });

  test('while it loads and while it saves, the save is disabled and says so', async ({ page }) => {
    await signIn(page, HEAD);
    const loaded = Promise.withResolvers<void>();
    const saved = Promise.withResolvers<void>();
    await page.route('**/api/admin/pages/about_us', async (route) => {
      await (route.request().method() === 'GET' ? loaded : saved).promise;
      await route.continue();
    });
    await page.goto('/admin/settings/about');
    await expect(page.getByText('Loading...').first()).toBeAttached();
    await expect(saveChanges(page)).toBeDisabled();
    loaded.resolve();
    await expect(saveChanges(page)).toBeEnabled();
    await saveChanges(page).click();
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
    saved.resolve();
    await expect(page.getByText('Changes saved')).toBeVisible();
  });

  test('a save that fails keeps what was typed and says why', async ({ page }) => {
    await openEditor(page, 'about');
    await source(page).fill('<p>Kept</p>');
    const body = {
      code: 'DISK_FULL',
      message: 'The disk of the server is full.',
      fields: {},
      requestId: 'r',
    };
    await page.route('**/api/admin/pages/about_us', (route) => route.fulfill({ status: 500, body: '' }));
    await saveChanges(page).click();
    await expect(page.getByText('Error saving content')).toBeVisible();
    await expect(page.getByText('There was a problem saving the About Us content.')).toBeVisible();
    await page.route('**/api/admin/pages/about_us', (route) => route.fulfill({ status: 500, json: body }));
    await saveChanges(page).click();
    await expect(page.getByText('The disk of the server is full.')).toBeVisible();
    await expect(source(page)).toHaveValue('<p>Kept</p>');
  });

  test('who lost the rights while the page was open is told so', async ({ page }) => {
    const person = await makeMember('free', 'Was Administrator');
    const role = (statement: string) => onDatabase((client) => client.query(statement, [person.email]));
    await role("insert into user_roles (user_id, role) select id, 'admin' from users where email = $1");
    await signIn(page, person, '/admin/settings/about');
    await expect(saveChanges(page)).toBeEnabled();
    await role('delete from user_roles where user_id = (select id from users where email = $1)');
    await source(page).fill('<p>Not mine any more</p>');
    await saveChanges(page).click();
    await expect(page.getByText('Permission denied')).toBeVisible();
    await expect(page.getByText('Only administrators can update this content.')).toBeVisible();
    await expect(source(page)).toHaveValue('<p>Not mine any more</p>');
  });
});

const EDITORS = ['about', 'faq', 'contact'];

for (const width of [375, 1280])
  test.describe(`at ${width} px, light and dark`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme: 'light' });
    test.setTimeout(90_000);
    test('axe finds nothing, and nothing is wider than the screen', async ({ page }) => {
      await signIn(page, HEAD);
      for (const name of ['', 'documentation', 'about', 'faq', 'contact']) {
        await page.goto(`/admin/settings/${name}`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        if (EDITORS.includes(name)) await expect(saveChanges(page)).toBeEnabled();
        await check(page, name, width);
      }
      await page.getByRole('button', { name: 'History' }).click();
      await expect(page.getByLabel(/Compare from version/).first()).toBeVisible();
      await check(page, 'history', width);
    });
  });

async function check(page: Page, name: string, width: number): Promise<void> {
  expect(await violationsInBothSchemes(page), name).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width);
}
