import { randomBytes } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, makeMember, onDatabase, type Person, REFUSED, signIn, test } from './kit/people.ts';

test.use({ expected: { faults: [REFUSED, /Failed to load resource/, /net::ERR/] } });

const asked = { points: 1, explanation: 'Because it *is*.' };
const questions = [
  {
    ...{ ...asked, id: 'q-single', kind: 'single', prompt: 'Which one?' },
    options: [
      { text: 'the `first`', correct: true },
      { text: 'the second', correct: false },
    ],
  },
  {
    ...{ ...asked, id: 'q-multiple', kind: 'multiple', prompt: 'Which are even?' },
    options: [
      { text: 'two', correct: true },
      { text: 'three', correct: false },
      { text: 'four', correct: true },
    ],
  },
  { ...asked, id: 'q-true', kind: 'true-false', prompt: 'Water is wet.', answer: true },
  { ...asked, id: 'q-number', kind: 'number', prompt: 'How long?', answer: 3.5, tolerance: 0.1, unit: 'ms' },
  { ...asked, id: 'q-text', kind: 'text', prompt: 'Its name?', answers: ['queue'], caseSensitive: false },
  {
    ...{ ...asked, id: 'q-gaps', kind: 'gaps', prompt: 'First (1), then (2).', caseSensitive: false },
    gaps: [
      { answers: ['in'], wrong: [] },
      { answers: ['out'], wrong: ['off'] },
    ],
  },
  {
    ...{ ...asked, id: 'q-order', kind: 'order', items: ['one', 'two'] },
    // Longer than a phone is wide.
    prompt: `In order:\n\n\`\`\`sql\nselect ${'a_long_name, '.repeat(9)} 1;\n\`\`\``,
  },
  {
    ...{ ...asked, id: 'q-match', kind: 'match', prompt: 'What belongs together?' },
    pairs: [
      { left: 'cat', right: 'meow' },
      { left: 'dog', right: 'bark' },
    ],
  },
  {
    ...{ ...asked, id: 'q-sort', kind: 'categorise', prompt: 'Sort:', categories: ['fruit', 'root'] },
    items: [
      { text: 'apple', category: 'fruit' },
      { text: 'carrot', category: 'root' },
    ],
  },
];

/** A course with an exam, studied by a member who is signed in; answers where the exam is. */
async function openExam(
  page: Page,
  settings = {},
  taker?: Person,
  asks: readonly object[] = questions,
): Promise<string> {
  const slug = `exam-${randomBytes(6).toString('hex')}`;
  const person = taker ?? (await makeMember());
  await onDatabase(async (client) => {
    await client.query(
      `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
         values ('Queues', 'To be taken.', $1, $2, 'free') returning id),
       section as (insert into course_content (course_id, key, title, content, content_html, section_type, exam, sort_order)
         select id, 'final', 'Final exam', 'x', '<p>x</p>', 'exam', $3::jsonb, 1 from made)
       insert into enrolments (user_id, course_id) select u.id, made.id from users u, made where u.email = $4`,
      [
        ...[slug, `/covers/${slug}.svg`],
        ...[JSON.stringify({ intro: 'Begin.', passMark: 90, settings, questions: asks }), person.email],
      ],
    );
  });
  await signIn(page, person);
  return `/courses/${slug}/exams/final`;
}

const card = (page: Page, number: number) =>
  page.getByRole('region', { name: `Question ${number}`, exact: true });
const saved = (page: Page) =>
  expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();

async function answerAll(page: Page): Promise<void> {
  await card(page, 1).getByRole('radio', { name: 'the first' }).press('Space');
  await card(page, 2).getByRole('checkbox', { name: 'two' }).press('Space');
  await card(page, 2).getByRole('checkbox', { name: 'four' }).press('Space');
  await card(page, 3).getByRole('radio', { name: 'True' }).press('Space');
  await card(page, 4).getByLabel('Your answer, in ms').fill('3,5');
  await card(page, 5).getByLabel('Your answer').fill(' Queue ');
  await card(page, 6).getByLabel('Gap 1').fill('in');
  await card(page, 6).getByLabel('Gap 2').selectOption('out');
  const first = card(page, 7).getByRole('listitem').first();
  if (await first.getByText('one').isVisible())
    await card(page, 7).getByRole('button', { name: 'This order is right' }).press('Enter');
  else await card(page, 7).getByRole('button', { name: 'Move up: one' }).press('Enter');
  await card(page, 8).getByLabel('cat').selectOption('meow');
  await card(page, 8).getByLabel('dog').selectOption('bark');
  await card(page, 9).getByLabel('apple').selectOption('fruit');
  await card(page, 9).getByLabel('carrot').selectOption('root');
}

async function handIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
}

test('a candidate answers every kind by keyboard, hands in, passes and is told why', async ({ page }) => {
  test.slow();
  const address = await openExam(page);
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Final exam', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Start the exam' }).click();
  await answerAll(page);
  await expect(page.getByText('9 of 9 answered')).toBeVisible();
  await saved(page);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await handIn(page);
  await expect(page.getByRole('heading', { name: 'Passed' })).toBeVisible();
  await expect(page.getByText('You reached 100 %. 90 % are needed.')).toBeVisible();
  await expect(card(page, 9).getByText('1 of 1 point')).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.goto(address.replace('/exams/', '/learn/'));
  await expect(page.getByText('1 of 1 done')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to the exam' })).toBeVisible();
});

test('what was saved is there after the page was lost, and what was not saved waits and is sent', async ({
  context,
  page,
}) => {
  const address = await openExam(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Start the exam' }).click();
  await card(page, 3).getByRole('radio', { name: 'True' }).check();
  await saved(page);
  await context.setOffline(true);
  await card(page, 5).getByLabel('Your answer').fill('queue');
  await expect(page.getByText('Your answers wait in this browser')).toBeVisible();
  await context.setOffline(false);
  await saved(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Go on with the exam' }).click();
  await expect(card(page, 3).getByRole('radio', { name: 'True' })).toBeChecked();
  await expect(card(page, 5).getByLabel('Your answer')).toHaveValue('queue');
});

test('who hands in in one tab cannot go on in the other, and sees the result there too', async ({
  context,
  page,
}) => {
  const address = await openExam(page, { feedback: 'never' });
  await page.goto(address);
  await page.getByRole('button', { name: 'Start the exam' }).click();
  await card(page, 3).getByRole('radio', { name: 'True' }).check();
  await saved(page);
  const other = await context.newPage();
  await other.goto(address);
  await other.getByRole('button', { name: 'Go on with the exam' }).click();
  await expect(card(other, 3).getByRole('radio', { name: 'True' })).toBeChecked();
  await handIn(page);
  await expect(page.getByRole('heading', { name: 'Not passed this time' })).toBeVisible();
  await expect(page.getByText('This exam does not show what was right.')).toBeVisible();
  await card(other, 3).getByRole('radio', { name: 'False' }).check();
  await expect(other.getByRole('heading', { name: 'Not passed this time' })).toBeVisible();
});

test('whoever is signed out stays at the exam, signs in in another tab and goes on; somebody else takes nothing', async ({
  context,
  page,
}) => {
  test.slow();
  const person = await makeMember();
  const address = await openExam(page, {}, person);
  await page.clock.install();
  await page.goto(address);
  await page.getByRole('button', { name: 'Start the exam' }).click();
  await card(page, 5).getByRole('textbox').fill('a stack');
  await saved(page);
  const signOut = async () => {
    await context.clearCookies();
    await page.clock.fastForward(31_000);
    await expect(page.getByText('You are signed out.')).toBeVisible();
  };
  const signInElsewhere = async (who: Person) => {
    const [other] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Log in in a new tab' }).click(),
    ]);
    await signIn(other, who);
    await other.close();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.clock.fastForward(4000);
  };
  await signOut();
  await card(page, 5).getByRole('textbox').fill('a queue');
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await signInElsewhere(person);
  await saved(page);
  await expect(card(page, 5).getByRole('textbox')).toHaveValue('a queue');

  await signOut();
  await card(page, 5).getByRole('textbox').fill('my last word');
  await signInElsewhere(await makeMember('free', 'Grace Hopper'));
  await expect(card(page, 5)).toHaveCount(0);
  await context.clearCookies();
  await signIn(page, person);
  await page.goto(address);
  await page.getByRole('button', { name: 'Go on with the exam' }).click();
  await expect(card(page, 5).getByRole('textbox')).toHaveValue('my last word');
  await saved(page);
});

test('whose session ends signs in on the spot, with the second factor, and goes on where the words stand', async ({
  context,
  page,
}) => {
  const person = await makeMember();
  const address = await openExam(page, {}, person);
  // A page that is open asks by the old session while the new one begins, and would end both.
  await page.goto('about:blank');
  const begun = await change(page, '/api/account/two-factor', { password: person.password });
  const totp = new TOTP({ secret: Secret.fromBase32(begun.secret) });
  await change(page, '/api/account/two-factor/confirm', { code: totp.generate() });
  await page.setViewportSize({ width: 375, height: 800 });
  await page.clock.install();
  await page.goto(address);
  await page.getByRole('button', { name: 'Start the exam' }).click();
  await context.clearCookies();
  await card(page, 5).getByRole('textbox').fill('a queue');
  await page.clock.fastForward(31_000);
  await page.getByRole('button', { name: 'Log in here' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Log in and go on' });
  await expect(dialog).toContainText(person.email);
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  const { violations } = await new AxeBuilder({ page }).include('dialog[open]').analyze();
  expect(violations).toEqual([]);
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The email or the password is not right.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Use a backup code instead' }).click();
  await expect(dialog.getByLabel('Backup code')).toBeFocused();
  await page.keyboard.type(begun.backupCodes[0]);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await saved(page);
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await page.reload();
  await page.getByRole('button', { name: 'Go on with the exam' }).click();
  await expect(card(page, 5).getByRole('textbox')).toHaveValue('a queue');
});

/** What the own session sends, and what is answered. */
async function change(page: Page, path: string, data: object) {
  const reply = await page.request.post(path, { data, headers: { origin: process.env.E2E_URL ?? '' } });
  expect(reply.ok()).toBe(true);
  return reply.json();
}

test('formulas and pictures are seen where they are to be chosen, and in the right answer', async ({
  page,
}) => {
  const slug = `drawn-${randomBytes(6).toString('hex')}`;
  const address = await openExam(page, { feedback: 'after-attempt' }, undefined, [
    {
      ...{ ...asked, id: 'q-match', kind: 'match', prompt: 'What belongs together?' },
      pairs: [
        { left: '$x^2$', right: '$2x$' },
        { left: '![a hill](/covers/hill.svg)', right: `![a valley](/covers/${slug}.svg)` },
      ],
    },
    { ...{ ...asked, id: 'q-order', kind: 'order', prompt: 'In order:' }, items: ['$a$', 'b'] },
    { ...asked, id: 'q-number', kind: 'number', prompt: 'How long?', answer: 3.5, tolerance: 0, unit: 'ms' },
  ]);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(address);
  await page.getByRole('button', { name: 'Start the exam' }).click();
  const hill = card(page, 1).getByRole('group', { name: 'a hill' });
  await expect(hill.getByRole('radio', { name: '2x' })).toBeVisible();
  await expect(hill.locator('.katex')).toBeVisible();
  await hill.getByRole('radio', { name: 'a valley' }).press('Space');
  await expect(card(page, 2).getByRole('button', { name: 'Move up: a', exact: true })).toBeVisible();
  await expect(page.getByText('1 of 3 answered')).toBeVisible();
  await saved(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await handIn(page);
  const key = card(page, 1)
    .getByRole('listitem')
    .filter({ has: page.getByRole('img', { name: 'a hill' }) });
  await expect(key.getByRole('img', { name: 'a valley' })).toBeVisible();
  await expect(card(page, 3).getByText('3.5 ms')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('in a browser that keeps nothing answers are saved all the same', async ({ page }) => {
  await page.addInitScript("Storage.prototype.setItem = () => { throw new DOMException('no room'); }");
  const address = await openExam(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Start the exam' }).click();
  const sent = page.waitForResponse((reply) => reply.url().endsWith('/answers'));
  await card(page, 5).getByRole('textbox').fill('a queue');
  await sent;
  await saved(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Go on with the exam' }).click();
  await expect(card(page, 5).getByRole('textbox')).toHaveValue('a queue');
});

test('whoever cannot take an exam is led to where it says why', async ({ context, page }) => {
  test.slow();
  const person = await makeMember();
  const openAt = async (change: string) => {
    await context.clearCookies();
    const address = await openExam(page, {}, person);
    const slug = address.split('/')[2] ?? '';
    await onDatabase((client) => client.query(change, [slug]));
    await page.goto(address);
    return slug;
  };
  await openAt(
    `update courses set prerequisite_id = (select id from courses where kind = 'course' and slug <> $1 limit 1)
     where slug = $1`,
  );
  await expect(page.getByRole('heading', { name: 'Final exam is not open yet' })).toBeVisible();
  await expect(page.getByText('This course builds on another one')).toBeVisible();

  await openAt("update courses set subscription_level = 'premium' where slug = $1");
  await expect(page.getByRole('link', { name: 'See plans' })).toBeVisible();

  const slug = await openAt(
    'delete from enrolments where course_id = (select id from courses where slug = $1)',
  );
  await page.getByRole('button', { name: 'Start the exam' }).click();
  await expect(page.getByText('Enrol on its page')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/courses/${slug}$`));
  await expect(page.getByRole('button', { name: 'Enrol', exact: true })).toBeVisible();
});

test('after the device slept the time left is asked of the server, and what is typed stays', async ({
  page,
}) => {
  const address = await openExam(page, { timeLimit: 60 });
  await page.goto(address);
  await page.getByRole('button', { name: 'Start the exam' }).click();
  await expect(page.getByRole('timer')).toContainText(/(?:1:00:00|59:\d\d) left/);
  await card(page, 5).getByRole('textbox').fill('a queue');
  await saved(page);
  // Ten minutes go by for the server and the calendar, and none for the clock of the page.
  await onDatabase((client) =>
    client.query(
      `update exam_attempts set deadline_at = deadline_at - interval '10 minutes' where section_id =
         (select s.id from course_content s join courses c on c.id = s.course_id where c.slug = $1)`,
      [address.split('/')[2]],
    ),
  );
  await page.evaluate(() => {
    const real = Date.now;
    Date.now = () => real() + 600_000;
  });
  await expect(page.getByRole('timer')).toContainText(/(?:50:00|49:\d\d) left/);
  await expect(card(page, 5).getByRole('textbox')).toHaveValue('a queue');
});

test('when the time is over the saved answers are graded, whatever the clock of the device says', async ({
  page,
}) => {
  const address = await openExam(page, { timeLimit: 1 });
  await page.clock.install({ time: new Date('2031-01-01T00:00:00Z') });
  await page.goto(address);
  await page.getByRole('button', { name: 'Start the exam' }).click();
  await expect(page.getByRole('timer')).toContainText(/(?:01:00|00:5\d) left/);
  await onDatabase((client) =>
    client.query(
      `update exam_attempts set deadline_at = now() where section_id =
        (select s.id from course_content s join courses c on c.id = s.course_id where c.slug = $1)`,
      [address.split('/')[2]],
    ),
  );
  await page.clock.fastForward(61_000);
  await expect(page.getByText('The time was over')).toBeVisible();
});

/** Opens the same exam in another tab, where it goes on. */
async function openAgain(page: Page, address: string): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(address);
  await other.getByRole('button', { name: 'Go on with the exam' }).click();
  await expect(card(other, 1)).toBeVisible();
  return other;
}

/** Somebody comes back to the page: a window that is in front already says so itself. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

test('an answer that was changed in another tab is shown beside the own one, and the learner chooses', async ({
  page,
}) => {
  test.slow();
  const address = await openExam(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Start the exam' }).click();
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
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
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
  await page.getByRole('button', { name: 'Start the exam' }).click();
  await card(page, 3).getByRole('radio', { name: 'True' }).check();
  await saved(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('8 of 9 questions have no answer');
  // The window stays in front meanwhile: nothing makes it look.
  const phone = await browser.newContext();
  const other = await phone.newPage();
  await signIn(other, person);
  await other.goto(address);
  await other.getByRole('button', { name: 'Go on with the exam' }).click();
  await card(other, 3).getByRole('radio', { name: 'False' }).check();
  await saved(other);
  await phone.close();
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog', { name: 'Some answers were changed elsewhere' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Question 3' }).click();
  await expect(card(page, 3).getByRole('heading')).toBeFocused();
  await expect(card(page, 3)).toContainText('Newer answer: False');
  await card(page, 3).getByRole('button', { name: 'Keep the answer shown here' }).click();
  await saved(page);
  await handIn(page);
  await expect(card(page, 3).getByText('1 of 1 point')).toBeVisible();
});

test('what is missing is led to, flags stay, and nothing counts as answered before it was touched', async ({
  page,
}) => {
  const address = await openExam(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Start the exam' }).click();
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
  await card(page, 4).getByRole('textbox').fill('3,5 ms');
  await card(page, 5).getByRole('textbox').focus();
  await expect(card(page, 4)).not.toContainText('This is not a number');
  await card(page, 6).getByRole('button', { name: 'Flag question 6' }).click();
  await expect(state('Question 6, not answered, flagged')).toBeVisible();
  await page.goto(address);
  await page.getByRole('button', { name: 'Go on with the exam' }).click();
  await expect(state('Question 6, not answered, flagged')).toBeVisible();
  await state('Question 9, not answered').click();
  await expect(card(page, 9).getByRole('heading')).toBeFocused();
  await expect(card(page, 9)).toBeInViewport();
  await page.getByRole('button', { name: 'Submit' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('5 of 9 questions have no answer');
  await expect(dialog).toContainText('Only partly answered:');
  expect((await new AxeBuilder({ page }).include('dialog[open]').analyze()).violations).toEqual([]);
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
  await page.getByRole('button', { name: 'Start the exam' }).click();
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
    await page.getByRole('button', { name: 'Start the exam' }).click();
    await expect(card(page, 9)).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    // A toast is shown as well: what cannot be submitted says so.
    await card(page, 5).getByRole('textbox').fill('queue');
    await saved(page);
    await context.setOffline(true);
    await card(page, 5).getByRole('textbox').fill('stack');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert').getByText('could not be submitted')).toBeVisible();
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
    await expect(page.getByRole('alert').getByText('could not be submitted')).toBeVisible();
    await context.setOffline(false);
    await saved(page);
    await page.getByRole('button', { name: 'Leave exam' }).click();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to the course' })).toBeVisible();
  });

test('the exam fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(await openExam(page));
  await page.getByRole('button', { name: 'Start the exam' }).click();
  await expect(card(page, 9)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});
