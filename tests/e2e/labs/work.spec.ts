import { readFileSync } from 'node:fs';
import { editorOf, INVOICE, openLab, RIGHT, resultsOf, START, savedIn, write } from '../kit/labs.ts';
import { expect, REFUSED, secondWindow, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED, /net::ERR_(?:FAILED|INTERNET_DISCONNECTED)/] } });

const state = '[aria-label="Lab"] [role="status"]';

test('what is typed is there after a reload, saved or not', async ({ page }) => {
  await openLab(page);
  await write(page, RIGHT);
  await savedIn(page);
  await page.reload();
  await expect(editorOf(page)).toContainText('lines.reduce');
  // The connection is lost, and the page is closed before it comes back.
  await page.route(/\/api\/labs\/.*\/work/, (route) => route.abort());
  await write(page, `${RIGHT}// unsent`);
  await expect(page.locator(state).first()).toContainText('kept in this browser', { timeout: 60_000 });
  await page.reload();
  await expect(editorOf(page)).toContainText('// unsent');
  await page.unroute(/\/api\/labs\/.*\/work/);
  await page.reload();
  await expect(editorOf(page)).toContainText('// unsent');
  await savedIn(page);
});

test('two devices: nothing is overwritten, and the learner chooses', async ({ page }) => {
  test.slow();
  await openLab(page);
  const other = await secondWindow(page);
  await expect(editorOf(other)).toContainText('return 0');
  await write(page, `${START}// here`);
  await savedIn(page);
  await write(other, `${START}// there`);
  const question = other.getByRole('dialog', { name: 'This lab was changed somewhere else' });
  await expect(question).toBeVisible({ timeout: 20_000 });
  await expect(question.locator('del')).toContainText('there');
  await expect(question.locator('ins')).toContainText('here');
  await other.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(other.locator(state).first()).not.toHaveText('Saved');
  await editorOf(other).focus();
  await other.keyboard.press('ControlOrMeta+End');
  await other.keyboard.insertText('!');
  await expect(question).toBeVisible({ timeout: 20_000 });
  await question.getByRole('button', { name: 'Keep this version' }).click();
  await savedIn(other);
  await page.reload();
  await expect(editorOf(page)).toContainText('// there!');
  await write(other, `${START}// newer`);
  await savedIn(other);
  await write(page, `${START}// older`);
  const mine = page.getByRole('dialog', { name: 'This lab was changed somewhere else' });
  await mine.getByRole('button', { name: 'Use the other version' }).click({ timeout: 20_000 });
  await expect(editorOf(page)).toContainText('// newer');
  await savedIn(page);
  await other.context().close();
});

test('two tabs of one browser: each shows what the other saves, and what both have is never lost', async ({
  context,
  page,
}) => {
  test.slow();
  const { path } = await openLab(page);
  const other = await context.newPage();
  await other.goto(path);
  await expect(editorOf(other)).toContainText('return 0');
  await write(page, `${START}// first`);
  await savedIn(page);
  await expect(editorOf(other)).toContainText('// first');
  await savedIn(other);
  // Both lose the connection, write, and die before it comes back. The tabs themselves send nothing: a request that waits
  // to be aborted when its tab closes is let through.
  await context.route(/\/api\/labs\/.*\/work/, (route) => route.abort());
  for (const tab of [page, other])
    await tab.evaluate(() => {
      const send = globalThis.fetch;
      globalThis.fetch = (what, options) =>
        /\/work$/.test(what instanceof Request ? what.url : String(what))
          ? Promise.reject(new TypeError('Failed to fetch'))
          : send(what, options);
    });
  await write(page, `${START}// one`);
  await write(other, `${START}// two`);
  for (const tab of [page, other])
    await expect(tab.locator(state).first()).toContainText('kept in this browser', { timeout: 60_000 });
  await other.close({ runBeforeUnload: false });
  await page.reload();
  const question = page.getByRole('dialog', { name: 'This lab was changed somewhere else' });
  await expect(question).toContainText('Another tab was closed before its version was saved.');
  await expect(question.locator('del')).toContainText(/one|two/);
  await expect(question.locator('ins')).toContainText(/one|two/);
  await context.unroute(/\/api\/labs\/.*\/work/);
  const theirs = (await question.locator('ins').textContent()) ?? '';
  await question.getByRole('button', { name: 'Use the other version' }).click();
  await expect(editorOf(page)).toContainText(theirs);
  await savedIn(page);
  await page.reload();
  await expect(editorOf(page)).toContainText(theirs);
  await expect(question).toBeHidden();
});

test('what is saved while the lab is left is shown in other tabs', async ({ context, page }) => {
  const { path } = await openLab(page);
  const other = await context.newPage();
  await other.goto(path);
  await expect(editorOf(other)).toContainText('return 0');
  await page.route(/\/api\/labs\/.*\/work/, async (route) => {
    const reply = await route.fetch();
    await left;
    await route.fulfill({ response: reply });
  });
  await write(page, `${START}// left`);
  const left = page.waitForURL(/\/rounding$/);
  await page.getByRole('link', { name: 'How to round money' }).first().click();
  await expect(editorOf(other)).toContainText('// left');
  await savedIn(other);
});

test('a browser that keeps nothing says so, and asks before the page is closed', async ({ page }) => {
  await openLab(page);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.route(/\/api\/labs\/.*\/work/, (route) => route.abort());
  await write(page, RIGHT);
  await expect(page.locator(state).first()).toContainText("This browser can't keep your work", {
    timeout: 60_000,
  });
  const [asked] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
  expect(asked.type()).toBe('beforeunload');
  await asked.dismiss();
  await page.unroute(/\/api\/labs\/.*\/work/);
  await savedIn(page);
});

test('starting over says when it could not be done, and is no conflict when its answer is lost', async ({
  page,
}) => {
  test.slow();
  await openLab(page);
  const startOver = async () => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Start over' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click();
  };
  const failed = page.getByText("Couldn't start over");
  const loseAnswers = () =>
    page.route(/\/api\/labs\/.*\/reset/, async (route) => {
      await route.fetch();
      await route.abort();
    });
  await page.route(/\/api\/labs\/.*\/work/, (route) => route.abort());
  await write(page, RIGHT);
  await startOver();
  await expect(failed).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("Your work isn't saved yet. Try again once it's saved.")).toBeVisible();
  await expect(editorOf(page)).toContainText('lines.reduce');
  await page.unroute(/\/api\/labs\/.*\/work/);
  await write(page, `${RIGHT}// one`);
  await savedIn(page);
  await expect(failed).toBeHidden({ timeout: 20_000 });
  await loseAnswers();
  await startOver();
  await expect(failed).toBeVisible({ timeout: 60_000 });
  await page.unroute(/\/api\/labs\/.*\/reset/);
  await write(page, `${RIGHT}// two`);
  await savedIn(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(failed).toBeHidden({ timeout: 20_000 });
  await loseAnswers();
  await startOver();
  await expect(failed).toBeVisible({ timeout: 60_000 });
  await page.unroute(/\/api\/labs\/.*\/reset/);
  await startOver();
  await expect(page.getByText('All files are as they were at the beginning')).toBeVisible();
  await expect(editorOf(page)).toContainText('return 0');
});

test('in a lab that allows it, a learner adds, renames, and deletes files, and checks see them', async ({
  page,
}) => {
  test.slow();
  await openLab(page, { ...INVOICE, spec: { ...INVOICE.spec, newFiles: true } });
  const menu = page.getByRole('button', { name: 'Files: add, rename, delete' });
  const pick = async (name: string) => {
    await menu.click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  const name = async (text: string) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(text);
    await page.keyboard.press('Enter');
  };
  await menu.click();
  await expect(page.getByRole('menuitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await pick('Add file');
  await name('src/line.ts');
  await expect(page.getByRole('dialog')).toContainText("There's already a file with this name.");
  await name('src/sum.ts');
  await expect(page.getByRole('tab', { name: 'src/sum.ts' })).toHaveAttribute('aria-selected', 'true');
  await write(page, 'export const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);\n');
  await pick('Rename src/sum.ts');
  await name('src/add.ts');
  await expect(editorOf(page)).toContainText('all.reduce');
  await page.getByRole('tab', { name: /^src\/invoice.ts/ }).click();
  const added = './add';
  await write(
    page,
    `import type { Line } from './line';
import { sum } from '${added}';

export const invoiceTotal = (lines: readonly Line[]) => sum(lines.map((line) => line.price * line.quantity));
`,
  );
  await savedIn(page);
  await page.reload();
  await page.getByRole('tab', { name: 'src/add.ts' }).click();
  await expect(editorOf(page)).toContainText('all.reduce');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(resultsOf(page).getByText('2 of 2 visible checks passed')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Check my work' }).click();
  await expect(resultsOf(page).getByRole('heading', { name: 'Solved' })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'More' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download as ZIP' }).click(),
  ]);
  expect(readFileSync(await file.path()).toString('latin1')).toContain('src/add.ts');
  await pick('Delete src/add.ts');
  await expect(page.getByRole('tab', { name: 'src/add.ts' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(editorOf(page)).toContainText('all.reduce');
  await savedIn(page);
});

test('a submission is compared with the work now and brought back, and a lab is started over', async ({
  page,
}) => {
  test.slow();
  await openLab(page);
  await write(page, RIGHT);
  await page.getByRole('button', { name: 'Check my work' }).click();
  await expect(resultsOf(page).getByRole('heading', { name: 'Solved' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Start over' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByText('All files are as they were at the beginning')).toBeVisible();
  await expect(editorOf(page)).toContainText('return 0');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Submissions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Submissions' });
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await expect(dialog.locator('del')).toContainText(['lines.reduce']);
  await dialog.getByRole('button', { name: 'Go back to this submission' }).click();
  await expect(editorOf(page)).toContainText('lines.reduce');
  await savedIn(page);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Compare with the solution' }).click();
  await expect(page.getByText('is the same in both versions')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download as ZIP' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('Add-up-the-lines.zip');
  expect(readFileSync(await file.path()).toString('latin1')).toContain('lines.reduce');
});

test('the dividers move by keyboard and by hand, and stay where they were put', async ({ page }) => {
  await openLab(page);
  const divider = page.getByRole('separator', { name: 'Width of the instructions' });
  await expect(divider).toHaveAttribute('aria-valuenow', '28');
  await divider.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(divider).toHaveAttribute('aria-valuenow', '32');
  await expect(page).toHaveURL(/\/lines$/);
  await page.keyboard.press('Home');
  await expect(divider).toHaveAttribute('aria-valuenow', '16');
  const box = await divider.boundingBox();
  if (!box) throw new Error('the divider is not there');
  await page.mouse.move(box.x + 4, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 204, box.y + 100);
  await page.mouse.up();
  const moved = await divider.getAttribute('aria-valuenow');
  expect(Number(moved)).toBeGreaterThan(24);
  // The player's keys lead nobody away from their work.
  await page.getByRole('button', { name: 'Run', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('j');
  await page.reload();
  await expect(page).toHaveURL(/\/lines$/);
  await expect(divider).toHaveAttribute('aria-valuenow', moved ?? '');
});
