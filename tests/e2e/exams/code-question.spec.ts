import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { axeOf } from '../kit/axe.ts';
import { card, saved, submit } from '../kit/exams.ts';
import { finalExam, makeCourse } from '../kit/made-course.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({
  expected: { faults: [REFUSED, /Failed to load resource/, /net::ERR/, /dynamically imported module/] },
});

const CHECKS = `- id: one
  name: Doubles 2
  call: double
  module: main
  args: [2]
  equals: 4
- id: kept
  name: Doubles what you don't see
  hidden: true
  points: 3
  cal: double
  module: main
  args: [21]
  equals: 42
`;
const START = 'export function double(n) {\n  return 4;\n}\n';

/** At the width of a phone and of a desk: axe finds nothing, and nothing is wider than the screen. */
async function fits(page: Page, name: string): Promise<void> {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect((await axeOf(page).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (process.env.LOOK)
      await page.screenshot({ path: `${process.env.LOOK}/${name}-${width}.png`, fullPage: true });
  }
}

/** The built script of a module that is fetched when it is asked for. */
function fileOf(module: string): string {
  const list = join(import.meta.dirname, '../../../build/client/.vite/modules.json');
  const files = Object.entries(JSON.parse(readFileSync(list, 'utf8')) as Record<string, string[]>);
  const [file = ''] = files.find(([, modules]) => modules.includes(module)) ?? [];
  return file;
}

/** Writes over everything in an editor, by keyboard. */
async function write(page: Page, bench: string | RegExp, text: string): Promise<void> {
  await page.getByRole('group', { name: bench }).getByRole('textbox', { name: 'main.js' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

test('an author asks for code, a learner writes it by keyboard, and checks mark it', async ({
  browser,
  page,
}) => {
  test.setTimeout(120_000);
  const learner = await makeMember();
  const sections = finalExam({ intro: 'Begin.', passMark: 50, settings: {}, questions: [] });
  const slug = await makeCourse('code', { title: 'Doubles', sections, student: learner.email });
  const id = await onDatabase(async (client) => {
    const { rows } = await client.query(
      `with found as (select id from courses where slug = $1)
       insert into course_categories (course_id, category_id, position)
       select found.id, (select id from categories limit 1), 0 from found returning course_id as id`,
      [slug],
    );
    return String(rows[0].id);
  });
  await signIn(page, HEAD, `/admin/courses/${id}`);
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await page.getByRole('button', { name: /^Final exam/ }).press('Enter');
  await page.getByLabel('Question type').selectOption('code');
  await page.getByRole('button', { name: 'Add question' }).press('Enter');
  await page.getByLabel('Question (Markdown)').fill('Write a function that **doubles** a number.');
  await page.getByLabel('Checks (YAML)').fill(CHECKS);
  await expect(page.getByText('Line 7: needs exactly one of call')).toBeVisible();
  await page.getByLabel('Checks (YAML)').fill(CHECKS.replace('cal:', 'call:'));
  await expect(page.getByText(/^Line \d/)).toHaveCount(0);
  await write(page, 'Solution', START.replace('4', 'n + n'));
  await write(page, 'What learners start with', START);
  const solution = page.getByRole('group', { name: 'Solution' });
  await solution.getByRole('button', { name: 'Run solution' }).press('Enter');
  await expect(solution.getByText('The solution passes all checks.')).toBeVisible();
  const start = page.getByRole('group', { name: 'What learners start with' });
  await start.getByRole('button', { name: 'Run starting files' }).press('Enter');
  await expect(start.getByText('1 of 2 visible checks passed')).toBeVisible();
  await fits(page, 'code-author');
  await page.getByRole('button', { name: 'Save Course' }).press('Enter');
  await expect(page.getByText('Course updated successfully')).toBeVisible();

  const room = await (await browser.newContext()).newPage();
  await signIn(room, learner, `/courses/${slug}/exams/final`);
  await room.getByRole('button', { name: 'Start exam' }).press('Enter');
  await write(room, /Write a function/, START.replace('4', '2 * n'));
  await room.keyboard.press('ControlOrMeta+Enter');
  await expect(card(room, 1).getByText('All visible checks passed.')).toBeVisible();
  await expect(card(room, 1).getByText("Doubles what you don't see")).toBeVisible();
  await saved(room);
  await fits(room, 'code-learner');
  await room.reload();
  const resume = room.getByRole('button', { name: 'Resume exam' });
  await resume.or(card(room, 1)).first().waitFor();
  if (await resume.isVisible()) await resume.press('Enter');
  await expect(card(room, 1).getByText('2 * n')).toBeVisible();
  await room.route(`**/${fileOf('src/web/features/labs/bench/code-bench.tsx')}`, (route) => route.abort());
  await room.reload();
  await resume.or(card(room, 1)).first().waitFor();
  if (await resume.isVisible()) await resume.press('Enter');
  await expect(card(room, 1).getByText("The code editor couldn't be loaded.")).toBeVisible();
  await card(room, 1).getByLabel('main.js').fill(START.replace('4', '3 * n - n'));
  await saved(room);
  await submit(room);
  // Nothing has to be loaded again.
  await expect(room.getByRole('heading', { name: 'Passed' })).toBeVisible({ timeout: 30_000 });
  await expect(room.getByRole('list', { name: 'What the checks found' }).getByRole('listitem')).toHaveCount(
    2,
  );
  await fits(room, 'code-result');
  const attempt = await onDatabase(async (client) => {
    const { rows } = await client.query(
      'select exam_attempt_id as id from lab_runs where user_id = (select id from users where email = $1)',
      [learner.email],
    );
    return String(rows[0].id);
  });
  const { id: question } = await onDatabase(async (client) => {
    const { rows } = await client.query('select question as id from exam_marks where attempt_id = $1', [
      attempt,
    ]);
    return rows[0];
  });
  await page.goto(`/admin/marking/${attempt}/${question}`);
  await expect(page.getByText('Checks: 4 of 4 points')).toBeVisible();
  await expect(page.getByRole('figure').getByText('return 3 * n - n;')).toBeVisible();
  await fits(page, 'code-marking');
});
