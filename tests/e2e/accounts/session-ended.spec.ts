import type { Page } from '@playwright/test';
import { hashOfToken } from '#server/areas/accounts/sessions/hash-of-token';
import { createCourse, unique } from '../kit/courses.ts';
import { makeCourse } from '../kit/made-course.ts';
import { expect, HEAD, makeMember, onDatabase, type Person, REFUSED, signIn, test } from '../kit/people.ts';
import { scriptOf } from '../kit/scripts.ts';

test.use({ expected: { faults: [REFUSED] } });

const banner = (page: Page) => page.getByRole('region', { name: 'Your session' });

/** The session of this page is deleted, and no other one of the same person. */
async function endSession(page: Page): Promise<void> {
  const cookies = await page.context().cookies();
  const tokens = cookies.map(({ value }) => hashOfToken(decodeURIComponent(value).split('.')[0] ?? ''));
  const { rowCount } = await onDatabase((client) =>
    client.query('delete from sessions where token = any($1)', [tokens]),
  );
  expect(rowCount).toBe(1);
}

/** Signs in again in the dialog over the page. */
async function signInHere(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  const dialog = page.getByRole('dialog', { name: 'Log in to continue' });
  await expect(dialog).toContainText(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(banner(page)).toHaveCount(0);
}

/** A member's page asks for its session every 30 s. */
async function askAgain(page: Page): Promise<void> {
  await page.clock.fastForward(31_000);
}

/** What watches over the session comes a moment after the page. */
async function hearOfTheEnd(page: Page): Promise<void> {
  await expect(async () => {
    await askAgain(page);
    await expect(banner(page)).toBeVisible({ timeout: 1000 });
  }).toPass();
}

test('what is typed in a course stays when the session ends, and is saved after signing in on the spot', async ({
  page,
}) => {
  test.slow();
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Held'));
  const address = page.url();
  await page.clock.install();
  await page.reload();
  const words = page.getByLabel('Description');
  await expect(words).toHaveValue('Words about the course.');
  await words.fill('Typed before the session ended.');
  await endSession(page);
  await hearOfTheEnd(page);
  await expect(banner(page)).toContainText('Your session has ended. What you typed is still here.');
  await words.fill('Typed after the session ended.');
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Failed to update course')).toBeVisible();
  await expect(page).toHaveURL(address);
  await banner(page).getByRole('button', { name: 'Log in here' }).click();
  await signInHere(page, HEAD);
  await expect(words).toHaveValue('Typed after the session ended.');
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();
  await page.reload();
  await expect(words).toHaveValue('Typed after the session ended.');
});

test('a new post whose save is refused is saved once its author signed in again', async ({ page }) => {
  test.slow();
  await signIn(page, HEAD, '/admin/blogs/new');
  const title = unique('Held post');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Description').fill('Words about the post.');
  await page.getByLabel('Categories').selectOption({ label: 'Databases' });
  await page.getByLabel('Text (Markdown)').fill('Words that matter.');
  await endSession(page);
  await page.getByRole('button', { name: 'Save Post' }).click();
  await banner(page).getByRole('button', { name: 'Log in here' }).click();
  await signInHere(page, HEAD);
  await expect(page.getByLabel('Text (Markdown)')).toHaveText('Words that matter.');
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page).toHaveURL(/\/admin\/blogs\/[0-9a-f-]{36}$/);
  await expect(page.getByText(title, { exact: true }).first()).toBeVisible();
});

test('a comment that was refused is posted once its author signed in again', async ({ page }) => {
  const person = await makeMember();
  const slug = await makeCourse('held-talk', { title: 'A course to talk about', sections: [] });
  await signIn(page, person, `/courses/${slug}`);
  await page.locator('#comments').scrollIntoViewIfNeeded();
  const box = page.getByLabel('Write a comment');
  await box.fill('A word that takes a while');
  await endSession(page);
  await page.getByRole('button', { name: 'Post comment' }).click();
  await banner(page).getByRole('button', { name: 'Log in here' }).click();
  await signInHere(page, person);
  await expect(box).toHaveValue('A word that takes a while');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.getByRole('article', { name: person.name })).toContainText('A word that takes a while');
});

test('in a dialog, which lets nothing else be reached, one is asked at once', async ({ page }) => {
  await signIn(page, HEAD, '/admin/questions');
  await page.getByRole('button', { name: 'Create bank' }).click();
  const bank = page.getByRole('dialog', { name: /bank/i });
  const title = unique('Held bank');
  await bank.getByLabel('Title', { exact: true }).fill(title);
  await endSession(page);
  await bank.getByRole('button', { name: 'Save bank' }).click();
  await signInHere(page, HEAD);
  await expect(bank.getByLabel('Title', { exact: true })).toHaveValue(title);
  await bank.getByRole('button', { name: 'Save bank' }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
});

test('what was typed is neither shown to nor saved by another account that signs in instead', async ({
  context,
  page,
}) => {
  test.slow();
  const [person, other] = [await makeMember(), await makeMember('free', 'Grace Hopper')];
  await signIn(page, person);
  await page.clock.install();
  await page.goto('/profile');
  await page.getByLabel('Full name').fill('Only Ada may see this');
  await endSession(page);
  await hearOfTheEnd(page);
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    banner(page).getByRole('link', { name: 'Log in in a new tab' }).click(),
  ]);
  await tab.waitForLoadState();
  await signIn(tab, other);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('button', { name: `Account menu for ${other.name}` })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await page.goto('/profile');
  await expect(page.getByLabel('Full name')).toHaveValue(other.name);
});

test('whoever signs in again in another tab finds the page as it was', async ({ context, page }) => {
  test.slow();
  const person = await makeMember();
  await signIn(page, person);
  await page.clock.install();
  await page.goto('/profile');
  await page.getByLabel('Full name').fill('Ada of Another Name');
  await endSession(page);
  await hearOfTheEnd(page);
  const tab = await context.newPage();
  await signIn(tab, person);
  await tab.close();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(banner(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated')).toBeVisible();
});

test('what was typed before the code that watches over the session was there is held as well', async ({
  page,
}) => {
  test.slow();
  const person = await makeMember();
  await signIn(page, person);
  await page.clock.install();
  const file = scriptOf('src/web/routes/-member-watch.tsx');
  const late = Promise.withResolvers<void>();
  await page.route(`**/${file}`, async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.goto('/contact');
  const message = page.getByLabel('Message');
  await message.fill('What Ada typed first');
  const watch = page.waitForResponse(`**/${file}`);
  late.resolve();
  await watch;
  await endSession(page);
  await hearOfTheEnd(page);
  await expect(message).toHaveValue('What Ada typed first');
});

test('a page with nothing to lose leads to the login, and a page with something once it is left', async ({
  page,
}) => {
  const person = await makeMember();
  await signIn(page, person);
  await page.clock.install();
  await page.goto('/profile');
  await expect(page.getByLabel('Full name')).toHaveValue(person.name);
  await endSession(page);
  await expect(async () => {
    await askAgain(page);
    await expect(page).toHaveURL(/\/login\?redirect=/, { timeout: 1000 });
  }).toPass();
  await signIn(page, person, '/profile');
  await page.getByLabel('Full name').fill('Ada of Another Name');
  await endSession(page);
  await hearOfTheEnd(page);
  await page.getByRole('link', { name: 'My Courses' }).first().click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
});

test('on a phone whose menu is open when the session ends, what is said at the login is shown', async ({
  page,
}) => {
  const person = await makeMember();
  await page.setViewportSize({ width: 400, height: 800 });
  await signIn(page, person);
  await page.clock.install();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  // What is said moved into the menu, which is above everything else.
  await expect(page.getByRole('dialog', { name: 'Sidebar' }).locator('[aria-live]')).toBeAttached();
  await endSession(page);
  await expect(async () => {
    await askAgain(page);
    await expect(page).toHaveURL(/\/login\?redirect=/, { timeout: 1000 });
  }).toPass();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toBeVisible();
  // The menu does not come back with whoever signs in.
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  const menu = page.getByRole('dialog', { name: 'Sidebar' });
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
});

test('the text stays where it is read when the session ends and is renewed', async ({ page }) => {
  test.slow();
  const person = await makeMember();
  const slug = await makeCourse('held-text', {
    title: 'A long text',
    html: '<p>A paragraph.</p>'.repeat(80),
    student: person.email,
    sections: [{ key: 'text', title: 'The text', type: 'lesson', minutes: 30 }],
  });
  await onDatabase((client) =>
    client.query(
      `insert into section_progress (user_id, section_id, course_id, position, position_at)
       select u.id, s.id, s.course_id, 0.5, now() from users u, course_content s join courses c on c.id = s.course_id
       where u.email = $1 and c.slug = $2`,
      [person.email, slug],
    ),
  );
  await signIn(page, person, null);
  await page.clock.install();
  await page.goto(`/courses/${slug}/learn/text`);
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  await expect.poll(scrolled).toBeGreaterThan(500);
  // Something that was typed holds the page.
  await page.keyboard.press('n');
  await page.getByLabel('Note on this section').fill('A word');
  await page.evaluate(() => window.scrollTo({ top: 100, behavior: 'instant' }));
  await endSession(page);
  await hearOfTheEnd(page);
  await page.clock.fastForward(1000);
  expect(await scrolled()).toBeLessThan(300);
  await banner(page).getByRole('button', { name: 'Log in here' }).click();
  await signInHere(page, person);
  await page.clock.fastForward(1000);
  expect(await scrolled()).toBeLessThan(300);
});
