import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { mailTo } from '../kit/mail.ts';
import { expect, HEAD, makeMember, newPerson, onDatabase, openAwake, signIn, test } from '../kit/people.ts';

/** What failed is told to the console as well (spec section 8). */
test.use({
  expected: {
    faults: [/Failed to load resource/, /^ApiError: Broken/, / data is undefined/],
  },
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The server answers these requests as if something had gone wrong on its side. */
async function fail(page: Page, path: string, method: Method = 'GET'): Promise<void> {
  await page.route(`**/api${path}`, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status: 500,
          json: { code: 'INTERNAL', message: 'Broken', fields: {}, requestId: 'r-1' },
        })
      : route.fallback(),
  );
}
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' }).first();

test('a catalogue that cannot be loaded says so and can be tried again', async ({ page }) => {
  await openAwake(page, '/help');
  await fail(page, '/courses*');
  await navigation(page).getByRole('link', { name: 'Courses' }).click();
  await expect(page.getByRole('heading', { name: 'Error loading courses' })).toBeVisible();
  await expect(page.getByText('Failed to load courses')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Available Courses' })).toBeVisible();
});

test('an answer that is none is an unexpected error of the catalogue', async ({ page }) => {
  await openAwake(page, '/help');
  await page.route('**/api/courses*', (route) => route.fulfill({ status: 200, body: '' }));
  await navigation(page).getByRole('link', { name: 'Courses' }).click();
  await expect(page.getByText('Unexpected error loading courses')).toBeVisible();
});

test('a course that cannot be loaded leads back to the courses', async ({ page }) => {
  await openAwake(page, '/courses?q=sql');
  await fail(page, '/courses/sql-from-scratch');
  await page.getByRole('link', { name: 'SQL from Scratch' }).first().click();
  await expect(page.getByRole('heading', { name: 'Error loading course', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Courses' }).click();
  await expect(page.getByRole('heading', { name: 'Available Courses' })).toBeVisible();
});

test('a landing page that cannot be loaded is reloaded by Try Again', async ({ page }) => {
  await openAwake(page, '/help');
  await fail(page, '/courses*');
  await page.getByRole('link', { name: 'Lectern' }).first().click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Turn Knowledge Into Expertise' })).toBeVisible();
});

test('About Us says when it is absent and when it cannot be loaded', async ({ page }) => {
  await openAwake(page, '/help');
  await page.route('**/api/pages/about_us', (route) =>
    route.fulfill({
      status: 404,
      json: { code: 'PAGE_NOT_FOUND', message: '', fields: {}, requestId: 'r-1' },
    }),
  );
  await navigation(page).getByRole('link', { name: 'About' }).click();
  await expect(page.getByText('About Us content is being updated. Please check back later.')).toBeVisible();
  await page.unrouteAll();
  await openAwake(page, '/help');
  await fail(page, '/pages/about_us');
  await navigation(page).getByRole('link', { name: 'About' }).click();
  await expect(page.getByText('Error loading About Us content. Please try again later.')).toBeVisible();
  await expect(page.getByText('Error loading content', { exact: true })).toBeVisible();
  await expect(page.getByText('There was a problem loading the About Us content.')).toBeVisible();
});

test('a school without courses says so, and asks an administrator to create the first', async ({ page }) => {
  await openAwake(page, '/help');
  await page.route('**/api/courses*', (route) =>
    route.fulfill({ json: { items: [], total: 0, page: 1, pageSize: 24, correctedQuery: null, higher: [] } }),
  );
  await page.getByRole('link', { name: 'Lectern' }).first().click();
  await expect(page.getByText('No courses available yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create Your First Course' })).toHaveCount(0);
  await navigation(page).getByRole('link', { name: 'Courses' }).click();
  await expect(page.getByRole('heading', { name: 'No courses found' })).toBeVisible();
  await expect(page.getByText('No courses are available for your subscription level.')).toBeVisible();
  await signIn(page, HEAD);
  await page.getByRole('link', { name: 'Lectern' }).first().click();
  await page.getByRole('link', { name: 'Create Your First Course' }).click();
  await expect(page).toHaveURL(/\/admin\/courses\/new$/);
});

test('signing in and registering say what failed and keep what was typed', async ({ page }) => {
  await fail(page, '/sign-in', 'POST');
  await fail(page, '/register', 'POST');
  await page.goto('/login');
  await page.getByLabel('Email').fill('ada@school.test');
  await page.getByLabel('Password', { exact: true }).fill('a quiet sentence');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Login failed')).toBeVisible();
  await expect(page.getByText('An error occurred during login')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('ada@school.test');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();

  const person = newPerson();
  await page.goto('/register');
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Registration failed')).toBeVisible();
  await expect(page.getByText('An error occurred during registration')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue(person.name);
});

test('a logout that fails still ends at the login, with the reason', async ({ page }) => {
  const person = await makeMember('free');
  const logout = async () => {
    await page.getByRole('button', { name: /^Account menu for/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/login$/);
  };
  await signIn(page, person);
  await fail(page, '/sign-out', 'POST');
  await logout();
  await expect(page.getByText('Logout issue')).toBeVisible();
  await expect(
    page.getByText('An issue occurred during logout, but your session has been cleared.'),
  ).toBeVisible();
  await page.unrouteAll();
  await page.context().clearCookies();
  await signIn(page, person);
  await page.route('**/api/sign-out', (route) => route.fulfill({ status: 500, body: 'not ours' }));
  await logout();
  await expect(
    page.getByText('There was an issue with the logout process. Redirecting to login page.'),
  ).toBeVisible();
});

test('a plan that cannot be changed says so on the profile and on the price list', async ({ page }) => {
  await signIn(page, await makeMember('free'));
  await fail(page, '/account/tier', 'POST');
  await openAwake(page, '/profile?tab=subscription');
  await page.getByRole('button', { name: 'Upgrade to premium' }).click();
  await expect(page.getByText('Failed to update subscription')).toBeVisible();
  await page.getByRole('link', { name: 'Compare all plans' }).click();
  await page.getByRole('button', { name: 'Choose Basic' }).click();
  await expect(page.getByText('Subscription update failed')).toBeVisible();
  await expect(page.getByText('An error occurred while updating your subscription')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Choose Basic' }).click();
  await expect(page.getByText('Subscription updated')).toBeVisible();
  await expect(page.getByText('Your subscription has been updated to basic')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Current plan' })).toBeDisabled();
});

test('courses, sections and categories that cannot be saved or deleted say so and lose nothing', async ({
  browser,
  page,
}) => {
  test.slow();
  await signIn(page, HEAD, '/admin/courses/new');
  const title = `Faults ${randomBytes(3).toString('hex')}`;
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Description').fill('What breaks.');
  await page.getByRole('tab', { name: 'Course Settings' }).click();
  await page.getByLabel('Categories').selectOption({ label: 'Databases' });
  await fail(page, '/admin/courses', 'POST');
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Failed to create course')).toBeVisible();
  await page.getByRole('tab', { name: 'Basic Information' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Save Course' }).dblclick();
  await expect(page).toHaveURL(/\/admin\/courses\/[0-9a-f-]{36}$/);
  const { rows } = await onDatabase((client) =>
    client.query('select count(*)::int as count, max(slug) as slug from courses where title = $1', [title]),
  );
  expect(rows[0].count, 'a double click makes one course').toBe(1);
  const visitor = await browser.newPage();
  await visitor.goto(`/courses/${rows[0].slug}`);
  await expect(visitor.getByText('No content available for this course yet.')).toBeVisible();
  await visitor.close();

  await fail(page, '/admin/courses/*', 'PUT');
  await fail(page, '/admin/courses/*/sections', 'POST');
  await fail(page, '/admin/courses/*/sections/*', 'DELETE');
  await page.getByLabel('Description').fill('What breaks, and how.');
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Failed to update course')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('What breaks, and how.');
  await page.getByRole('tab', { name: 'Course Content' }).click();
  const group = page.getByRole('group', { name: 'Add a section' });
  await group.getByLabel('Section title').fill('First');
  await group.getByRole('button', { name: 'Add Section' }).click();
  await expect(page.getByText('Failed to add content section')).toBeVisible();
  await expect(group.getByLabel('Section title')).toHaveValue('First');
  await page.unrouteAll();
  await group.getByRole('button', { name: 'Add Section' }).click();
  await expect(page.getByText('Content section added successfully')).toBeVisible();
  await fail(page, '/admin/courses/*/sections/*', 'DELETE');
  await page.getByRole('button', { name: 'Remove' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Failed to remove content section')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Move First/ }).first()).toBeAttached();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();

  await page.goto(`/admin/courses?q=${encodeURIComponent(title)}`);
  await fail(page, '/admin/courses/*', 'DELETE');
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Failed to delete course. Please try again.')).toBeVisible();
  await expect(page.getByRole('button', { name: `Delete ${title}` })).toBeVisible();

  await page.goto('/admin/categories');
  await fail(page, '/admin/categories', 'POST');
  await fail(page, '/admin/categories/*', 'DELETE');
  await page.getByRole('button', { name: 'Add Category' }).click();
  await page.getByLabel('Name').fill('Faults');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Failed to save category')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Faults');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete Databases' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Failed to delete category')).toBeVisible();
});

test('lists of administrators that cannot be loaded say so', async ({ page }) => {
  await fail(page, '/categories*');
  await fail(page, '/admin/courses?*');
  for (const path of ['/admin/categories', '/admin']) {
    await signIn(page, HEAD, path);
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await expect(page.getByText('Loading...')).toHaveCount(0);
  }
});

test('a category that somebody else deleted meanwhile is not found', async ({ page }) => {
  const name = `Gone ${randomBytes(3).toString('hex')}`;
  await signIn(page, HEAD, '/admin/categories');
  await page.getByRole('button', { name: 'Add Category' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Category added successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeVisible();
  await onDatabase((client) => client.query('delete from categories where name = $1', [name]));
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await page.getByLabel('Description').fill('Too late');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Category not found')).toBeVisible();
});

test('a dead connection keeps what was typed, and sending works when it is back', async ({ page }) => {
  test.slow();
  await page.goto('/contact');
  await page.getByLabel('Name').fill('Grace');
  await page.getByLabel('Email').fill('grace@school.test');
  await page.getByLabel('Message').fill('Is anybody there?');
  // The client tries again for half a minute before it gives up.
  await page.clock.install();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: /send/i }).click();
  await expect(async () => {
    await page.clock.runFor(2000);
    await expect(page.getByText('No connection')).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByLabel('Message')).toHaveValue('Is anybody there?');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: /send/i }).click();
  // What it waits for may begin to wait only after the clock was moved.
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(page.getByText('Message sent')).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
});

test('a session that ends while a form is open loses nothing that was typed', async ({ page }) => {
  const person = await makeMember('free');
  await signIn(page, person);
  // The last that the page itself asks for: refused, it would lead to the login before anything is saved.
  const counted = page.waitForResponse('**/api/notifications/unread*');
  await page.goto('/profile');
  await counted;
  // What watches over the session comes after the page.
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Full name').fill('Ada of Another Name');
  await onDatabase((client) =>
    client.query('delete from sessions where user_id = (select id from users where email = $1)', [
      person.email,
    ]),
  );
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Please log in')).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue('Ada of Another Name');
});

test('a confirmation that the server could not take can be tried again', async ({ page }) => {
  const person = newPerson();
  await page.goto('/register');
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/login/);
  const { link } = await mailTo(person.email, 'Confirm your email address');
  await fail(page, '/verify-email', 'POST');
  await page.goto(link);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Your link still works')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a failure toast goes when the same action succeeds later, although the success shows none', async ({
  page,
}) => {
  const person = await makeMember('free');
  const { rows } = await onDatabase((client) =>
    client.query(
      `with enrolled as (insert into enrolments (user_id, course_id)
         select u.id, c.id from users u, courses c where u.email = $1 and c.slug = 'sql-from-scratch' returning course_id)
       select key from course_content s join enrolled e on e.course_id = s.course_id order by sort_order limit 1`,
      [person.email],
    ),
  );
  await signIn(page, person, `/courses/sql-from-scratch/learn/${rows[0].key}`);
  const bookmark = page.getByRole('button', { name: 'Bookmark' });
  await expect(bookmark).toBeEnabled();
  await fail(page, '/learning/sections/*/bookmark', 'PUT');
  await page.keyboard.press('b');
  const failure = page.getByText("Couldn't save the bookmark");
  // A toast under the pointer does not go by itself.
  await failure.hover();
  await expect(bookmark).toHaveAttribute('aria-pressed', 'false');
  await page.unrouteAll();
  await page.keyboard.press('b');
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true');
  await expect(failure).toBeHidden();
});

test('a page stands without the parts that it fetches late, and has them once the connection is back', async ({
  page,
}) => {
  await signIn(page, await makeMember(), '/api/session');
  const html = await (await page.request.get('/help')).text();
  let isDown = true;
  let refused = 0;
  await page.route('**/assets/*.js', (route) => {
    if (!isDown || html.includes(new URL(route.request().url()).pathname)) return route.continue();
    refused += 1;
    return route.abort();
  });
  await page.goto('/help');
  await expect.poll(() => refused).toBeGreaterThan(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help Center');
  isDown = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('complementary', { name: 'Version' })).toBeAttached();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help Center');
});
