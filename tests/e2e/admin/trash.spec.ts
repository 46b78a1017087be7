import type { Page } from '@playwright/test';
import { addSection, createCourse, unique } from '../kit/courses.ts';
import { enrolMember } from '../kit/enrol.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

/** Pictures for a person to look at, where LOOK names a folder: narrow and wide, light and dark. */
async function look(page: Page, name: string): Promise<void> {
  if (!process.env.LOOK) return;
  for (const width of [1280, 375])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.screenshot({ path: `${process.env.LOOK}/${name}-${width}-${colorScheme}.png` });
    }
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function askToDelete(page: Page, title: string): Promise<void> {
  await page.goto(`/admin/courses?q=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: `Delete ${title}` }).click();
}

test('deleting a course says what hangs on it, needs its title, and is undone from the toast and the trash', async ({
  page,
}) => {
  const title = unique('Queues for the trash');
  await signIn(page, HEAD, null);
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
  await page.getByRole('main').getByRole('link', { name: 'Trash', exact: true }).click();
  await page.getByRole('button', { name: `Restore ${title}` }).click();
  await expect(page.getByRole('button', { name: `Restore ${title}` })).toBeHidden();
  expect((await page.request.get(`/api/courses/${slug}`)).status()).toBe(200);
});

test('a removed section comes back from the toast, unsaved words included, and from the trash', async ({
  page,
}) => {
  await signIn(page, HEAD, null);
  const title = unique('Sections for the trash');
  await createCourse(page, title);
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
  await expect(page.getByLabel('Text (Markdown)')).toHaveText('Not saved yet.');
  await remove();
  const editor = page.url();
  await page.goto('/admin/trash');
  const waiting = page.getByRole('row').filter({ hasText: title });
  await waiting.getByRole('button', { name: 'Restore First steps' }).click();
  await expect(page.getByText('Section restored')).toBeVisible();
  await page.goto(editor);
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await expect(page.getByRole('button', { name: /^First steps/ })).toBeVisible();
});

test('an earlier version of a course is compared with today and restored', async ({ page }) => {
  const title = unique('Versions');
  await signIn(page, HEAD, null);
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

test('restoring a version asks before it removes newer sections, and is undone from the toast', async ({
  page,
}) => {
  const title = unique('Newer sections');
  await signIn(page, HEAD, null);
  await createCourse(page, title);
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await addSection(page, 'Second steps');
  await expect(page.getByText('Content section added successfully')).toBeVisible();
  await enrolMember(page, 'Second steps');
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  const dialog = page.getByRole('dialog').last();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Second steps' })).toContainText('1 learner');
  await expect(dialog.getByText('Affected: 1 learner.')).toBeVisible();
  await look(page, 'restore');
  const confirm = dialog.getByRole('button', { name: 'Restore', exact: true });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill(title);
  await confirm.click();
  await expect(page.getByText('Version restored')).toBeVisible();
  const section = page.getByRole('button', { name: /^Second steps/ });
  await expect(section).toBeHidden();
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Change undone')).toBeVisible();
  await expect(section).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
});

test('a save that makes an exam something else asks first, and is undone from the toast', async ({
  page,
}) => {
  const title = unique('No exam any more');
  await signIn(page, HEAD, null);
  await createCourse(page, title);
  const save = page.getByRole('button', { name: 'Save Course' });
  const kind = page.locator('[name="content.0.sectionType"]');
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await page.getByRole('button', { name: /^First steps/ }).click();
  await kind.selectOption('exam');
  await save.click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await enrolMember(page, 'First steps');
  await kind.selectOption('lab');
  await save.click();
  const dialog = page.getByRole('dialog').last();
  await expect(dialog.getByRole('listitem')).toContainText('1 learner');
  await look(page, 'save');
  // Cancelled, nothing is saved and nothing is lost from the form.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(kind).toHaveValue('lab');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await save.click();
  const confirm = dialog.getByRole('button', { name: 'Save anyway' });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill(title);
  await confirm.click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Change undone')).toBeVisible();
  await expect(kind).toHaveValue('exam');
});

test('a deleted post is undone from the toast and restored from the trash, with its comments', async ({
  page,
}) => {
  const title = unique('Post for the trash');
  await signIn(page, HEAD, '/admin/blogs/new');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Description').fill('Words about the post.');
  await page.getByLabel('Categories').selectOption({ label: 'Databases' });
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page).toHaveURL(/\/admin\/blogs\/[0-9a-f-]{36}$/);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const { email } = await makeMember('free');
  await onDatabase((client) =>
    client.query(
      "insert into comments (course_id, author_id, body, body_html) select $1, id, 'Helpful', 'Helpful' from users where email = $2",
      [id, email],
    ),
  );
  const comments = () =>
    onDatabase((client) =>
      client.query(
        'select body from comments k join courses c on c.id = k.course_id and c.kind = $2 where c.id = $1',
        [id, 'post'],
      ),
    );
  const remove = async () => {
    await page.goto(`/admin/blogs?q=${encodeURIComponent(title)}`);
    await page.getByRole('button', { name: `Delete ${title}` }).click();
    await expect(page.getByRole('dialog')).toContainText('restore it from the trash');
    await look(page, 'post');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('Post deleted successfully')).toBeVisible();
    expect((await page.request.get(`/api/posts/${id}`)).status()).toBe(404);
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Post restored')).toBeVisible();
  expect((await page.request.get(`/api/posts/${id}`)).status()).toBe(200);
  await remove();
  await page.getByRole('main').getByRole('link', { name: 'Trash', exact: true }).click();
  const restore = page.getByRole('button', { name: `Restore ${title}` });
  await expect(restore).toBeVisible();
  await look(page, 'trash');
  await restore.click();
  await expect(restore).toBeHidden();
  expect((await page.request.get(`/api/posts/${id}`)).status()).toBe(200);
  expect((await comments()).rows).toEqual([{ body: 'Helpful' }]);
});

test('a deleted question and a deleted bank are undone from the toast and restored from the trash', async ({
  page,
}) => {
  const title = unique('Sums for the trash');
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const prompt = `What is it worth, ${slug}?`;
  const question = { id: 'sum', kind: 'text', prompt, points: 1, explanation: '', answers: ['two'] };
  const { rows } = await onDatabase((client) =>
    client.query(
      `with made as (insert into question_banks (slug, title) values ($1, $2) returning id)
       insert into bank_questions (bank_id, key, kind, question, words)
       select id, 'sum', 'text', $3::jsonb, $4 from made returning id, bank_id as bank`,
      [slug, title, JSON.stringify(question), prompt],
    ),
  );
  const bank = `/admin/questions/${rows[0].bank}`;
  await signIn(page, HEAD);
  const remove = async (address: string, said: string) => {
    await page.goto(address);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText('restore it from the trash');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText(said)).toBeVisible();
  };
  await remove(`${bank}/${rows[0].id}`, 'Question deleted');
  await expect(page.getByText('No questions')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Question restored')).toBeVisible();
  await expect(page.getByRole('link', { name: prompt })).toBeVisible();
  await remove(bank, 'Question bank deleted');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Question bank restored')).toBeVisible();
  await remove(`${bank}/${rows[0].id}`, 'Question deleted');
  await page.goto('/admin/trash');
  await page.getByRole('button', { name: `Restore ${prompt}` }).click();
  await expect(page.getByText('Question restored')).toBeVisible();
  await remove(bank, 'Question bank deleted');
  await page.getByRole('main').getByRole('link', { name: 'Trash', exact: true }).click();
  const restore = page.getByRole('button', { name: `Restore ${title}` });
  await expect(restore).toBeVisible();
  await look(page, 'trash-banks');
  await restore.click();
  await expect(page.getByText('Question bank restored')).toBeVisible();
  await page.goto(bank);
  await expect(page.getByRole('link', { name: prompt })).toBeVisible();
});
