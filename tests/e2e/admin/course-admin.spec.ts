import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addSection, createCourse, unique } from '../kit/courses.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, secondWindow, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

test('a course is created, shows at once to a visitor, is edited and deleted', async ({ browser, page }) => {
  const title = unique('Queues in Practice');
  await signIn(page, HEAD, null);
  await createCourse(page, title);
  await expect(page.getByText('Course created successfully')).toBeVisible();
  const slug = await page.getByLabel('Slug').inputValue();

  const visitor = await browser.newPage();
  await visitor.goto(`/courses/${slug}`);
  await expect(visitor.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(visitor.locator('#section strong')).toHaveText('this');

  await page.getByRole('tab', { name: 'Course Content' }).click();
  await addSection(page, 'A lab');
  await expect(page.getByText('Content section added successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Move A lab up' }).click();
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();
  await visitor.reload();
  await expect(visitor.locator('nav[aria-label="Course content"] li').first()).toContainText('A lab');
  await visitor.close();

  await page.goto(`/admin/courses?q=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await expect(page.getByRole('heading', { name: 'Are you sure?' })).toBeVisible();
  await expect(
    page.getByText(
      'This action cannot be undone. This will permanently delete the course and all its content.',
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Course deleted successfully')).toBeVisible();
  await expect(page.getByText('No courses found')).toBeVisible();
});

test('the form says what is missing in the given words and opens the tab where it is', async ({ page }) => {
  await signIn(page, HEAD, '/admin/courses/new');
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await page.getByRole('button', { name: 'Add Section' }).click();
  await expect(page.getByText('Section title is required')).toBeVisible();
  await page.getByRole('button', { name: 'Save Course' }).click();
  for (const words of ['Title is required', 'Description is required', 'Slug is required'])
    await expect(page.getByText(words)).toBeVisible();
  await page.getByRole('tab', { name: 'Course Settings' }).click();
  await expect(page.getByText('At least one category is required')).toBeVisible();
  await page.getByLabel('Thumbnail URL').fill('not an address');
  await page.getByRole('button', { name: 'Save Course' }).click();
  await page.getByRole('tab', { name: 'Course Settings' }).click();
  await expect(page.getByText('Must be a valid URL')).toBeVisible();
});

test('tags are trimmed, never twice, and can be removed', async ({ page }) => {
  await signIn(page, HEAD, '/admin/courses/new');
  await page.getByRole('tab', { name: 'Course Settings' }).click();
  const tags = page.getByLabel('Tags');
  for (const tag of ['  sql ', 'sql', '   ', 'joins']) {
    await tags.fill(tag);
    await tags.press('Enter');
  }
  await expect(page.getByRole('button', { name: 'Remove sql' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove sql' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Remove sql' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Remove joins' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tags).toBeFocused();
});

test('a draft survives a reload, and leaving with unsaved changes asks first', async ({ page }) => {
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Drafts'));
  await page.getByLabel('Description').fill('Typed but not saved.');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.keys(localStorage).some(
          (key) => key.startsWith('lectern.course-draft.') && !key.endsWith('.new'),
        ),
      ),
    )
    .toBe(true);
  await page.getByRole('link', { name: 'Course Management' }).first().click();
  await expect(page.getByRole('heading', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Restore changes' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('Typed but not saved.');
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();
});

test('an unknown course leads back to the list', async ({ page }) => {
  await signIn(page, HEAD, '/admin/courses/00000000-0000-4000-8000-000000000000');
  await expect(page).toHaveURL(/\/admin\/courses$/);
  await expect(page.getByText('Course not found')).toBeVisible();
});

test('categories are added, renamed and deleted; one in use says where', async ({ page }) => {
  const name = unique('Queues');
  await signIn(page, HEAD, '/admin/categories');
  await page.getByRole('button', { name: 'Add Category' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Category added successfully')).toBeVisible();
  const edit = page.getByRole('button', { name: `Edit ${name}` });
  await edit.click();
  await page.getByLabel('Description').press('Escape');
  await expect(edit).toBeFocused();
  await edit.click();
  await page.getByLabel('Description').fill('About waiting in line');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Category updated successfully')).toBeVisible();
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Category deleted successfully')).toBeVisible();
  await expect(edit).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Edit / }).and(page.locator(':focus'))).toBeVisible();
  // Of the courses that other tests make in Databases more are there than are named.
  await page.getByRole('button', { name: 'Delete Developer Tools' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(/Still used by: .*Git Beyond the Basics/)).toBeVisible();
});

test('members are sent to their dashboard, visitors to the login', async ({ page }) => {
  for (const path of ['/admin', '/admin/courses', '/admin/courses/new', '/admin/categories']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login/);
  }
  await signIn(page, await makeMember('premium'), '/admin/courses');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('changes of two administrators to a category come together', async ({ page }) => {
  const name = unique('Shared');
  await signIn(page, HEAD, '/admin/categories');
  await page.getByRole('button', { name: 'Add Category' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const other = await secondWindow(page);
  const change = async (where: Page, field: string, words: string) => {
    await where.getByLabel(field, { exact: true }).fill(words);
    await where.getByRole('button', { name: 'Save', exact: true }).click();
  };
  await other.getByRole('button', { name: `Edit ${name}` }).click();
  await change(other, 'Description', 'Theirs');
  await expect(other.getByText('Category updated successfully')).toBeVisible();
  await change(page, 'Name', `${name}, mine`);
  await expect(page.getByText('Changes combined')).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: `${name}, mine` });
  await expect(row).toContainText('Theirs');

  // The other one has not seen the new name.
  await other.getByRole('button', { name: `Edit ${name}` }).click();
  await change(other, 'Name', `${name}, theirs`);
  const dialog = other.getByRole('dialog', { name: 'Someone else saved this category' });
  await expect(dialog.getByRole('group', { name: 'Name' })).toContainText(`${name}, mine`);
  await dialog.getByRole('button', { name: 'Save this version' }).click();
  await expect(other.getByRole('button', { name: `Edit ${name}, theirs` })).toBeFocused();
  await other.getByRole('button', { name: `Delete ${name}, theirs` }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(other.getByText('Category deleted successfully')).toBeVisible();
  await other.context().close();
});

test('a category is added inside the course form, and nothing that was typed is lost', async ({ page }) => {
  const name = `Harbors ${randomBytes(3).toString('hex')}`;
  await signIn(page, HEAD, '/admin/courses/new');
  await page.getByLabel('Title', { exact: true }).fill('Half a course');
  await page.getByRole('tab', { name: 'Course Settings' }).click();
  await page.getByRole('button', { name: 'New category' }).click();
  const dialog = page.getByRole('dialog', { name: 'New category' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill(name);
  await expect(dialog.getByText('Name is required')).toHaveCount(0);
  await dialog.getByLabel('Name').press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  await page.getByRole('tab', { name: 'Basic Information' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Half a course');
});

test('a button whose work is under way keeps the focus, and Enter sends nothing twice', async ({ page }) => {
  const name = unique('Once');
  await signIn(page, HEAD, '/admin/categories');
  await page.getByRole('button', { name: 'Add Category' }).click();
  const field = page.getByLabel('Name');
  await field.fill(name);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let sent = 0;
  await page.route(/\/api\/.*categories/, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    sent += 1;
    await released;
    return route.continue();
  });
  const save = page.locator('form button[type=submit]', { hasText: /^Sav/ });
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await expect(save).toBeFocused();
  await page.keyboard.press('Enter');
  await field.press('Enter');
  // What is typed meanwhile would go with the form.
  await page.getByLabel('Description').pressSequentially('Too late');
  await expect(page.getByLabel('Description')).toHaveValue('');
  release();
  await expect(page.getByText('Category added successfully')).toBeVisible();
  expect(sent).toBe(1);
});

test('what is typed for a category is not lost unasked', async ({ page }) => {
  const [edited, other] = [unique('Kept'), unique('Other')];
  await signIn(page, HEAD, null);
  const headers = { origin: process.env.E2E_URL ?? '' };
  for (const name of [edited, other]) {
    const data = { name, description: '' };
    expect((await page.request.post('/api/admin/categories', { headers, data })).ok()).toBe(true);
  }
  await page.goto('/admin/categories');
  await page.getByRole('button', { name: `Edit ${edited}` }).click();
  const description = page.getByLabel('Description');
  await description.fill('Half a thought');
  // Escape that only ends the choice of a word.
  await description.evaluate((field) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, isComposing: true })),
  );
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
  for (const leave of [
    () => page.getByRole('button', { name: `Edit ${other}` }).click(),
    () => page.getByRole('link', { name: 'User Management' }).first().click(),
  ]) {
    await leave();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect(description).toHaveValue('Half a thought');
  }
  // Somebody else deletes it, and the list is read again.
  await onDatabase((client) => client.query('delete from categories where name = $1', [edited]));
  await page.getByRole('button', { name: `Delete ${other}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Category deleted successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: `Edit ${other}` })).toHaveCount(0);
  await expect(description).toHaveValue('Half a thought');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Category not found')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Add Category' })).toBeFocused();
});
