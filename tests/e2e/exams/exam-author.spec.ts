import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { axeOf } from '../kit/axe.ts';
import { expect, HEAD, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

/** Opens the form of a course of its own and adds an exam to it. */
async function openExam(page: Page, slug: string): Promise<void> {
  const path = await onDatabase(async (client) => {
    const { rows } = await client.query(
      `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
         values ('Written by hand', 'W', $1, '/covers/written.svg', 'free') returning id),
       filed as (insert into course_categories (course_id, category_id, position)
         select made.id, (select id from categories limit 1), 0 from made)
       select '/admin/courses/' || id as path from made`,
      [`${slug}-${randomBytes(3).toString('hex')}`],
    );
    return String(rows[0].path);
  });
  await signIn(page, HEAD, path);
  await page.getByRole('tab', { name: 'Course Content' }).click();
  const group = page.getByRole('group', { name: 'Add a section' });
  await group.getByLabel('Section title').fill('Final');
  await group.getByLabel('Section type').selectOption('exam');
  await group.getByRole('button', { name: 'Add Section' }).click();
  await expect(page.getByRole('region', { name: 'Exam', exact: true })).toBeVisible();
}

const add = async (page: Page, kind: string) => {
  await page.getByLabel('Question type').selectOption(kind);
  await page.getByRole('button', { name: 'Add question' }).click();
};

for (const width of [375, 1280])
  test(`an author writes an exam by keyboard at ${width} px, tries it and saves it`, async ({ page }) => {
    test.setTimeout(90_000);
    await page.setViewportSize({ width, height: 900 });
    await openExam(page, `written-${width}`);
    await add(page, 'single');
    await expect(page.getByLabel('Question (Markdown)')).toBeFocused();
    await page.getByRole('button', { name: 'Try it as a learner' }).click();
    await expect(page.getByText("can't be empty").first()).toBeVisible();
    await expect(page.getByLabel('Question (Markdown)')).toBeFocused();
    await page.keyboard.type('Which is **even**?');
    await page.getByLabel('Option 1', { exact: true }).fill('3');
    await page.getByLabel('Option 2', { exact: true }).fill('4');
    await page.getByLabel('Option 2 is correct').check();
    await expect(page.getByText("can't be empty")).toHaveCount(0);

    await page.getByRole('button', { name: 'Duplicate question 1' }).press('Enter');
    await expect(page.getByLabel('Question (Markdown)')).toBeFocused();
    await page.getByLabel('Question (Markdown)').fill('The second');
    await page.getByRole('button', { name: 'Move question 2 up' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Move question 1 down' })).toBeFocused();
    await page.getByRole('button', { name: 'Delete question 1' }).press('Enter');
    await expect(page.getByText('Questions: 1 · Points: 1')).toBeVisible();
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Questions: 2 · Points: 2')).toBeVisible();
    await page.getByRole('button', { name: 'Delete question 1' }).press('Enter');

    for (const kind of ['number', 'gaps', 'categorise']) await add(page, kind);
    await page.evaluate(() => window.scrollTo(0, 0));
    const found = await axeOf(page).analyze();
    expect(found.violations.map(({ id, nodes }) => [id, nodes[0]?.target])).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const focusStays = await page.evaluate(async () => {
      const named = (name: string) => document.querySelector<HTMLElement>(`[aria-label="${name}"]`);
      named('Move question 4 up')?.click();
      const next = named('Delete question 4');
      next?.focus();
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      return document.activeElement === next;
    });
    expect(focusStays, 'a focus chosen right after a move is left alone').toBe(true);
    for (const number of [4, 3, 2])
      await page.getByRole('button', { name: `Delete question ${number}` }).press('Enter');
    // What is below moves up with each: a click before that would miss.
    await expect(page.getByText('Questions: 1 · Points: 1')).toBeVisible();

    await page.getByRole('button', { name: 'Try it as a learner' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio').nth(1).check();
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog.getByText('100%')).toBeVisible();
    await dialog.getByRole('button').filter({ hasText: 'Close' }).click();

    await page.getByLabel('Passing score (%)').fill('80');
    await page.getByRole('button', { name: 'Save Course' }).click();
    await expect(page.getByText('Course updated successfully')).toBeVisible();
    await page.reload();
    await page.getByRole('tab', { name: 'Course Content' }).click();
    await page.getByRole('button', { name: /Final/, expanded: false }).first().click();
    await expect(page.getByLabel('Passing score (%)')).toHaveValue('80');
    await expect(page.getByRole('button', { name: /Which is/ })).toBeVisible();
  });

test('what is wrong in an exam is said at its field when the course is saved', async ({ page }) => {
  await openExam(page, 'written-wrong');
  await add(page, 'number');
  await page.getByLabel('Question (Markdown)').fill('How many?');
  await page.getByLabel('Correct answer').fill('many');
  await page.getByRole('button', { name: /How many/ }).click();
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('an expression uses an unknown name "many"')).toBeVisible();
  await expect(page.getByLabel('Correct answer')).toBeFocused();
});

test('a date that is half typed, and a closing before the opening, are said at their fields', async ({
  page,
}) => {
  await openExam(page, 'written-dates');
  await add(page, 'true-false');
  await page.getByLabel('Question (Markdown)').fill('Water is wet.');
  const [opens, closes] = [
    page.getByLabel('Opens', { exact: true }),
    page.getByLabel('Closes', { exact: true }),
  ];
  const save = page.getByRole('button', { name: 'Save Course' });
  await closes.focus();
  await page.keyboard.type('05022030');
  await save.click();
  await expect(page.getByText('must be a date and time')).toBeVisible();
  await expect(closes).toBeFocused();
  await closes.fill('2030-05-02T10:00');
  await opens.fill('2030-05-02T10:00');
  await save.click();
  await expect(page.getByText('must be after the opening date')).toBeVisible();
  await opens.fill('');
  await save.click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();
  // Of the section itself, whose fields are the same.
  await page.getByLabel('Opens on').focus();
  await page.keyboard.type('05022030');
  await page.getByLabel('Days after enrollment').fill('3e');
  await save.click();
  await expect(page.getByText('Must be a date and time')).toBeVisible();
  await expect(page.getByText('Must be a whole number of days')).toBeVisible();
  // Folded and opened again, both are empty, and whoever passes through them can save.
  const section = page.getByRole('button', { name: /^Final/ });
  await section.click();
  await section.click();
  const days = page.getByLabel('Days after enrollment');
  await expect(days).toHaveValue('');
  await page.getByLabel('Opens on').fill('');
  await days.focus();
  await days.blur();
  await expect(page.getByText('Must be a whole number of days')).toHaveCount(0);
});

test('a bank that was deleted meanwhile is said at the field that names it', async ({ page }) => {
  await openExam(page, 'written-bank');
  const slug = `gone-${randomBytes(6).toString('hex')}`;
  await onDatabase((client) =>
    client.query('insert into question_banks (slug, title) values ($1, $1)', [slug]),
  );
  await page.getByRole('button', { name: 'Add random questions' }).click();
  await page.getByLabel('Question bank (set 1)').selectOption(slug);
  await onDatabase((client) => client.query('delete from question_banks where slug = $1', [slug]));
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('This question bank was deleted. Choose another one.')).toBeVisible();
  await expect(page.getByLabel('Question bank (set 1)')).toBeFocused();
});

test('an author gives each answer of a gap its own points, and finds them again', async ({ page }) => {
  await openExam(page, 'written-gaps');
  await add(page, 'gaps');
  await page.getByLabel('Question (Markdown)').fill('It boils at (1), water is (2), and the sea is (3).');
  await page.getByLabel('Accepted answers for blank 1').fill('23.8');
  await page.getByLabel('Blank 1: answered with').selectOption('number');
  const first = page.getByRole('group', { name: 'Blank 1' });
  await expect(first.getByLabel('Correct answer')).toHaveValue('23.8');
  await expect(first.getByLabel('Unit')).toHaveCount(0);
  await first.getByLabel('Tolerance', { exact: true }).fill('0.1');
  await first.getByRole('button', { name: 'Add answer with partial credit' }).click();
  await first.getByLabel('Partial answer 1', { exact: true }).fill('25');
  await first.getByLabel('Partial answer 1: tolerance').fill('1');
  await first.getByLabel('Partial answer 1: percent of the points').fill('50');
  await page.getByRole('button', { name: 'Add blank' }).click();
  await page.getByLabel('Accepted answers for blank 2').fill('wet');
  await page.getByLabel('Wrong answers for blank 2').fill('dry');
  await page.getByLabel('Blank 2: answered with').selectOption('single');
  const second = page.getByRole('group', { name: 'Blank 2' });
  await second.getByLabel('Option 2: percent of the points').fill('-50');
  await page.getByRole('button', { name: 'Add blank' }).click();
  await page.getByLabel('Accepted answers for blank 3').fill('deep');
  await page.getByLabel('Blank 3: weight').fill('2');
  await page.getByLabel('Blank 3: answered with').selectOption('text');
  const third = page.getByRole('group', { name: 'Blank 3' });
  await third.getByLabel('Case-sensitive').check();
  await page.getByLabel('Points', { exact: true }).fill('4');
  await page.setViewportSize({ width: 375, height: 900 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  const found = await axeOf(page).analyze();
  expect(found.violations.map(({ id, nodes }) => [id, nodes[0]?.target])).toEqual([]);

  await page.getByRole('button', { name: 'Try it as a learner' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Blank 1').fill('one');
  await dialog.getByLabel('Blank 1').blur();
  await dialog.getByLabel('Blank 2').selectOption('dry');
  await expect(dialog.getByText('This is not a number.')).toBeVisible();
  await dialog.getByLabel('Blank 1').fill('24,1');
  await dialog.getByLabel('Blank 3').fill('deep');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText('2 of 4 points')).toBeVisible();
  await dialog.getByRole('button').filter({ hasText: 'Close' }).click();

  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await page.getByRole('button', { name: /Final/, expanded: false }).first().click();
  await page.getByRole('button', { name: /It boils at/ }).click();
  await expect(first.getByLabel('Tolerance', { exact: true })).toHaveValue('0.1');
  await expect(first.getByLabel('Partial answer 1: percent of the points')).toHaveValue('50');
  await expect(second.getByLabel('Option 2: percent of the points')).toHaveValue('-50');
  await expect(third.getByLabel('Case-sensitive')).toBeChecked();
  await expect(page.getByLabel('Blank 3: weight')).toHaveValue('2');
});
