import type { Page } from '@playwright/test';
import { addSection, createCourse, unique } from './kit/courses.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from './kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

/** A member who studies the course at the open edit page. */
async function enrolMember(page: Page): Promise<void> {
  const { email } = await makeMember('free');
  const id = new URL(page.url()).pathname.split('/').at(-1);
  await onDatabase((client) =>
    client.query('insert into enrolments (user_id, course_id) select id, $2 from users where email = $1', [
      email,
      id,
    ]),
  );
}

async function askToDelete(page: Page, title: string): Promise<void> {
  await page.goto(`/admin/courses?q=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: `Delete ${title}` }).click();
}

test('deleting a course says what hangs on it, needs its title, and is undone from the toast and the trash', async ({
  page,
}) => {
  const title = unique('Queues for the trash');
  await signIn(page, HEAD);
  await createCourse(page, title);
  const slug = await page.getByLabel('Slug').inputValue();
  await enrolMember(page);
  await askToDelete(page, title);
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Delete', exact: true });
  await expect(
    dialog.getByText(
      'This action cannot be undone. This will permanently delete the course and all its content.',
    ),
  ).toBeVisible();
  await expect(dialog.getByText('Affected: 1 learner.')).toBeVisible();
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill(title);
  await confirm.click();
  await expect(page.getByText('Course deleted successfully')).toBeVisible();
  expect((await page.request.get(`/api/courses/${slug}`)).status()).toBe(404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Course restored')).toBeVisible();
  expect((await page.request.get(`/api/courses/${slug}`)).status()).toBe(200);

  await askToDelete(page, title);
  await dialog.getByRole('textbox').fill(title);
  await dialog.getByRole('textbox').press('Enter');
  await expect(page.getByText('No courses found')).toBeVisible();
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('button', { name: `Restore ${title}` }).click();
  await expect(page.getByRole('button', { name: `Restore ${title}` })).toBeHidden();
  expect((await page.request.get(`/api/courses/${slug}`)).status()).toBe(200);
});

test('a removed section comes back from the toast, unsaved words included, and from the trash', async ({
  page,
}) => {
  await signIn(page, HEAD);
  await createCourse(page, unique('Sections for the trash'));
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await addSection(page, 'Second steps');
  await expect(page.getByText('Content section added successfully')).toBeVisible();
  await page.getByRole('button', { name: /^First steps/ }).click();
  await page.getByLabel('Text (Markdown)').fill('Not saved yet.');
  const remove = async () => {
    await page.getByRole('button', { name: 'Remove First steps' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('Section removed').last()).toBeVisible();
    await expect(page.getByRole('button', { name: /^First steps/ })).toBeHidden();
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: /^First steps/ })).toBeVisible();
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await page.getByRole('button', { name: /^First steps/ }).click();
  await expect(page.getByLabel('Text (Markdown)')).toHaveValue('Not saved yet.');
  await remove();
  const editor = page.url();
  await page.goto('/admin/trash');
  await page.getByRole('button', { name: 'Restore First steps' }).first().click();
  await expect(page.getByText('Section restored')).toBeVisible();
  await page.goto(editor);
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await expect(page.getByRole('button', { name: /^First steps/ })).toBeVisible();
});

test('an earlier version of a course is compared with today and restored', async ({ page }) => {
  const title = unique('Versions');
  await signIn(page, HEAD);
  await createCourse(page, title);
  await page.getByLabel('Description').fill('Worse words.');
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('button', { name: 'View what changed since version 1' }).click();
  await expect(
    page.getByRole('row', { name: /Description Words about the course. Worse words./ }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('Version restored')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('Words about the course.');
  await expect(page.getByText('Unsaved changes')).toBeHidden();
});
