import type { Page } from '@playwright/test';
import { axeOf } from '../kit/axe.ts';
import { asked, card, openExam, saved, submit } from '../kit/exams.ts';
import { expect, makeMember, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED, /Failed to load resource/, /net::ERR/] } });

/** Opens the same exam in another tab, where it goes on. */
async function openAgain(page: Page, address: string): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(address);
  await other.getByRole('button', { name: 'Resume exam' }).click();
  await expect(card(other, 1)).toBeVisible();
  return other;
}

/** What is waited for, and what ends the waiting. */
function promised(): [Promise<void>, () => void] {
  let done = () => {};
  const promise = new Promise<void>((resolve) => {
    done = resolve;
  });
  return [promise, () => done()];
}

/** Somebody comes back to the page: a window that is in front already says so itself. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

test('an answer that was changed in another tab is shown beside the own one, and the learner chooses', async ({
  page,
}) => {
  test.slow();
  const address = await openExam(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await card(page, 3).getByRole('radio', { name: 'True' }).check();
  await card(page, 5).getByRole('textbox').fill('stack');
  await saved(page);
  const other = await openAgain(page, address);
  await card(other, 3).getByRole('radio', { name: 'False' }).check();
  await card(other, 5).getByRole('textbox').fill('queue');
  await saved(other);
  await comeBack(page);
  await expect(page.getByText('2 answers were changed in another tab')).toBeVisible();
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toHaveCount(0);
  await expect(card(page, 3).getByRole('radio', { name: 'True' })).toBeChecked();
  await expect(card(page, 3)).toContainText('Newer answer: False');
  await expect(card(page, 5).getByRole('textbox')).toHaveValue('stack');
  await expect(card(page, 5)).toContainText('Newer answer: queue');
  expect((await axeOf(page).analyze()).violations).toEqual([]);
  await card(page, 3).getByRole('button', { name: 'Use the newer answer' }).click();
  await expect(card(page, 3).getByRole('radio', { name: 'False' })).toBeChecked();
  await card(page, 5).getByRole('button', { name: 'Keep the answer shown here' }).click();
  await saved(page);
  await comeBack(other);
  await expect(card(other, 5)).toContainText('Newer answer: stack');
  await expect(card(other, 3).getByText('You changed this answer')).toHaveCount(0);
});

test('two devices: what is submitted is graded only on answers that this screen shows', async ({
  browser,
  page,
}) => {
  test.slow();
  const person = await makeMember();
  const address = await openExam(page, { feedback: 'after-attempt' }, person);
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await card(page, 3).getByRole('radio', { name: 'True' }).check();
  await saved(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('8 of 9 questions have no answer');
  // The window stays in front meanwhile: nothing makes it look.
  const phone = await browser.newContext();
  const other = await phone.newPage();
  await signIn(other, person, address);
  await other.getByRole('button', { name: 'Resume exam' }).click();
  await card(other, 3).getByRole('radio', { name: 'False' }).check();
  await saved(other);
  await phone.close();
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog', { name: 'Some answers were changed elsewhere' })).toBeVisible();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Question 3' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card(page, 3).getByRole('heading')).toBeFocused();
  await expect(card(page, 3)).toContainText('Newer answer: False');
  await card(page, 3).getByRole('button', { name: 'Keep the answer shown here' }).click();
  await saved(page);
  await submit(page);
  await expect(card(page, 3).getByText('1 of 1 point')).toBeVisible();
});

test('what was read before an exam was submitted does not open it again', async ({ page }) => {
  const address = await openExam(page, { feedback: 'never' });
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await card(page, 3).getByRole('radio', { name: 'True' }).check();
  await saved(page);
  const [released, release] = promised();
  const [answered, answer] = promised();
  const attempt = /\/api\/exam-attempts\/[^/]+$/;
  await page.route(
    attempt,
    async (route) => {
      const response = await route.fetch();
      answer();
      await released;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const late = page.waitForResponse(attempt);
  await page.getByRole('button', { name: 'Submit' }).click();
  await answered;
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  const result = page.getByRole('heading', { name: 'Not passed this time' });
  await expect(result).toBeVisible();
  release();
  await (await late).finished();
  await page.evaluate(() => new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn))));
  await expect(result).toBeVisible();
});

test('what is missing is led to, flags stay, and nothing counts as answered before it was touched', async ({
  page,
}) => {
  const address = await openExam(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  const numbers = page.getByRole('navigation', { name: 'Questions' });
  const state = (words: string) => numbers.getByRole('button', { name: words, exact: true });
  await expect(numbers.getByRole('button', { name: /not answered/ })).toHaveCount(9);
  await expect(card(page, 1)).toContainText('1 point');
  await card(page, 8).getByLabel('cat').selectOption('meow');
  await expect(state('Question 8, partly answered')).toBeVisible();
  await card(page, 3).getByRole('radio', { name: 'True' }).check();
  await card(page, 2).getByRole('checkbox', { name: 'two' }).check();
  await card(page, 2).getByRole('checkbox', { name: 'two' }).uncheck();
  await expect(state('Question 2, not answered')).toBeVisible();
  await card(page, 4).getByRole('textbox').fill('about three');
  await card(page, 5).getByRole('textbox').fill('queue');
  await expect(card(page, 4)).toContainText('This is not a number. Use digits, such as 3.5.');
  await card(page, 4).getByRole('textbox').fill('3,500');
  await card(page, 5).getByRole('textbox').focus();
  await expect(card(page, 4)).toContainText(
    'This can be read as two different numbers. Write 3500 or 3.500.',
  );
  await card(page, 4).getByRole('textbox').fill('3,5 ms');
  await card(page, 5).getByRole('textbox').focus();
  await expect(card(page, 4)).not.toContainText('This is not a number');
  await card(page, 6).getByRole('button', { name: 'Flag question 6' }).click();
  await expect(state('Question 6, not answered, flagged')).toBeVisible();
  await page.goto(address);
  await page.getByRole('button', { name: 'Resume exam' }).click();
  await expect(state('Question 6, not answered, flagged')).toBeVisible();
  await state('Question 9, not answered').click();
  await expect(card(page, 9).getByRole('heading')).toBeFocused();
  await expect(card(page, 9)).toBeInViewport();
  await page.getByRole('button', { name: 'Submit' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('5 of 9 questions have no answer');
  await expect(dialog).toContainText('Only partly answered:');
  expect((await axeOf(page).include('dialog[open]').analyze()).violations).toEqual([]);
  await dialog.getByRole('button', { name: 'Question 7' }).first().click();
  await expect(card(page, 7).getByRole('heading')).toBeFocused();
  await expect(card(page, 7)).toBeInViewport();
});

test('things are put in order by dragging and by keyboard', async ({ page }) => {
  const items = ['one', 'two', 'three', 'four'];
  await page.goto(
    await openExam(page, {}, undefined, [
      { ...asked, id: 'q-order', kind: 'order', items, prompt: 'In order:' },
    ]),
  );
  await page.getByRole('button', { name: 'Start exam' }).click();
  const rows = card(page, 1).getByRole('listitem');
  const texts = async () => (await rows.allInnerTexts()).map((text) => text.match(/[a-z]+/)?.[0]);
  await expect(rows).toHaveCount(4);
  const before = await texts();
  await expect(page.getByText('0 of 1 answered')).toBeVisible();
  const handle = await rows.nth(0).getByTitle('Drag to move').boundingBox();
  const last = await rows.nth(3).boundingBox();
  if (!handle || !last) throw new Error('no rows');
  await page.mouse.move(handle.x + 10, handle.y + 10);
  await page.mouse.down();
  await page.mouse.move(last.x + 30, last.y + last.height + 4, { steps: 12 });
  await page.mouse.up();
  expect(await texts()).toEqual([...before.slice(1), before[0]]);
  await expect(page.getByText('1 of 1 answered')).toBeVisible();
  await page.mouse.move(last.x + 30, 10, { steps: 5 });
  expect(await texts()).toEqual([...before.slice(1), before[0]]);
  await rows
    .nth(3)
    .getByRole('button', { name: /Move up/ })
    .press('Enter');
  await expect(rows.nth(2).getByRole('button', { name: /Move up/ })).toBeFocused();
  await expect(
    card(page, 1)
      .getByRole('status')
      .filter({ hasText: `${before[0]}, now 3 of 4` }),
  ).toBeAttached();
  await expect(
    card(page, 1).getByRole('status').filter({ hasText: 'This order is your answer.' }),
  ).toBeVisible();
  expect(await texts()).toEqual([before[1], before[2], before[0], before[3]]);
  await saved(page);
});

for (const [width, height] of [
  [1280, 800],
  [375, 667],
] as const)
  test(`an exam stands alone on the page at ${width} px, and nothing lies over an answer`, async ({
    context,
    page,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await page.goto(await openExam(page, { timeLimit: 60 }));
    await page.getByRole('button', { name: 'Start exam' }).click();
    await expect(card(page, 9)).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Your pages' })).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    // A toast is shown as well: what cannot be submitted says so.
    await card(page, 5).getByRole('textbox').fill('queue');
    await saved(page);
    await context.setOffline(true);
    await card(page, 5).getByRole('textbox').fill('stack');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert').getByText("Couldn't submit your answers")).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('alert').hover();
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-question] :is(input, select, textarea, button)')]
        .filter((control) => {
          control.scrollIntoView({ block: 'nearest' });
          const { height: tall, left, top, width: wide } = control.getBoundingClientRect();
          const found = document.elementFromPoint(left + wide / 2, top + tall / 2);
          return !control.contains(found);
        })
        .map((control) => control.outerHTML),
    );
    expect(covered).toEqual([]);
    await expect(page.getByRole('alert').getByText("Couldn't submit your answers")).toBeVisible();
    await context.setOffline(false);
    await saved(page);
    await page.getByRole('button', { name: 'Leave exam' }).click();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to course' })).toBeVisible();
  });

test('an answer that is too long says so at its question, stays, and stops neither the other answers nor what is given instead', async ({
  page,
}) => {
  const address = await openExam(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  const field = card(page, 5).getByRole('textbox');
  await expect(field).toHaveAttribute('maxlength', '4000');
  // What a field does not take, a browser that leaves the limit out may send.
  await field.evaluate((element) => element.removeAttribute('maxlength'));
  await field.fill('x'.repeat(4500));
  const words = 'This answer has 4500 characters. The limit is 4000.';
  await expect(card(page, 5)).toContainText(words);
  const kept = page.waitForResponse((reply) => reply.url().endsWith('/answers') && reply.ok());
  await card(page, 3).getByRole('radio', { name: 'True' }).check();
  await kept;
  await expect(page.getByRole('status').getByText("Some answers aren't saved")).toBeVisible();
  expect((await axeOf(page).analyze()).violations).toEqual([]);
  await submit(page);
  await expect(page.getByText("Couldn't save an answer. See the question for details.")).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Resume exam' }).click();
  await expect(card(page, 5)).toContainText(words);
  await expect(field).toHaveValue('x'.repeat(4500));
  await expect(card(page, 3).getByRole('radio', { name: 'True' })).toBeChecked();
  await field.fill('stack');
  await saved(page);
  await expect(card(page, 5)).not.toContainText(words);
});
