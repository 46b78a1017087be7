import type { Page } from '@playwright/test';
import { addSection, createCourse, unique } from '../kit/courses.ts';
import { hold } from '../kit/hold.ts';
import { expect, HEAD, makeMember, REFUSED, secondWindow, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

const saved = (page: Page) => page.getByText('Course updated successfully');
const save = (page: Page) => page.getByRole('button', { name: 'Save Course' });
const stored = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));

const holdSave = (page: Page) => hold(page, /\/api\/admin\/(courses|posts)(\/[^/]+)?$/);

test('a save keeps the tab, the open section, the scroll position and the focus', async ({ page }) => {
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Staying'));
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await addSection(page, 'Second steps');
  await expect(page.getByText('Content section added successfully')).toBeVisible();
  const text = page.getByLabel('Text (Markdown)');
  await text.fill('More words.');
  await save(page).scrollIntoViewIfNeeded();
  await save(page).focus();
  const scrolled = await page.evaluate(() => scrollY);
  await page.keyboard.press('Enter');
  await expect(saved(page)).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Course Content' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: /^Second steps/ })).toHaveAttribute('aria-expanded', 'true');
  await expect(text).toHaveText('More words.');
  await expect(save(page)).toBeFocused();
  expect(Math.abs((await page.evaluate(() => scrollY)) - scrolled)).toBeLessThan(60);
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  // And a change after the save is one again; a browser that is full keeps none of it.
  await page.evaluate("Storage.prototype.setItem = () => { throw new DOMException('no room'); }");
  await text.fill('Still more words.');
  await page.getByRole('link', { name: 'Course Management' }).first().click();
  await expect(page.getByRole('heading', { name: 'Leave without saving?' })).toBeVisible();
  await expect(
    page.getByText("Your changes aren't saved yet, and this browser can't keep them."),
  ).toBeVisible();
});

test('the first save of a new course keeps tab, section, scroll, focus and what is typed on', async ({
  page,
}) => {
  await signIn(page, HEAD, '/admin/courses/new');
  const title = unique('First course');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Description').fill('Words.');
  await page.getByRole('tab', { name: 'Course Settings' }).click();
  await page.getByLabel('Categories').selectOption({ label: 'Databases' });
  await page.getByRole('tab', { name: 'Course Content' }).click();
  for (const name of ['One', 'Two', 'Three']) await addSection(page, name);
  await page.getByRole('button', { name: /^Two/ }).click();
  const text = page.getByLabel('Text (Markdown)');
  await text.fill('Sent.');
  const release = await holdSave(page);
  await page.getByRole('button', { name: 'Save Course' }).click();
  await text.pressSequentially(' And typed on.');
  await text.evaluate((element) => element.setAttribute('data-same', 'yes'));
  const top = async () => (await text.boundingBox())?.y ?? 0;
  await text.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const before = await top();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  release();
  await expect(page.getByText('Course created successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: /^Edit / })).toBeAttached();
  await expect(page.getByRole('tab', { name: 'Course Content' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: /^Two/ })).toHaveAttribute('aria-expanded', 'true');
  await expect(text).toBeFocused();
  await expect(text).toHaveAttribute('data-same', 'yes');
  await page.keyboard.type(' And on.');
  await expect(text).toHaveText('Sent. And typed on. And on.');
  expect(Math.abs((await top()) - before)).toBeLessThan(60);
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await page.getByRole('button', { name: /^Two/ }).click();
  await expect(text).toHaveText('Sent. And typed on. And on.');
  await expect(page.getByText('This browser has unsaved changes')).toBeHidden();
  // The next new one begins empty.
  await page.goto('/admin/courses/new');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
});

test('the first save of a new post keeps scroll, focus and what is typed on', async ({ page }) => {
  await signIn(page, HEAD, '/admin/blogs/new');
  await page.getByLabel('Title', { exact: true }).fill(unique('First post'));
  await page.getByLabel('Description').fill('Words.');
  await page.getByLabel('Categories').selectOption({ label: 'Databases' });
  const text = page.getByLabel('Text (Markdown)');
  await text.fill('Sent.');
  const release = await holdSave(page);
  await page.getByRole('button', { name: 'Save Post' }).click();
  await text.pressSequentially(' And typed on.');
  await text.evaluate((element) => element.setAttribute('data-same', 'yes'));
  const before = await page.evaluate(() => scrollY);
  release();
  await expect(page.getByText('Post created successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'Edit Post' })).toBeAttached();
  await expect(text).toBeFocused();
  await expect(text).toHaveAttribute('data-same', 'yes');
  await page.keyboard.type(' And on.');
  await expect(text).toHaveText('Sent. And typed on. And on.');
  expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(140);
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.unrouteAll();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Post updated successfully')).toBeVisible();
  await page.reload();
  await expect(text).toHaveText('Sent. And typed on. And on.');
  await expect(page.getByText('This browser has unsaved changes')).toBeHidden();
  await page.goto('/admin/blogs/new');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
});

test('a draft is offered after another administrator saved, and both are combined', async ({ page }) => {
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Older draft'));
  const other = await secondWindow(page);
  await page.getByLabel('Title', { exact: true }).fill('My title');
  await page.getByLabel('Slug').fill(unique('my-slug').replace(' ', '-'));
  await expect.poll(() => stored(page)).toContain('my-slug');
  await other.getByLabel('Title', { exact: true }).fill('Their title');
  await other.getByLabel('Description').fill('Theirs');
  await save(other).click();
  await expect(saved(other)).toBeVisible();
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Their title');
  await expect(page.getByText('The course has been saved again since then.')).toBeVisible();
  if (process.env.LOOK) await look(page);
  await page.getByRole('button', { name: 'Restore changes' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('My title');
  await expect(page.getByLabel('Slug')).toHaveValue(/^my-slug/);
  await expect(page.getByLabel('Description')).toHaveValue('Theirs');
  await save(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('group', { name: 'Title' })).toContainText('Their title');
  await expect(dialog.getByRole('group')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Save this version' }).click();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('My title');
  await expect(page.getByLabel('Description')).toHaveValue('Theirs');
  await expect(page.getByText('This browser has unsaved changes')).toBeHidden();
  await other.context().close();
});

/** The notice of a draft at the widths of a phone and of a desk. */
async function look(page: Page): Promise<void> {
  for (const width of [375, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${process.env.LOOK}/draft-${width}-${colorScheme}.png` });
    }
}

test('what is typed while a save is running stays, unsaved', async ({ page }) => {
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Typing on'));
  const release = await holdSave(page);
  await page.getByLabel('Description').fill('Sent.');
  await save(page).click();
  await page.getByLabel('Description').fill('Sent. And typed on.');
  await page.getByRole('link', { name: 'Course Management' }).first().click();
  await expect(page.getByRole('heading', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  release();
  await expect(saved(page)).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('Sent. And typed on.');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
});

test('changes of two administrators to different fields come together by themselves', async ({ page }) => {
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Together'));
  const other = await secondWindow(page);
  await other.getByLabel('Description').fill('Theirs');
  await other.getByRole('tab', { name: 'Course Content' }).click();
  await addSection(other, 'Their section');
  await expect(other.getByText('Content section added successfully')).toBeVisible();
  await save(other).click();
  await expect(saved(other)).toBeVisible();
  await page.getByLabel('Title', { exact: true }).fill('My own title');
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await page.getByRole('button', { name: /^First steps/ }).click();
  await page.getByLabel('Text (Markdown)').fill('My text');
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(page.getByText('Changes combined')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Their section/ })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('My own title');
  await expect(page.getByLabel('Description')).toHaveValue('Theirs');
  await other.context().close();
});

test('where two administrators changed the same field the second chooses, field by field', async ({
  page,
}) => {
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Conflicts'));
  const other = await secondWindow(page);
  await other.getByLabel('Title', { exact: true }).fill('Their title');
  await other.getByLabel('Description').fill('Theirs');
  await save(other).click();
  await expect(saved(other)).toBeVisible();
  await page.getByLabel('Title', { exact: true }).fill('My title');
  await page.getByLabel('Description').fill('Mine');
  await save(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Someone else saved changes' })).toBeVisible();
  const description = dialog.getByRole('group', { name: 'Description' });
  await expect(description).toContainText('Mine');
  await expect(description).toContainText('Theirs');
  await dialog
    .getByRole('group', { name: 'Title' })
    .getByRole('radio', { name: /^Theirs/ })
    .check();
  await dialog.getByRole('button', { name: 'Save this version' }).click();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Their title');
  await expect(page.getByLabel('Description')).toHaveValue('Mine');
  await other.context().close();
});

test('a section added here while somebody else saved never undoes their save', async ({ page }) => {
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Between'));
  const other = await secondWindow(page);
  await other.getByLabel('Description').fill('Theirs');
  await save(other).click();
  await expect(saved(other)).toBeVisible();
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await addSection(page, 'Mine');
  await expect(page.getByText('Content section added successfully')).toBeVisible();
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await page.getByRole('tab', { name: 'Basic Information' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('Theirs');
  await other.context().close();
});

test('a browser that refuses storage saves a course twice without a word of failure', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  await signIn(page, HEAD, null);
  await createCourse(page, unique('No storage'));
  for (const words of ['Once.', 'Twice.']) {
    await page.getByLabel('Description').fill(words);
    await save(page).click();
    await expect(page.getByText('Unsaved changes')).toBeHidden();
    await expect(saved(page).last()).toBeVisible();
    await expect(page.getByText('Failed to update course')).toBeHidden();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await page.getByRole('button', { name: /theme/i }).first().click();
});

test('a logout asks about a draft, deletes it, and leads the other open tab away', async ({ page }) => {
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Logged out'));
  await page.getByLabel('Description').fill('The key of the exam is 42.');
  await expect.poll(() => stored(page)).toContain('is 42.');
  const tab = await page.context().newPage();
  await tab.goto('/dashboard');
  await tab.getByRole('button', { name: /^Account menu for/ }).click();
  await tab.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(tab.getByRole('heading', { name: 'Log out with unsaved changes?' })).toBeVisible();
  await tab.getByRole('button', { name: 'Cancel' }).click();
  await expect(tab).toHaveURL(/\/dashboard$/);
  expect(await stored(tab)).toContain('is 42.');
  await tab.getByRole('button', { name: /^Account menu for/ }).click();
  await tab.getByRole('menuitem', { name: 'Logout' }).click();
  await tab.getByRole('button', { name: 'Log out and delete' }).click();
  await expect(tab).toHaveURL(/\/login$/);
  expect(await stored(tab)).not.toContain('is 42.');
  // The other tab is led away as well, form and all.
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByLabel('Description')).toBeHidden();
  expect(await stored(tab)).not.toContain('is 42');
});

test('who signs in after somebody whose session ended finds nothing of theirs', async ({ page }) => {
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Ended'));
  await page.getByLabel('Description').fill('The key of the exam is 43.');
  await expect.poll(() => stored(page)).toContain('is 43.');
  await page.context().clearCookies();
  page.on('dialog', (dialog) => dialog.accept());
  await signIn(page, await makeMember('free'));
  await expect.poll(() => stored(page)).not.toContain('is 43.');
});
