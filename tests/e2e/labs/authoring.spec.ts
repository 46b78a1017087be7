import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { editorOf, resultsOf, write } from '../kit/labs.ts';
import { makeCourse } from '../kit/made-course.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, secondWindow, signIn, test } from '../kit/people.ts';

/** A course with a lab that is only a text; answers where its author and its learners find it. */
async function makeText(student = ''): Promise<{ course: string; lab: string; learn: string }> {
  const slug = await makeCourse('written', {
    title: 'Prices in JavaScript',
    html: '<p>Add up the prices.</p>',
    student,
    sections: [
      { key: 'total', title: 'The total', type: 'lab' },
      { key: 'next', title: 'What comes next', type: 'lesson' },
    ],
  });
  const { rows } = await onDatabase((client) =>
    client.query(
      `select c.id as course, s.id as lab from courses c join course_content s on s.course_id = c.id and s.key = 'total'
       where c.slug = $1`,
      [slug],
    ),
  );
  const { course, lab } = rows[0] as { course: string; lab: string };
  return {
    course: `/admin/courses/${course}`,
    lab: `/admin/labs/${lab}`,
    learn: `/courses/${slug}/learn/total`,
  };
}

const open = (page: Page, file: string, part: string) =>
  page
    .getByRole('navigation', { name: 'Files of the lab' })
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: part, exact: true }) })
    .getByRole('button', { name: file, exact: true })
    .click();
const asText = (page: Page) => page.getByRole('radio', { name: 'Text' }).check();
const publish = (page: Page) => page.getByRole('button', { name: 'Publish lab' }).click();
const RIGHT = 'export const total = (prices) => prices.reduce((sum, price) => sum + price, 0);\n';

test.describe('with what the server refuses', () => {
  test.use({ expected: { faults: [REFUSED] } });

  test('an author makes a lab from nothing, proves it, and publishes it, and a learner passes it', async ({
    browser,
    page,
  }) => {
    test.slow();
    const learner = await makeMember();
    const { course, learn } = await makeText(learner.email);
    await signIn(page, HEAD, course);
    await page.getByRole('tab', { name: 'Content' }).click();
    await page.getByRole('button', { name: /^The total/ }).click();
    await page.getByRole('link', { name: 'Edit code and checks' }).click();
    await page.getByRole('button', { name: /^JavaScript or TypeScript/ }).click();
    await asText(page);
    await expect(editorOf(page)).toContainText('runner: javascript');
    await page.getByRole('button', { name: 'Insert check' }).click();
    await expect(editorOf(page)).toContainText('id: check-1');
    await page.getByRole('tab', { name: 'Results' }).click();
    await expect(
      page.getByText('check check-1: src/main is in none of files, given, and solution'),
    ).toBeVisible();
    await page.getByRole('button', { name: /^lab\.yaml, line \d+$/ }).click();
    await expect(editorOf(page)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+z');
    await open(page, 'src/total.js', 'Solution');
    await write(page, RIGHT.replace('0', '1'));
    await publish(page);
    await expect(
      page.getByText('solution: fails check sum (total([1, 2, 3]); expected 6; got 7)'),
    ).toBeVisible({
      timeout: 60_000,
    });
    await write(page, RIGHT);
    await page.getByRole('button', { name: 'Run solution' }).click();
    await expect(page.getByText('The solution passes all 2 checks')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('A single price (hidden)')).toBeVisible();
    await page.getByRole('button', { name: 'Try it as a learner' }).click();
    await expect(page.getByText('Add up the prices.')).toBeVisible();
    await page.getByRole('button', { name: 'Check my work' }).click();
    await expect(resultsOf(page).getByText('0 of 2 checks passed')).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Back to editing' }).click();
    await publish(page);
    await expect(page.getByText('Published. This is version 1.')).toBeVisible({ timeout: 60_000 });

    const context = await browser.newContext();
    const theirs = await context.newPage();
    await signIn(theirs, learner, learn);
    await expect(editorOf(theirs)).toBeAttached();
    await write(theirs, RIGHT);
    await theirs.getByRole('button', { name: 'Check my work' }).click();
    await expect(resultsOf(theirs).getByRole('heading', { name: 'Solved' })).toBeVisible({ timeout: 60_000 });
    await context.close();

    await page.getByRole('link', { name: 'Lab results' }).click();
    await expect(page.getByRole('region', { name: 'Learners' }).getByText(learner.email)).toBeVisible();
    await expect(page.getByText('0 of 1 learner').first()).toBeVisible();
    await page.getByRole('button', { name: /^Show code of/ }).click();
    await expect(page.getByRole('dialog').getByText('prices.reduce')).toBeVisible();
  });

  test('what is typed outlives the page, and two tabs come together file by file', async ({ page }) => {
    test.slow();
    const { lab } = await makeText();
    await signIn(page, HEAD, lab);
    await page.getByRole('button', { name: /^JavaScript or TypeScript/ }).click();
    await publish(page);
    await expect(page.getByText('Published. This is version 1.')).toBeVisible({ timeout: 60_000 });
    const other = await secondWindow(page);
    await open(other, 'src/total.js', 'Solution');
    await write(other, RIGHT);
    await publish(other);
    await expect(other.getByText('Published. This is version 2.')).toBeVisible({ timeout: 60_000 });
    await open(page, 'src/total.js', 'Starting files');
    await write(page, 'export const total = () => 1;\n');
    await expect(page.getByText("You have changes that aren't published yet.")).toBeVisible();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole('button', { name: 'Restore' }).click();
    await open(page, 'src/total.js', 'Starting files');
    await expect(editorOf(page)).toContainText('() => 1');
    await publish(page);
    await expect(page.getByText('Published. This is version 3.')).toBeVisible({ timeout: 60_000 });
    await open(page, 'src/total.js', 'Solution');
    await expect(editorOf(page)).toContainText('prices.reduce');
    await other.context().close();
  });

  test('checks are written in a form, and comments in the text stay', async ({ page }) => {
    test.slow();
    const { lab } = await makeText();
    await signIn(page, HEAD, lab);
    await page.getByRole('button', { name: /^JavaScript or TypeScript/ }).click();
    await asText(page);
    await editorOf(page).focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.insertText('# Prices are in cents.\n');
    await page.getByRole('radio', { name: 'Form' }).check();
    const cards = page.getByRole('region', { name: 'Checks and settings' }).locator('details');
    await cards.first().locator('summary').click();
    await page.getByLabel('Name', { exact: true }).fill('Adds up: all of them');
    await page.getByLabel('Expected value').fill('[6');
    await expect(page.getByText("This can't be read. Check brackets and quotes.")).toBeVisible();
    await page.getByLabel('Expected value').fill('7');
    const points = page.getByLabel('Points');
    await points.fill('3');
    await points.fill('0,01');
    await expect(page.getByText('This is not a number. Use digits, such as 3.5.')).toBeVisible();
    await expect(points).toHaveValue('0,01');
    await asText(page);
    await expect(editorOf(page)).toContainText('points: 3');
    await page.getByRole('radio', { name: 'Form' }).check();
    await cards.first().locator('summary').click();
    await expect(points).toHaveValue('3');
    await page.getByLabel('Hint', { exact: true }).fill('Start with 0.');
    await page.getByRole('button', { name: 'Add check' }).click();
    await expect(cards).toHaveCount(3);
    await page.getByLabel('Module').fill('src/total');
    await page.getByLabel('Function').fill('total');
    await page.getByLabel('Arguments').fill('[[1, 1]]');
    await page.getByLabel('Expected value').fill('2');
    await page.getByRole('checkbox', { name: /^Hidden/ }).check();
    await page.getByRole('button', { name: 'Move up' }).click();
    await page.getByRole('button', { name: 'Add hint' }).click();
    await page.getByLabel('Hint 2').fill('Use reduce.');
    await cards.nth(2).locator('summary').click();
    await page.getByRole('button', { name: 'Delete check' }).click();
    await expect(cards).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(cards).toHaveCount(3);
    await asText(page);
    await expect(editorOf(page)).toContainText('# Prices are in cents.');
    await expect(editorOf(page)).toContainText('name: "Adds up: all of them"');
    await expect(editorOf(page)).toContainText('hint: Start with 0.');
    await open(page, 'src/total.js', 'Solution');
    await write(page, RIGHT.replace('0', '1'));
    await open(page, 'lab.yaml', 'Checks and settings');
    await page.getByRole('radio', { name: 'Form' }).check();
    await publish(page);
    await expect(page.getByText(/^solution: fails check check-1/)).toBeVisible({ timeout: 60_000 });
    await expect(cards.nth(1).getByText('1 error')).toHaveCount(0);
    await cards.first().locator('summary').click();
    await page.getByLabel('Expected value').fill('6');
    await open(page, 'src/total.js', 'Solution');
    await write(page, RIGHT);
    await publish(page);
    await expect(page.getByText('Published. This is version 1.')).toBeVisible({ timeout: 60_000 });
  });
});

test('axe finds nothing in the editor of labs, and nothing is wider than the screen', async ({ page }) => {
  test.slow();
  const { lab } = await makeText();
  await signIn(page, HEAD, lab);
  await expect(page.getByRole('button', { name: /^SQL/ })).toBeVisible();
  const look = async () => {
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await violationsInBothSchemes(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  };
  await look();
  await page.getByRole('button', { name: /^SQL/ }).click();
  await page.getByText('Books for less than 20').click();
  await expect(page.getByLabel('Expected rows')).toHaveValue('[Night Ferry]\n[Tidewater]');
  await look();
  await asText(page);
  await expect(editorOf(page)).toContainText('runner: sql');
  await look();
  await page.getByRole('button', { name: 'Run solution' }).click();
  await expect(page.getByText('The solution passes all 2 checks')).toBeVisible({ timeout: 60_000 });
  await look();
  await page.getByRole('button', { name: 'Add file: Starting files' }).click();
  await page.getByRole('textbox', { name: 'File name' }).fill('../2.sql');
  await page.getByRole('button', { name: 'Add file', exact: true }).click();
  await expect(page.getByText('Use letters, digits')).toBeVisible();
  await page.getByRole('textbox', { name: 'File name' }).fill('2.sql');
  await page.getByRole('button', { name: 'Add file', exact: true }).click();
  await page.getByRole('button', { name: 'Move up' }).click();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'File name' }).fill('first.sql');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await open(page, 'lab.yaml', 'Checks and settings');
  await expect(editorOf(page)).toContainText('tabs: [first.sql, 1.sql]');
  await open(page, 'first.sql', 'Starting files');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(editorOf(page)).toContainText('tabs: [1.sql]');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'first.sql' })).toBeVisible();
  await page.getByRole('button', { name: 'Try it as a learner' }).click();
  await expect(page.getByText('Hint 1')).toBeVisible();
  await look();
});
