import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { axeOf } from '../kit/axe.ts';
import { answerAll, asked, card, openExam, saved, submit } from '../kit/exams.ts';
import { expect, makeMember, onDatabase, type Person, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED, /Failed to load resource/, /net::ERR/] } });

test('a candidate answers every kind by keyboard, hands in, passes and is told why', async ({ page }) => {
  test.slow();
  const address = await openExam(page);
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Final exam', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Start exam' }).click();
  await answerAll(page);
  await expect(page.getByText('9 of 9 answered')).toBeVisible();
  await saved(page);
  expect((await axeOf(page).analyze()).violations).toEqual([]);
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Passed' })).toBeVisible();
  await expect(page.getByText('You scored 100%. The passing score is 90%.')).toBeVisible();
  await expect(card(page, 9).getByText('1 of 1 point')).toBeVisible();
  expect((await axeOf(page).analyze()).violations).toEqual([]);
  await page.goto(address.replace('/exams/', '/learn/'));
  await expect(page.getByText('1 of 1 done')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to exam' })).toBeVisible();
});

test('what was saved is there after the page was lost, and what was not saved waits and is sent', async ({
  context,
  page,
}) => {
  const address = await openExam(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await card(page, 3).getByRole('radio', { name: 'True' }).check();
  await saved(page);
  await context.setOffline(true);
  await card(page, 5).getByLabel('Your answer').fill('queue');
  await expect(page.getByText('Your answers are saved in this browser')).toBeVisible();
  await context.setOffline(false);
  await saved(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Resume exam' }).click();
  await expect(card(page, 3).getByRole('radio', { name: 'True' })).toBeChecked();
  await expect(card(page, 5).getByLabel('Your answer')).toHaveValue('queue');
});

test('who hands in in one tab cannot go on in the other, and sees the result there too', async ({
  context,
  page,
}) => {
  const address = await openExam(page, { feedback: 'never' });
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await card(page, 3).getByRole('radio', { name: 'True' }).check();
  await saved(page);
  const other = await context.newPage();
  await other.goto(address);
  await other.getByRole('button', { name: 'Resume exam' }).click();
  await expect(card(other, 3).getByRole('radio', { name: 'True' })).toBeChecked();
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Not passed this time' })).toBeVisible();
  await expect(page.getByText("This exam doesn't show the correct answers.")).toBeVisible();
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
  await page.getByRole('button', { name: 'Start exam' }).click();
  await card(page, 5).getByRole('textbox').fill('a stack');
  await saved(page);
  const signOut = async () => {
    await context.clearCookies();
    await page.clock.fastForward(31_000);
    await expect(page.getByText("You're logged out.")).toBeVisible();
  };
  const signInElsewhere = async (who: Person) => {
    const [other] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Log in in a new tab' }).click(),
    ]);
    await other.waitForLoadState();
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
  await signIn(page, person, address);
  await page.getByRole('button', { name: 'Resume exam' }).click();
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
  await page.getByRole('button', { name: 'Start exam' }).click();
  // The session ends during the exam, not on the way to it.
  await expect(card(page, 5)).toBeVisible();
  await context.clearCookies();
  await card(page, 5).getByRole('textbox').fill('a queue');
  await page.clock.fastForward(31_000);
  await page.getByRole('button', { name: 'Log in here' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Log in to continue' });
  await expect(dialog).toContainText(person.email);
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  const { violations } = await axeOf(page).include('dialog[open]').analyze();
  expect(violations).toEqual([]);
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Incorrect email or password.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Use a backup code instead' }).click();
  await expect(dialog.getByLabel('Backup code')).toBeFocused();
  await page.keyboard.type(begun.backupCodes[0]);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await saved(page);
  await expect(card(page, 5).getByRole('textbox')).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await page.reload();
  await page.getByRole('button', { name: 'Resume exam' }).click();
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
      ...asked,
      id: 'q-match',
      kind: 'match',
      prompt: 'What belongs together?',
      pairs: [
        { left: '$x^2$', right: '$2x$' },
        { left: '![a hill](/covers/hill.svg)', right: `![a valley](/covers/${slug}.svg)` },
      ],
    },
    { ...asked, id: 'q-order', kind: 'order', prompt: 'In order:', items: ['$a$', 'b'] },
    { ...asked, id: 'q-number', kind: 'number', prompt: 'How long?', answer: 3.5, tolerance: 0, unit: 'ms' },
  ]);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  const hill = card(page, 1).getByRole('group', { name: 'a hill' });
  await expect(hill.getByRole('radio', { name: '2x' })).toBeVisible();
  await expect(hill.locator('.katex')).toBeVisible();
  await hill.getByRole('radio', { name: 'a valley' }).press('Space');
  await expect(card(page, 2).getByRole('button', { name: 'Move up: a', exact: true })).toBeVisible();
  await expect(page.getByText('1 of 3 answered')).toBeVisible();
  await saved(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  expect((await axeOf(page).analyze()).violations).toEqual([]);
  await submit(page);
  const key = card(page, 1)
    .getByRole('listitem')
    .filter({ has: page.getByRole('img', { name: 'a hill' }) });
  await expect(key.getByRole('img', { name: 'a valley' })).toBeVisible();
  await expect(card(page, 3).getByText('3.5 ms')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  expect((await axeOf(page).analyze()).violations).toEqual([]);
});

test('in a browser that keeps nothing answers are saved all the same', async ({ page }) => {
  await page.addInitScript("Storage.prototype.setItem = () => { throw new DOMException('no room'); }");
  const address = await openExam(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  const sent = page.waitForResponse((reply) => reply.url().endsWith('/answers'));
  await card(page, 5).getByRole('textbox').fill('a stack');
  await sent;
  await saved(page);
  await page.route('**/answers', (route) => route.abort());
  await card(page, 5).getByRole('textbox').fill('a queue');
  await expect(page.getByText("You're offline, and this browser can't keep your answers.")).toBeVisible();
  await page.unroute('**/answers');
  await saved(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Resume exam' }).click();
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
    `update courses set prerequisite_id = (select id from courses where slug = 'sql-from-scratch')
     where slug = $1`,
  );
  await expect(page.getByRole('heading', { name: "Final exam isn't open yet" })).toBeVisible();
  await expect(page.getByText('This course has a prerequisite')).toBeVisible();

  await openAt("update courses set subscription_level = 'premium' where slug = $1");
  await expect(page.getByRole('link', { name: 'See plans' })).toBeVisible();

  const slug = await openAt(
    'delete from enrolments where course_id = (select id from courses where slug = $1)',
  );
  await page.getByRole('button', { name: 'Start exam' }).click();
  await expect(page.getByText('Enroll on the course page')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/courses/${slug}$`));
  await expect(page.getByRole('button', { name: 'Enroll', exact: true })).toBeVisible();
});

/** Ten minutes go by for the server and the calendar, and none for the clock of the page. */
async function sleepTenMinutes(page: Page, address: string): Promise<void> {
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
}

test('after the device slept the time left is asked of the server, and what is typed stays', async ({
  page,
}) => {
  const address = await openExam(page, { timeLimit: 60 });
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await expect(page.getByRole('timer')).toContainText(/(?:1:00:00|59:\d\d) left/);
  await card(page, 5).getByRole('textbox').fill('a queue');
  await saved(page);
  await sleepTenMinutes(page, address);
  // However long the test took until here: less than the ten minutes that would make it so by themselves.
  await expect(page.getByRole('timer')).toContainText(/(?:50:00|4\d:\d\d) left/);
  await expect(card(page, 5).getByRole('textbox')).toHaveValue('a queue');
});

test('a reply that was under way while the device slept is asked for again', async ({ page }) => {
  const address = await openExam(page, { timeLimit: 60 });
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await expect(page.getByRole('timer')).toContainText(/(?:1:00:00|59:\d\d) left/);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let answered = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answered = resolve;
  });
  await page.route(
    /\/api\/exam-attempts\/[^/]+$/,
    async (route) => {
      const response = await route.fetch();
      answered();
      await released;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await isAnswered;
  await sleepTenMinutes(page, address);
  // The page has seen the other time, and waits for the reply that it asked for before.
  await page.waitForTimeout(1500);
  release();
  await expect(page.getByRole('timer')).toContainText(/(?:50:00|4\d:\d\d) left/);
});

test('when the time is over the saved answers are graded, whatever the clock of the device says', async ({
  page,
}) => {
  const address = await openExam(page, { timeLimit: 1 });
  await page.clock.install({ time: new Date('2031-01-01T00:00:00Z') });
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await expect(page.getByRole('timer')).toContainText(/(?:01:00|00:5\d) left/);
  await endTime(address);
  await page.clock.fastForward(61_000);
  await expect(page.getByText('Time ran out')).toBeVisible();
});

/** Ends the time of the attempt at this address. */
const endTime = (address: string) =>
  onDatabase((client) =>
    client.query(
      `update exam_attempts set deadline_at = now() where section_id =
        (select s.id from course_content s join courses c on c.id = s.course_id where c.slug = $1)`,
      [address.split('/')[2]],
    ),
  );

test('on a slow line the result comes too when the time is over, and is asked for a few times only', async ({
  page,
}) => {
  const address = await openExam(page, { timeLimit: 1 });
  await page.clock.install();
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await expect(page.getByRole('timer')).toContainText(/(?:01:00|00:5\d) left/);
  await endTime(address);
  let asked = 0;
  await page.route(/\/api\/exam-attempts\/[^/]+$/, async (route) => {
    asked += 1;
    // Longer than from one look at the clock to the next.
    await new Promise((resolve) => {
      setTimeout(resolve, 2500);
    });
    await route.continue().catch(() => undefined);
  });
  await page.clock.fastForward(61_000);
  await expect(page.getByText('Time ran out')).toBeVisible();
  expect(asked).toBeLessThan(3);
});

test('a reply that never comes is asked for again when the time is over', async ({ page }) => {
  const address = await openExam(page, { timeLimit: 1 });
  await page.clock.install();
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await expect(page.getByRole('timer')).toContainText(/(?:01:00|00:5\d) left/);
  await endTime(address);
  let asked = 0;
  await page.route(/\/api\/exam-attempts\/[^/]+$/, (route) => {
    asked += 1;
    return asked === 1 ? undefined : route.continue();
  });
  await page.clock.fastForward(61_000);
  await expect.poll(() => asked).toBe(1);
  await page.clock.runFor(30_000);
  await expect(page.getByText('Time ran out')).toBeVisible();
});

test('the exam fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(await openExam(page));
  await page.getByRole('button', { name: 'Start exam' }).click();
  await expect(card(page, 9)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  expect((await axeOf(page).analyze()).violations).toEqual([]);
});
