import type { Page } from '@playwright/test';
import { makeVideo, progressOf } from '../kit/film.ts';
import { expect, makeMember, onDatabase, type Person, REFUSED, signIn, test } from '../kit/people.ts';

const SAVES = '**/api/learning/sections/*';

test.use({ expected: { faults: [REFUSED, /net::ERR/, /50[0-9]/] } });

test('what was marked is told until the server has it, also after its reader went elsewhere', async ({
  page,
}) => {
  const person = await openText(page);
  let isRefused = true;
  let refusals = 0;
  await page.route(SAVES, (route) => {
    if (!isRefused) return route.continue();
    refusals += 1;
    return route.fulfill({ status: 502, body: 'Bad Gateway' });
  });
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await expect.poll(() => refusals).toBe(1);
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect.poll(() => refusals).toBe(2);
  isRefused = false;
  await expect.poll(async () => (await progressOf(person)).done, { timeout: 20_000 }).toBe(true);
});

test('what was marked while the course was a draft is kept, said to be, and saved once it is public again', async ({
  page,
}) => {
  await page.clock.install();
  const person = await openText(page);
  await setState(page, 'draft');
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await expect(page.getByText("Your progress wasn't saved")).toBeVisible();
  await expect(page.getByText(/kept on this device until it is/)).toBeVisible();
  expect(await kept(page)).toContain('\\"marked\\":true');
  await setState(page, 'published');
  await page.clock.fastForward(31_000);
  await expect.poll(async () => (await progressOf(person)).done).toBe(true);
  await expect(page.getByText('✓ Done')).toBeVisible();
  await expect(page.getByText(/kept on this device until it is/)).toHaveCount(0);
});

test('nothing is kept of what was marked in a course that was left elsewhere, and its person is told so', async ({
  page,
}) => {
  const person = await openText(page);
  await onDatabase((client) =>
    client.query(
      'update enrolments set left_at = now() where user_id = (select id from users where email = $1)',
      [person.email],
    ),
  );
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await expect(page.getByText("Your progress wasn't saved")).toBeVisible();
  await expect(page.getByText('Enroll on the course page to save your progress.')).toBeVisible();
  await expect.poll(() => kept(page)).not.toContain('\\"marked\\":true');
});

test('whoever marks a section that is gone from their course is told so, each time', async ({ page }) => {
  await openText(page);
  let refusals = 0;
  await page.route(SAVES, (route) => {
    refusals += 1;
    return route.fulfill({
      status: 403,
      json: { code: 'NOT_ENROLLED', message: '', fields: {}, requestId: 'x' },
    });
  });
  const said = page.getByRole('region', { name: 'Notifications' });
  for (const _ of [1, 2]) {
    await page.getByRole('button', { name: 'Mark as done' }).click();
    await expect(said).toContainText('It may have been removed from the course.');
    await said.getByRole('button', { name: 'Close' }).click();
    await expect(said).not.toContainText('It may have been removed from the course.');
  }
  // Nothing would come of sending it again.
  expect(refusals).toBe(1);
});

test('a request that is never answered holds up nothing for long', async ({ page }) => {
  await page.clock.install();
  await openText(page);
  let asked = 0;
  await page.route(SAVES, () => {
    asked += 1;
  });
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await expect.poll(() => asked).toBe(1);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => asked).toBe(2);
  await page.clock.runFor(15_000);
  await page.clock.runFor(5_000);
  await expect.poll(() => asked).toBe(3);
});

/** Of the course that the page shows. */
async function setState(page: Page, state: 'draft' | 'published'): Promise<void> {
  const slug = new URL(page.url()).pathname.split('/')[2];
  await onDatabase((client) => client.query('update courses set state = $2 where slug = $1', [slug, state]));
}

const kept = (page: Page) => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));

/** A section that is read and marked. */
async function openText(page: Page): Promise<Person> {
  const person = await makeMember();
  const address = await makeVideo(person, '<p>Words.</p>');
  const slug = address.split('/')[2];
  await onDatabase((client) =>
    client.query(
      `update course_content set type = 'text', video_url = null
       where course_id = (select id from courses where slug = $1)`,
      [slug],
    ),
  );
  await signIn(page, person, address);
  await expect(page.getByText('Words.')).toBeVisible();
  return person;
}
