import type { Page } from '@playwright/test';
import { axeOf } from '../kit/axe.ts';
import { card, openExam, saved, submit } from '../kit/exams.ts';
import { questions, truths } from '../kit/marked-questions.ts';
import { expect, HEAD, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED, /Failed to load resource/, /net::ERR/] } });

const openMarked = (page: Page, settings = {}, asks: readonly object[] = questions) =>
  openExam(page, settings, undefined, asks, 50);

/** At the width of a phone and of a desk: axe finds nothing, and nothing is wider than the screen. */
async function fits(page: Page, name = ''): Promise<void> {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect((await axeOf(page).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (name && process.env.LOOK)
      await page.screenshot({ path: `${process.env.LOOK}/${name}-${width}.png`, fullPage: true });
  }
}

test('an essay, a file and a place in a picture are given by keyboard, marked blind, and the learner is told', async ({
  browser,
  page,
}) => {
  test.slow();
  const address = await openMarked(page, { blind: true });
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await card(page, 1)
    .getByLabel('Your answer')
    .fill('Who comes first is **served** first, always and everywhere.');
  await expect(card(page, 1).getByText('9 words (3–8 required)')).toBeVisible();
  // While somebody writes nothing interrupts them.
  const over = card(page, 1).getByRole('alert').filter({ hasText: 'Words over the limit: 1.' });
  await expect(over).toHaveCount(0);
  await card(page, 1).getByLabel('Your answer').blur();
  await expect(over).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await card(page, 2).getByRole('button', { name: 'Choose a file' }).press('Enter');
  await (await chooser).setFiles({
    name: 'Ada Kowalska.exe',
    mimeType: 'application/pdf',
    buffer: Buffer.from('MZ'),
  });
  await expect(card(page, 2).getByRole('alert')).toContainText(
    "This question doesn't accept this file type.",
  );
  const again = page.waitForEvent('filechooser');
  await card(page, 2).getByRole('button', { name: 'Choose a file' }).press('Enter');
  await (await again).setFiles({
    name: 'Ada Kowalska.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 drawing'),
  });
  await expect(card(page, 2).getByRole('link', { name: 'Ada Kowalska.pdf' })).toBeVisible();
  const picture = card(page, 3).getByRole('button', { name: /^A queue from left to right/ });
  await picture.press('ArrowRight');
  await expect(card(page, 3).getByText('51% from the left, 50% from the top')).toBeAttached();
  await picture.press('Enter');
  const spotStatus = card(page, 3).getByRole('status');
  await expect(spotStatus).toHaveText('Point 1 placed at 51% from the left, 50% from the top');
  await picture.press('ArrowRight');
  await picture.press('Enter');
  await expect(spotStatus).toHaveText('Point 1 replaced: now at 52% from the left, 50% from the top');
  await picture.press('ArrowLeft');
  await picture.press('Enter');
  await expect(card(page, 3).getByRole('application')).toHaveAccessibleName(
    'Where is the head of the queue?',
  );
  await expect(card(page, 3).getByText('Point 1: 51% from the left, 50% from the top')).toBeVisible();
  await card(page, 3).getByRole('checkbox', { name: 'the middle' }).press('Space');
  await expect(card(page, 3).getByText('Point 1: 50% from the left, 50% from the top')).toBeVisible();
  await saved(page);
  await fits(page, 'candidate');
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Waiting to be graded' })).toBeVisible();
  const marker = await (await browser.newContext()).newPage();
  await signIn(marker, HEAD);
  const course = await onDatabase(async (client) => {
    const { rows } = await client.query('select id from courses where slug = $1', [address.split('/')[2]]);
    return rows[0].id;
  });
  await marker.goto(`/admin/courses/${course}/gradebook`);
  await expect(marker.getByRole('link', { name: 'Needs grading' })).toBeVisible();
  await fits(marker, 'gradebook');
  await marker.getByRole('link', { name: 'Needs grading' }).click();
  await expect(marker.getByRole('listitem').filter({ hasText: 'Queues: Final exam' })).toHaveCount(2);
  await expect(marker.getByText('Ada Kowalska')).toHaveCount(0);
  const waiting = marker.getByRole('listitem').filter({ hasText: 'Why are queues fair?' });
  await expect(waiting.first()).toBeVisible();
  await expect(marker.getByText('q-essay')).toHaveCount(0);
  const code = await onDatabase(async (client) => {
    const { rows } = await client.query(
      `select a.id from exam_attempts a join section_registry s on s.id = a.section_id
       join courses c on c.id = s.course_id where c.slug = $1`,
      [address.split('/')[2]],
    );
    return String(rows[0].id).slice(0, 8).toUpperCase();
  });
  await marker
    .getByRole('link', { name: `Grade Candidate ${code}'s answer` })
    .first()
    .click();
  await expect(marker.getByText('served', { exact: true })).toBeVisible();
  await marker.getByRole('radio', { name: 'They convince (2)' }).press('Space');
  await marker.getByLabel('Feedback for the learner').fill('Well put.');
  await fits(marker, 'marker');
  await marker.getByRole('button', { name: 'Save and next' }).click();
  await expect(marker.getByRole('link', { name: /Download answer\.pdf/ })).toBeVisible();
  await marker.getByLabel('Points (max. 4)').fill('3');
  await marker.getByRole('button', { name: 'Save grade' }).click();
  const confirm = marker.getByRole('dialog', { name: 'Publish the result?' });
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await expect(marker.getByLabel('Points (max. 4)')).toHaveValue('3');
  await marker.getByRole('button', { name: 'Save grade' }).click();
  await confirm.getByRole('button', { name: 'Publish result' }).click();
  await expect(marker.getByText('The result is published.')).toBeVisible();
  await marker.getByRole('button', { name: 'Correct this grade' }).click();
  await marker.getByLabel('Points (max. 4)').fill('4');
  await marker.getByRole('button', { name: 'Save correction' }).click();
  await expect(marker.getByText('Give a reason')).toBeVisible();
  await marker.getByLabel('Reason for the correction').fill('The second page was overlooked.');
  await fits(marker, 'correction');
  await marker.getByRole('button', { name: 'Save correction' }).click();
  await expect(marker.getByText('4 of 4 points')).toBeVisible();
  await marker.goto(`/admin/courses/${course}/gradebook`);
  await marker.getByRole('link', { name: /%, passed$/ }).click();
  await marker.getByRole('link', { name: 'Correct this grade' }).last().click();
  // The page before it names the points of each question.
  await expect(marker.getByRole('button', { name: 'Correct this grade' })).toBeVisible();
  await expect(marker.getByText('4 of 4 points')).toBeVisible();
  await marker.goto(`/admin/courses/${course}/gradebook`);
  await marker.getByRole('link', { name: 'Final exam' }).click();
  await marker.getByRole('main').getByRole('link', { name: 'Grading' }).click();
  await expect(marker.getByRole('heading', { name: 'Nothing to grade', exact: false })).toBeVisible();
  await marker.close();
  await page.goto(address);
  await page.getByRole('button', { name: 'View result' }).click();
  await expect(page.getByRole('heading', { name: 'Passed' })).toBeVisible();
  await expect(card(page, 1).getByText('Well put.')).toBeVisible();
  await expect(card(page, 1).getByText('They convince')).toBeVisible();
  await fits(page, 'result');
});

test('two markers open one answer: the second is told what the first gave, and loses nothing of the own mark', async ({
  browser,
  page,
}) => {
  test.slow();
  const essays = questions
    .slice(0, 1)
    .flatMap((each) => [each, { ...each, id: 'q-second', prompt: 'And then?' }]);
  const address = await openMarked(page, {}, essays);
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await card(page, 1).getByLabel('Your answer').fill('First come, first served.');
  await card(page, 2).getByLabel('Your answer').fill('The next one comes.');
  await saved(page);
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Waiting to be graded' })).toBeVisible();
  const attempt = await onDatabase(async (client) => {
    const { rows } = await client.query(
      `select a.id from exam_attempts a join section_registry s on s.id = a.section_id
       join courses c on c.id = s.course_id where c.slug = $1`,
      [address.split('/')[2]],
    );
    return rows[0].id;
  });
  const desk = async () => {
    const marker = await (await browser.newContext()).newPage();
    await signIn(marker, HEAD, `/admin/marking/${attempt}/q-essay`);
    return marker;
  };
  const [first, second] = [await desk(), await desk()];
  await first.getByLabel('Feedback for the learner').fill('Not yet saved.');
  await first.getByRole('button', { name: 'Save grade' }).click();
  await expect(first.getByText('Choose a level')).toBeVisible();
  await expect(first.getByRole('radio', { name: 'None is given (0)' })).toBeFocused();
  await fits(first, 'level-missing');
  await first.getByRole('link', { name: 'Next answer' }).click();
  await expect(first.getByText("This grade isn't saved yet.")).toBeVisible();
  await first.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await first.getByRole('radio', { name: 'One is given (1)' }).check();
  await first.getByLabel('Feedback for the learner').fill('From the first.');
  await second.getByRole('radio', { name: 'They convince (2)' }).check();
  await second.getByLabel('Feedback for the learner').fill('From the second.');
  const marks = '**/api/admin/marking/**';
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await first.route(marks, async (route) => {
    if (route.request().method() !== 'GET') await released;
    return route.continue();
  });
  await first.getByRole('button', { name: 'Save grade' }).click();
  // What is typed while the save is running stays, to be saved.
  await first.getByLabel('Feedback for the learner').fill('From the first, and more.');
  release();
  await expect(first.getByText('2 of 4 points')).toBeVisible();
  await expect(first.getByLabel('Feedback for the learner')).toHaveValue('From the first, and more.');
  await expect(first.getByRole('radio', { name: 'One is given (1)' })).toBeChecked();
  await first.unroute(marks);
  await second.getByRole('button', { name: 'Save grade' }).click();
  const reported = second.getByRole('alert', { name: 'Someone else graded this answer' });
  await expect(reported).toContainText('One is given');
  await expect(reported).toContainText('From the first.');
  await expect(second.getByLabel('Feedback for the learner')).toHaveValue('From the second.');
  await expect(second.getByRole('radio', { name: 'They convince (2)' })).toBeChecked();
  await fits(second, 'conflict');
  await second.getByRole('button', { name: 'Keep mine' }).click();
  await second.getByRole('button', { name: 'Save grade' }).click();
  await expect(second.getByText('4 of 4 points')).toBeVisible();
  await second.reload();
  await expect(second.getByLabel('Feedback for the learner')).toHaveValue('From the second.');
  await first.getByLabel('Feedback for the learner').fill('Once more from the first.');
  await first.getByRole('button', { name: 'Save grade' }).click();
  await expect(first.getByRole('alert', { name: 'Someone else graded this answer' })).toContainText(
    'From the second.',
  );
  await expect(first.getByLabel('Feedback for the learner')).toHaveValue('Once more from the first.');
  // A colleague marks the last answer, and so publishes the result, while a mark is edited.
  await second.getByLabel('Feedback for the learner').fill('Typed before it was published.');
  const third = await second.context().newPage();
  await third.goto(`/admin/marking/${attempt}/q-second`);
  await third.getByRole('radio', { name: 'None is given (0)' }).check();
  await third.getByRole('radio', { name: 'They convince (2)' }).check();
  await third.getByRole('button', { name: 'Save grade' }).click();
  await third.getByRole('button', { name: 'Publish result' }).click();
  await expect(third.getByText('Grade saved')).toBeVisible();
  await second.getByRole('button', { name: 'Save grade' }).click();
  await expect(second.getByText(/It can only be corrected with a reason/)).toBeVisible();
  await expect(second.getByLabel('Feedback for the learner')).toHaveValue('Typed before it was published.');
  await second.getByLabel('Reason for the correction').fill('I was not done.');
  await second.getByRole('button', { name: 'Save correction' }).click();
  await expect(second.getByText('Result corrected')).toBeVisible();
  await Promise.all([first.close(), second.close(), third.close()]);
});

test('an exam is not submitted while a file is still being uploaded', async ({ page }) => {
  await page.goto(await openMarked(page));
  await page.getByRole('button', { name: 'Start exam' }).click();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/exam-attempts/*/files', async (route) => {
    await released;
    await route.continue();
  });
  const chooser = page.waitForEvent('filechooser');
  await card(page, 2).getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({
    name: 'drawing.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 drawing'),
  });
  await expect(card(page, 2).getByRole('button', { name: 'Uploading...' })).toBeVisible();
  await submit(page);
  await expect(page.getByText('A file is still being uploaded.')).toBeVisible();
  release();
  await expect(card(page, 2).getByRole('link', { name: 'drawing.pdf' })).toBeVisible();
  await saved(page);
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Waiting to be graded' })).toBeVisible();
});

test('an upload that hangs is canceled, and the exam goes on without it', async ({ page }) => {
  await page.goto(await openMarked(page));
  await page.getByRole('button', { name: 'Start exam' }).click();
  await page.route('**/api/exam-attempts/*/files', () => undefined);
  const chooser = page.waitForEvent('filechooser');
  await card(page, 2).getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({
    name: 'drawing.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 drawing'),
  });
  await card(page, 2).getByRole('button', { name: 'Cancel' }).click();
  await expect(card(page, 2).getByRole('button', { name: 'Choose a file' })).toBeFocused();
  await expect(page.getByText("couldn't")).toHaveCount(0);
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Not passed this time' })).toBeVisible();
});

test('forward only: one question after another, and no way back', async ({ page }) => {
  const address = await openMarked(page, { navigation: 'forward' }, truths);
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  for (const [number, prompt] of ['One', 'Two', 'Three'].entries()) {
    await expect(page.getByText(`Question ${number + 1} of 3`)).toBeVisible();
    await expect(page.getByText(prompt, { exact: true })).toBeVisible();
    await page.getByRole('radio', { name: 'True' }).check();
    await saved(page);
    if (number < 2) await page.getByRole('button', { name: 'Next question' }).click();
  }
  await page.reload();
  await page.getByRole('button', { name: 'Resume exam' }).click();
  await expect(page.getByText('Question 3 of 3')).toBeVisible();
  await fits(page);
  await submit(page);
  await expect(page.getByText('You scored 100%.')).toBeVisible();
});

test('what was answered offline does not replace what was answered later elsewhere', async ({
  context,
  page,
}) => {
  const address = await openMarked(page, {}, truths);
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await expect(card(page, 1)).toBeVisible();
  await context.setOffline(true);
  await card(page, 1).getByRole('radio', { name: 'False' }).check();
  await expect(page.getByText('Your answers are saved in this browser')).toBeVisible();
  await onDatabase((client) =>
    client.query(
      `insert into exam_answers (attempt_id, writer, seq, question, answer, received_at, given_at)
       select a.id, gen_random_uuid(), 1, 'q-1', '"true"', now(), now() from exam_attempts a
       join section_registry s on s.id = a.section_id join courses c on c.id = s.course_id where c.slug = $1`,
      [address.split('/')[2]],
    ),
  );
  await context.setOffline(false);
  await expect(page.getByText('1 answer was changed in another tab')).toBeVisible();
  await expect(card(page, 1)).toContainText('Newer answer: True');
  await card(page, 1).getByRole('button', { name: 'Use the newer answer' }).click();
  await expect(card(page, 1).getByRole('radio', { name: 'True' })).toBeChecked();
});

test('two devices of one learner: what the phone kept while offline does not replace what the laptop gave later', async ({
  browser,
  context,
  page,
}) => {
  test.slow();
  const address = await openMarked(page, {}, truths);
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await expect(card(page, 1)).toBeVisible();
  const cookies = await context.cookies();
  const laptop = await browser.newContext();
  await laptop.addCookies(cookies);
  const other = await laptop.newPage();
  await other.goto(address);
  await other.getByRole('button', { name: 'Resume exam' }).click();
  await expect(card(other, 1)).toBeVisible();
  await context.setOffline(true);
  await card(page, 1).getByRole('radio', { name: 'False' }).check();
  await expect(page.getByText('Your answers are saved in this browser')).toBeVisible();
  await card(other, 1).getByRole('radio', { name: 'True' }).check();
  await saved(other);
  await context.setOffline(false);
  await expect(page.getByText('1 answer was changed in another tab')).toBeVisible();
  await expect(card(page, 1)).toContainText('Newer answer: True');
  await card(page, 1).getByRole('button', { name: 'Use the newer answer' }).click();
  await expect(card(page, 1).getByRole('radio', { name: 'True' })).toBeChecked();
  await submit(other);
  await expect(other.getByText('You scored 33%.')).toBeVisible();
  await laptop.close();
});
