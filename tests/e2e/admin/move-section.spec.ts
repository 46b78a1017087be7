import { violationsInBothSchemes } from '../kit/axe.ts';
import { addSection, createCourse, unique } from '../kit/courses.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test('an author moves a section to another course by keyboard, and its old address leads there', async ({
  browser,
  page,
}) => {
  test.slow();
  await signIn(page, HEAD, null);
  const target = unique('Target');
  await createCourse(page, target);
  const targetSlug = await page.getByLabel('Slug').inputValue();
  const name = unique('Source');
  await createCourse(page, name);
  const slug = await page.getByLabel('Slug').inputValue();
  await onDatabase((client) =>
    client.query("update courses set state = 'published', published_at = now() where slug = any($1)", [
      [slug, targetSlug],
    ]),
  );
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await addSection(page, 'Wanderer');
  const row = page.getByRole('button', { name: /^Wanderer/ });
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  const text = page.getByRole('textbox', { name: 'Text (Markdown)' });
  await text.focus();
  await page.keyboard.type('On the move');
  const move = page.getByRole('button', { name: 'Move to another course…' });
  const dialog = page.getByRole('dialog', { name: 'Move “Wanderer” to another course' });
  await move.click();
  await expect(dialog).toContainText('Save your changes to this section before you move it.');
  await dialog.getByRole('button').filter({ hasText: 'Close' }).click();
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();

  await move.click();
  const field = dialog.getByRole('combobox', { name: 'Course' });
  await expect(field).toBeFocused();
  await page.keyboard.type(target);
  await expect(dialog.getByRole('option')).toHaveText([target]);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(target);
  const place = dialog.getByRole('combobox', { name: 'Position' });
  await expect(place).toHaveValue(/.+/);
  await place.selectOption({ label: 'At the beginning' });
  await expect(dialog).toContainText('Plan needed to open it there: Free.');
  await dialog.getByRole('button', { name: 'Move section' }).click();
  await expect(page.getByText(`Wanderer is now in ${target}.`)).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^First steps/ })).toBeFocused();
  // Nothing is left to be saved.
  await page.getByRole('button', { name: 'Open course' }).click();
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await expect(page.locator('ol[class*=sections] [aria-expanded]').first()).toContainText('Wanderer');

  const visitor = await browser.newPage();
  await visitor.goto(`/courses/${slug}?section=wanderer`);
  await expect(visitor).toHaveURL(new RegExp(`/courses/${targetSlug}\\?section=wanderer`));
  await expect(visitor.getByText('On the move')).toBeVisible();
  await visitor.close();

  const learner = await browser.newContext();
  const other = await learner.newPage();
  const member = await makeMember('free');
  await signIn(other, member);
  await onDatabase((client) =>
    client.query(
      `insert into enrolments (user_id, course_id) select u.id, c.id from users u, courses c
       where u.email = $1 and c.slug = any($2)`,
      [member.email, [slug, targetSlug]],
    ),
  );
  await other.goto(`/courses/${slug}/learn/wanderer`);
  await expect(other).toHaveURL(new RegExp(`/courses/${targetSlug}/learn/wanderer`));
  await expect(other.getByText('On the move')).toBeVisible();
  await learner.close();
});

test.describe('where it has to stay', () => {
  test.use({ expected: { faults: [REFUSED] } });

  test('the dialog says why, and what was chosen stays', async ({ page }) => {
    await signIn(page, HEAD, null);
    const target = unique('Target');
    await createCourse(page, target);
    const id = await onDatabase(async (client) => {
      const { rows } = await client.query("select id from courses where slug = 'http-and-the-web-platform'");
      return rows[0].id;
    });
    await page.goto(`/admin/courses/${id}`);
    await page.getByRole('tab', { name: 'Course Content' }).click();
    const row = page.getByRole('button', { name: /^Anatomy of a Request/ });
    await row.click();
    await page.getByRole('button', { name: 'Move to another course…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Course' }).fill(target);
    await dialog.getByRole('option', { name: target }).click();
    await dialog.getByRole('button', { name: 'Move section' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      'point to this lesson. Choose another lesson for them first.',
    );
    await expect(dialog.getByRole('combobox', { name: 'Course' })).toHaveValue(target);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(row).toBeVisible();
  });
});
