import type { Page } from '@playwright/test';
import { openLab, RIGHT, savedIn, write } from '../kit/labs.ts';
import { makeCourse } from '../kit/made-course.ts';
import { expect, makeMember, onDatabase, type Person, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED, /net::ERR_FAILED/] } });

/** Somebody else signs in in another tab; the page of the one before doesn't find out by itself. */
async function signInElsewhere(page: Page, who: Person): Promise<void> {
  await page.route('**/api/session', (route) => route.abort());
  await page.context().clearCookies();
  const other = await page.context().newPage();
  await signIn(other, who);
  await other.close();
}

/** Back in the same browser, whose page asks who is signed in once it has the focus. */
async function signInAgain(page: Page, who: Person): Promise<void> {
  await page.context().clearCookies();
  const other = await page.context().newPage();
  await signIn(other, who);
  await other.close();
  await page.unroute('**/api/session');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
}

/** What each of all people has in a table, by their email address. */
async function stored(table: 'section_notes' | 'lab_work', column: string, emails: readonly string[]) {
  const { rows } = await onDatabase((client) =>
    client.query(
      `select u.email, w.${column}::text as text from ${table} w join users u on u.id = w.user_id where u.email = any($1)`,
      [emails],
    ),
  );
  return rows;
}

async function study(who: Person, slug: string): Promise<void> {
  await onDatabase((client) =>
    client.query(
      'insert into enrolments (user_id, course_id) select u.id, c.id from users u, courses c where u.email = $1 and c.slug = $2',
      [who.email, slug],
    ),
  );
}

test("a note goes into nobody else's account, and is saved once its author is back", async ({ page }) => {
  test.slow();
  const [ada, grace] = [await makeMember(), await makeMember('free', 'Grace Hopper')];
  const slug = await makeCourse('noted', {
    title: 'A course with notes',
    sections: [{ key: 'joins', title: 'Joins', type: 'lesson' }],
  });
  for (const who of [ada, grace]) await study(who, slug);
  await signIn(page, ada, `/courses/${slug}/learn/joins`);
  await page.getByText('My notes', { exact: true }).click();
  const note = page.getByLabel('Note on this section');
  await expect(note).toBeEditable();
  await signInElsewhere(page, grace);
  const refused = page.waitForResponse((reply) => reply.url().endsWith('/note'));
  await note.fill('Only for Ada');
  expect((await refused).status()).toBe(401);
  await expect(page.getByRole('region', { name: 'Your session' })).toBeVisible();
  const emails = [ada.email, grace.email];
  expect(await stored('section_notes', 'body', emails)).toEqual([]);
  await signInAgain(page, ada);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await stored('section_notes', 'body', emails)).toEqual([{ email: ada.email, text: 'Only for Ada' }]);
});

test("lab work goes into nobody else's account, and is saved once its learner is back", async ({ page }) => {
  test.slow();
  const { path, person: ada } = await openLab(page);
  const grace = await makeMember('free', 'Grace Hopper');
  await study(grace, path.split('/')[2] ?? '');
  await signInElsewhere(page, grace);
  const refused = page.waitForResponse((reply) => /\/api\/labs\/.*\/work/.test(reply.url()));
  await write(page, RIGHT);
  expect((await refused).status()).toBe(401);
  const emails = [ada.email, grace.email];
  expect(await stored('lab_work', 'files', emails)).toEqual([]);
  await signInAgain(page, ada);
  await savedIn(page);
  const [work, ...others] = await stored('lab_work', 'files', emails);
  expect(others).toEqual([]);
  expect(work.email).toBe(ada.email);
  expect(work.text).toContain('lines.reduce');
});

test('what is unsaved when the page becomes that of somebody else is not saved as theirs', async ({
  page,
}) => {
  test.slow();
  const { path, person: ada } = await openLab(page);
  const grace = await makeMember('free', 'Grace Hopper');
  await study(grace, path.split('/')[2] ?? '');
  await page.route(/\/api\/labs\/.*\/work/, (route) => route.abort());
  await write(page, RIGHT);
  await page.context().clearCookies();
  const other = await page.context().newPage();
  await signIn(other, grace);
  await other.close();
  await page.unroute(/\/api\/labs\/.*\/work/);
  const last = page.waitForResponse((reply) => /\/api\/labs\/.*\/work/.test(reply.url()));
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  expect((await last).status()).toBe(401);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('button', { name: `Account menu for ${grace.name}` })).toBeVisible();
  expect(await stored('lab_work', 'files', [ada.email, grace.email])).toEqual([]);
});
