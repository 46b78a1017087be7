import { violationsInBothSchemes } from '../kit/axe.ts';
import { createCourse, unique } from '../kit/courses.ts';
import { expect, HEAD, signIn, test } from '../kit/people.ts';

test('a saved section is duplicated behind itself, and one with unsaved changes is saved first', async ({
  page,
}) => {
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Copies'));
  await page.getByRole('tab', { name: 'Course Content' }).click();
  const row = (title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) });
  const text = page.getByLabel('Text (Markdown)');
  if (!(await text.isVisible())) await row('First steps').click();
  await text.fill('Changed.');
  await page.getByRole('button', { name: 'Duplicate section' }).click();
  const dialog = page.getByRole('dialog', { name: 'Duplicate section' });
  await expect(dialog).toContainText('Save your changes to this section before you duplicate it.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Duplicate section' }).click();
  await expect(page.getByText('Section duplicated')).toBeVisible();
  await expect(row('Copy of First steps')).toHaveAttribute('aria-expanded', 'true');
  await expect(row('Copy of First steps')).toBeFocused();
  await expect(text).toContainText('Changed.');
  // It is saved already.
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.reload();
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await expect(row('Copy of First steps')).toBeVisible();
});

test('a new post is scheduled by its first save, and duplicated as a draft', async ({ page }) => {
  await signIn(page, HEAD, '/admin/blogs/new');
  const title = unique('Tides');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Description').fill('Words.');
  await page.getByLabel('Categories').selectOption({ label: 'Databases' });
  await page.getByLabel('Text (Markdown)').fill('Words that matter.');
  await page.getByRole('button', { name: 'Schedule…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule it?' });
  const time = dialog.getByLabel('Publish at');
  await expect(time).toBeFocused();
  const now = await page.evaluate(() => {
    const local = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000);
    return local.toISOString().slice(0, 16);
  });
  await time.fill(now);
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog.getByText('Choose a time in the future.')).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await time.fill(`${new Date().getFullYear() + 1}-05-01T09:00`);
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(page).toHaveURL(/\/admin\/blogs\/[0-9a-f-]{36}$/);
  await expect(page.getByText(/^It will be published on .*May 1/)).toBeVisible();

  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(`Copy of ${title}`);
  await expect(page.getByLabel('Text (Markdown)')).toContainText('Words that matter.');
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
});
