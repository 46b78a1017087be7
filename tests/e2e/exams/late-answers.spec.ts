import type { Page } from '@playwright/test';
import { axeOf } from '../kit/axe.ts';
import { asked, card, openExam, saved } from '../kit/exams.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED, /Failed to load resource/, /net::ERR/] } });

const questions = [
  { ...asked, id: 'q-true', kind: 'true-false', prompt: 'Water is wet.', answer: true },
  { ...asked, id: 'q-text', kind: 'text', prompt: 'Its name?', answers: ['queue'], caseSensitive: false },
];

/** At the width of a phone and of a desk: axe finds nothing, and nothing is wider than the screen. */
async function fits(page: Page, name: string): Promise<void> {
  await look(page, name);
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect((await axeOf(page).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

/** Pictures of the screen in both themes, for who wants to look at it. */
async function look(page: Page, name: string): Promise<void> {
  if (!process.env.LOOK) return;
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [375, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const path = `${process.env.LOOK}/${name}-${width}-${colorScheme}.png`;
      await page.screenshot({ path, fullPage: true });
    }
}

/** The time of the attempt ran out half a minute ago; answers which attempt it is. */
async function runOut(address: string): Promise<string> {
  const { rows } = await onDatabase((client) =>
    client.query(
      `update exam_attempts set started_at = started_at - interval '1 hour', deadline_at = now() - interval '30 seconds'
       where section_id = (select s.id from course_content s join courses c on c.id = s.course_id where c.slug = $1)
       returning id`,
      [address.split('/')[2]],
    ),
  );
  return rows[0].id;
}

test('what was typed offline before the deadline reaches the marker after it, who accepts it with a reason', async ({
  browser,
  context,
  page,
}) => {
  test.slow();
  const person = await makeMember();
  const address = await openExam(page, { timeLimit: 1 }, person, questions);
  await page.clock.install();
  await page.goto(address);
  await expect(page.getByText("If you're offline when time runs out")).toBeVisible();
  await look(page, 'before');
  await page.getByRole('button', { name: 'Start exam' }).click();
  await card(page, 1).getByRole('radio', { name: 'True' }).check();
  await page.clock.runFor(1000);
  await saved(page);
  await context.setOffline(true);
  await card(page, 2).getByRole('textbox').fill('queue');
  await page.clock.runFor(4000);
  const status = page.getByRole('status');
  await expect(status.getByText('If time runs out first, your grader gets them')).toBeVisible();
  await look(page, 'offline');
  const attempt = await runOut(address);
  await page.clock.fastForward(61_000);
  await expect(status.getByText("Time is up, and you're offline.")).toBeVisible();
  await expect(card(page, 2).getByRole('textbox')).toBeDisabled();
  await expect(card(page, 2).getByRole('textbox')).toHaveValue('queue');
  await fits(page, 'over');

  // The first time the server cannot be reached: nothing is lost, and it is sent again.
  let isDown = true;
  await page.route('**/late-answers', (route) => (isDown ? route.abort() : route.continue()));
  await context.setOffline(false);
  await page.clock.runFor(4000);
  await expect(page.getByText('1 answer is still on this device')).toBeVisible();
  isDown = false;
  await page.clock.runFor(6000);
  await expect(page.getByText('1 answer reached us after the deadline')).toBeVisible();
  await expect(page.getByText('Waiting for a decision')).toBeVisible();
  await expect(page.getByText('You scored 50%. The passing score is 90%.')).toBeVisible();
  await expect(page.getByText('1 answer is still on this device')).toHaveCount(0);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('lectern.exam.'))),
  ).toEqual([]);
  await fits(page, 'waiting');

  const desk = await browser.newContext();
  const marker = await desk.newPage();
  await signIn(marker, HEAD, '/admin/marking');
  const link = marker.locator(`a[href="/admin/late-answers/${attempt}"]`);
  const row = marker.getByRole('listitem').filter({ has: link });
  await expect(row).toContainText('1 answer arrived after the deadline');
  await look(marker, 'queue');
  await row.getByRole('link', { name: `Review ${person.name}'s late answers` }).click();
  const region = marker.getByRole('region', { name: 'Question 2' });
  await expect(region).toContainText('No answer');
  await expect(region).toContainText('queue');
  await marker.getByRole('button', { name: 'Save decision' }).click();
  await expect(region.getByText('Choose one')).toBeVisible();
  await expect(marker.getByText('Give a reason')).toBeVisible();
  await fits(marker, 'review');
  await region.getByRole('radio', { name: 'Accept', exact: true }).check();
  await marker.getByRole('link', { name: 'Back to grading' }).click();
  const asked = marker.getByRole('dialog').filter({ hasText: "This grade isn't saved yet." });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(region.getByRole('radio', { name: 'Accept', exact: true })).toBeChecked();
  await marker.getByLabel('Reason').fill('The network of the school was down.');
  await marker.getByRole('button', { name: 'Save decision' }).click();
  await expect(region.getByText(/^Accepted by/)).toBeVisible();
  await expect(marker.getByRole('button', { name: 'Save decision' })).toHaveCount(0);
  await look(marker, 'decided');
  await desk.close();

  await page.goto(address);
  await page.getByRole('button', { name: 'View result' }).click();
  await expect(page.getByText('You scored 100%.')).toBeVisible();
  await expect(page.getByText('Reason: The network of the school was down.')).toBeVisible();
  await fits(page, 'accepted');
});

/** Somebody answers offline, closes the page, and their time runs out; a new page, for later. */
async function closeOffline(page: Page): Promise<{ address: string; later: Page }> {
  const context = page.context();
  const address = await openExam(page, { timeLimit: 1 }, undefined, questions);
  await page.clock.install();
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await expect(card(page, 2)).toBeVisible();
  await context.setOffline(true);
  await card(page, 2).getByRole('textbox').fill('queue');
  await page.clock.runFor(4000);
  await expect(page.getByRole('status').getByText("You're offline.")).toBeVisible();
  // First, since a page that is closed sends what it has, and what arrives in time counts.
  const attempt = await runOut(address);
  await page.close();
  await context.setOffline(false);
  const later = await context.newPage();
  await later.clock.install({ time: Date.now() + 61_000 });
  // Reading it ends it, as the chore does every minute.
  expect((await later.request.get(`/api/exam-attempts/${attempt}`)).ok()).toBe(true);
  return { address, later };
}

test('a page that was closed offline gives what it kept to the marker when its exam is opened again', async ({
  page,
}) => {
  test.slow();
  const { address, later } = await closeOffline(page);
  await later.goto(address);
  await expect(later.getByRole('status').getByText('1 answer reached us after the deadline')).toBeVisible();
});

test('it does so as well on any other page of its candidate, who is told', async ({ page }) => {
  test.slow();
  const { later } = await closeOffline(page);
  let isDown = true;
  await later.route('**/late-answers', (route) => (isDown ? route.abort() : route.continue()));
  const refused = later.waitForRequest('**/late-answers', { timeout: 30_000 });
  await later.goto('/dashboard');
  await refused;
  isDown = false;
  // The first try may still be under way.
  await expect(async () => {
    await later.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(later.getByText('1 answer reached us after the deadline')).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  expect(
    await later.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('lectern.exam.'))),
  ).toEqual([]);
});

test('where time goes on they are saved from any other page, and the candidate is told', async ({
  context,
  page,
}) => {
  test.slow();
  const address = await openExam(page, { timeLimit: 60 }, undefined, questions);
  await page.clock.install();
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await expect(card(page, 2)).toBeVisible();
  await page.route('**/answers', (route) => route.abort());
  await card(page, 2).getByRole('textbox').fill('queue');
  await page.clock.runFor(4000);
  await expect(page.getByRole('status').getByText("You're offline.")).toBeVisible();
  await page.close();
  const later = await context.newPage();
  await later.clock.install({ time: Date.now() + 20_000 });
  await later.goto('/dashboard');
  await expect(later.getByText('1 answer you gave offline is saved now.')).toBeVisible();
  await later.goto(address);
  await later.getByRole('button', { name: 'Resume exam' }).click();
  await expect(card(later, 2).getByRole('textbox')).toHaveValue('queue');
  await saved(later);
  expect(
    await later.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('lectern.exam.'))),
  ).toEqual([]);
});

test('what somebody else types on the page of a candidate replaces nothing that the candidate left', async ({
  context,
  page,
}) => {
  test.slow();
  const address = await openExam(page, {}, undefined, questions);
  await page.clock.install();
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await page.route('**/answers', (route) => route.abort());
  await card(page, 2).getByRole('textbox').fill('my last word');
  await page.clock.runFor(4000);
  // This page does not find out by itself who is signed in now.
  await page.route('**/api/session', (route) => route.abort());
  await context.clearCookies();
  const other = await context.newPage();
  await signIn(other, await makeMember('free', 'Grace Hopper'));
  await other.close();
  await page.unroute('**/answers');
  const turnedAway = page.waitForResponse((reply) => reply.url().endsWith('/answers'));
  await page.clock.runFor(4000);
  expect((await turnedAway).status()).toBe(404);
  await expect(page.getByText("You're logged out.")).toBeVisible();
  await card(page, 2).getByRole('textbox').fill('by Grace');
  await page.clock.runFor(4000);
  const kept = await page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, value]) => (key.startsWith('lectern.exam.') ? [value] : [])),
  );
  expect(kept).toHaveLength(1);
  expect(kept[0]).toContain('my last word');
});
