import type { Page } from '@playwright/test';
import { addSection, createCourse, unique } from '../kit/courses.ts';
import { enrolMember } from '../kit/enrol.ts';
import { hold } from '../kit/hold.ts';
import { expect, HEAD, makeMember, onDatabase, signIn, test } from '../kit/people.ts';

const row = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) });
const titles = (page: Page) =>
  page
    .locator('li[class*=row] > div > button[aria-expanded]')
    .evaluateAll((rows) => rows.map((one) => one.firstChild?.textContent));

async function courseOf(page: Page, name: string, sections: readonly string[]): Promise<void> {
  await signIn(page, HEAD, null);
  await createCourse(page, unique(name));
  await page.getByRole('tab', { name: 'Course Content' }).click();
  for (const title of sections) {
    await addSection(page, title);
    await expect(row(page, title)).toBeVisible();
  }
}

async function remove(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Remove ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
}

test('a section that moves while its removal is under way is the one that goes', async ({ page }) => {
  await courseOf(page, 'Moving', ['Second', 'Third']);
  const release = await hold(page, /\/sections\/[0-9a-f-]{36}$/);
  await remove(page, 'Second');
  await page.getByRole('button', { name: 'Move Second up' }).click();
  await expect.poll(() => titles(page)).toEqual(['Second', 'First steps', 'Third']);
  release();
  await expect(row(page, 'Second')).toBeHidden();
  await expect.poll(() => titles(page)).toEqual(['First steps', 'Third']);
});

test('a section that comes back is open as it was, and stands behind what it stood behind', async ({
  page,
}) => {
  await courseOf(page, 'Coming back', ['Second', 'Third']);
  await expect(row(page, 'Third')).toHaveAttribute('aria-expanded', 'true');
  await remove(page, 'Third');
  await expect(row(page, 'Third')).toBeHidden();
  await page.getByRole('button', { name: 'Move Second up' }).click();
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Third')).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(() => titles(page)).toEqual(['Second', 'Third', 'First steps']);
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await expect(row(page, 'Third')).toHaveAttribute('aria-expanded', 'true');
});

test('a section that was never saved goes without a question about the whole course', async ({ page }) => {
  await signIn(page, HEAD, '/admin/courses/new');
  await page.getByLabel('Title', { exact: true }).fill(unique('Never saved'));
  await page.getByLabel('Description').fill('Words.');
  await page.getByRole('tab', { name: 'Course Settings' }).click();
  await page.getByLabel('Categories').selectOption({ label: 'Databases' });
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await addSection(page, 'Sent');
  const release = await hold(page, /\/api\/admin\/courses$/);
  await page.getByRole('button', { name: 'Save Course' }).click();
  await addSection(page, 'Typed on');
  release();
  await expect(page).toHaveURL(/\/admin\/courses\/[0-9a-f-]{36}$/);
  await enrolMember(page, 'Sent');
  await page.getByRole('button', { name: 'Remove Typed on' }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true });
  await expect(confirm).toBeEnabled();
  await expect(page.getByRole('dialog')).not.toContainText('Affected');
  await confirm.click();
  await expect(row(page, 'Typed on')).toBeHidden();
  await expect(row(page, 'Sent')).toBeVisible();
});

test('a section that somebody studied goes only when its title was typed', async ({ page }) => {
  await courseOf(page, 'Studied', ['Second']);
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await enrolMember(page, 'Second');
  await page.getByRole('button', { name: 'Remove Second' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Remove', exact: true });
  await expect(dialog).toContainText('1 learner');
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill('Secon');
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill('Second');
  await confirm.click();
  await expect(row(page, 'Second')).toBeHidden();
});

test('a question that is taken back leaves what was changed since, also after its exam has moved', async ({
  page,
}) => {
  await courseOf(page, 'Questions', []);
  const group = page.getByRole('group', { name: 'Add a section' });
  await group.getByLabel('Section type').selectOption('exam');
  await addSection(page, 'Final');
  for (const number of [1, 2]) {
    await page.getByRole('button', { name: 'Add question' }).click();
    await page.getByLabel('Question (Markdown)').fill(`Question ${number}`);
  }
  await page.getByRole('button', { name: 'Delete question 1' }).click();
  await page.getByLabel('Passing score').fill('77');
  await page.getByRole('button', { name: 'Move Final up' }).click();
  await row(page, 'Final').click();
  await expect(page.getByRole('region', { name: 'Exam', exact: true })).toBeHidden();
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await row(page, 'Final').click();
  await expect(page.getByLabel('Passing score')).toHaveValue('77');
  await expect(page.getByRole('button', { name: /^Question \d/ })).toHaveText([/^Question 1/, /^Question 2/]);
  await row(page, 'First steps').click();
  await expect(page.getByRole('region', { name: 'Exam', exact: true })).toBeHidden();
});

test('a section of a post asks, is undone from the toast and restored from the trash', async ({ page }) => {
  const [title, aside] = [unique('Told'), unique('Aside')];
  await signIn(page, HEAD, '/admin/blogs/new');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Description').fill('Words.');
  await page.getByLabel('Categories').selectOption({ label: 'Databases' });
  await page.getByRole('button', { name: 'Use sections' }).click();
  await addSection(page, aside);
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page).toHaveURL(/\/admin\/blogs\/[0-9a-f-]{36}$/);
  await remove(page, aside);
  await expect(row(page, aside)).toBeHidden();
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, aside)).toBeVisible();
  await remove(page, aside);
  await expect(row(page, aside)).toBeHidden();
  const editor = page.url();
  await page.goto('/admin/trash');
  const waiting = page.getByRole('row').filter({ hasText: aside });
  await expect(waiting).toContainText(title);
  await waiting.getByRole('button', { name: `Restore ${aside}` }).click();
  await expect(page.getByText('Section restored')).toBeVisible();
  await page.goto(editor);
  await expect(row(page, aside)).toBeVisible();
});

test('a question that learners have met asks before it goes, says how many, and is undone', async ({
  page,
}) => {
  await courseOf(page, 'Met', []);
  await page.getByRole('group', { name: 'Add a section' }).getByLabel('Section type').selectOption('exam');
  await addSection(page, 'Final');
  const add = async (prompt: string) => {
    await page.getByRole('button', { name: 'Add question' }).click();
    await page.getByLabel('Question (Markdown)').fill(prompt);
    await page.getByLabel('Option 1', { exact: true }).fill('3');
    await page.getByLabel('Option 2', { exact: true }).fill('4');
    await page.getByLabel('Option 2 is correct').check();
  };
  await add('Met');
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();
  const { email } = await makeMember('free');
  await onDatabase((client) =>
    client.query(
      `with version as (insert into exam_versions (section_id, fingerprint, exam, html)
         select id, 'met', exam, '{}' from course_content where course_id = $1 and title = 'Final' returning id, section_id)
       insert into exam_attempts (section_id, user_id, version_id, number, started_at)
         select section_id, (select id from users where email = $2), id, 1, now() from version`,
      [new URL(page.url()).pathname.split('/').at(-1), email],
    ),
  );
  await add('Not met');
  const dialog = page.getByRole('dialog');
  const sum = (count: number) => page.getByText(`Questions: ${count} ·`);
  await page.getByRole('button', { name: 'Delete question 1' }).click();
  await expect(dialog).toContainText('1 exam attempt');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(sum(2)).toBeVisible();
  await page.getByRole('button', { name: 'Delete question 1' }).click();
  await dialog.getByRole('textbox').fill('Final');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(sum(1)).toBeVisible();
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(sum(2)).toBeVisible();
  await page.getByRole('button', { name: 'Delete question 2' }).click();
  await expect(sum(1)).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

for (const width of [375, 1280])
  test(`an author removes and takes back sections by keyboard at ${width} px, and never loses the focus`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await courseOf(page, `By keyboard ${width}`, ['Second', 'Third']);
    await row(page, 'Third').press('Enter');
    await page.getByRole('button', { name: 'Move Third up' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Move Third up' })).toBeFocused();
    await expect.poll(() => titles(page)).toEqual(['First steps', 'Third', 'Second']);
    const removeByKeys = async (title: string) => {
      await page.getByRole('button', { name: `Remove ${title}` }).press('Enter');
      const confirm = page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true });
      // Until it is counted what hangs on it nothing can be confirmed.
      await expect(confirm).toBeEnabled();
      await confirm.press('Enter');
      await expect(row(page, title)).toBeHidden();
    };
    await removeByKeys('Third');
    await expect(row(page, 'Second')).toBeFocused();
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button', { name: 'Undo' })
      .press('Enter');
    await expect(row(page, 'Third')).toBeFocused();
    await expect.poll(() => titles(page)).toEqual(['First steps', 'Third', 'Second']);
    await page.getByRole('button', { name: 'Save Course' }).press('Enter');
    await expect(page.getByText('Course updated successfully')).toBeVisible();
    await expect(page.getByText('Unsaved changes')).toBeHidden();
    for (const title of ['Second', 'Third', 'First steps']) await removeByKeys(title);
    await expect(page.locator('ol[class*=sections]')).toBeFocused();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/sections-${width}.png` });
  });
