import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED, /Failed to load resource/, /net::ERR/] } });

interface MadeCourse {
  readonly slug: string;
  readonly title: string;
}

/** A course of a long lesson, a short one and a lab. */
async function makeCourse(tier = 'free'): Promise<MadeCourse> {
  const slug = `study-${randomBytes(6).toString('hex')}`;
  const title = `Study ${slug.slice(-6)}`;
  const long = Array.from({ length: 40 }, (_, at) => `<p>Paragraph ${at + 1} of a long text.</p>`).join('');
  const code = `<pre><code>select ${'a_long_name, '.repeat(20)} 1;</code></pre>`;
  await onDatabase((client) =>
    client.query(
      `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
         values ($1, 'To be studied.', $2, $3, $4) returning id)
       insert into course_content (course_id, key, title, content, content_html, section_type, minutes, sort_order)
         select id, key, title, 'x', html, kind::section_type, 1, place from made,
           (values ('long', 'A long lesson', $5, 'lesson', 1), ('short', 'A short lesson', '<p>Short.</p>', 'lesson', 2),
             ('lab', 'A lab', '<p>Try it.</p>', 'lab', 3)) s (key, title, html, kind, place)`,
      [title, slug, `/covers/${slug}.svg`, tier, code + long],
    ),
  );
  return { slug, title };
}

async function enrol(page: Page, { slug }: MadeCourse): Promise<void> {
  await page.goto(`/courses/${slug}`);
  await page.getByRole('button', { name: 'Enroll', exact: true }).click();
  await expect(page.getByText("You're enrolled")).toBeVisible();
}

const outline = (page: Page) => page.getByRole('navigation', { name: 'Course content' });

test('a member enrols, studies to the end, and finds the course completed', async ({ page }) => {
  test.slow();
  const course = await makeCourse();
  await signIn(page, await makeMember('free', 'Mary Somerville'), null);
  await enrol(page, course);
  await page.getByRole('link', { name: 'Start course' }).click();
  await expect(page).toHaveURL(new RegExp(`/courses/${course.slug}/learn/long$`));
  await expect(page.getByRole('heading', { name: 'A long lesson', level: 1 })).toBeVisible();
  await expect(page.getByText('0 of 3 done')).toBeVisible();
  await page.getByRole('heading', { name: 'A long lesson' }).press('End');
  await expect(page.getByText('✓ Done')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('1 of 3 done')).toBeVisible();
  await expect(outline(page).getByRole('link', { name: /A long lesson.*Done/ })).toBeVisible();
  await page.getByRole('link', { name: /Next.*A short lesson/ }).click();
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await expect(page.getByText('2 of 3 done')).toBeVisible();

  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Continue where you left off' })).toBeVisible();
  await page.getByRole('link', { name: 'Continue: A lab' }).click();
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await expect(page.getByText(`You've completed ${course.title}!`)).toBeVisible();
  await page.getByRole('link', { name: 'Go to My Courses' }).click();
  await expect(page).toHaveURL(/\/my-courses$/);
  const completed = page.getByRole('region', { name: 'Completed' });
  await expect(completed.getByRole('link', { name: course.title })).toBeVisible();
  await expect(completed.getByText('3 of 3 done')).toBeVisible();
  await expect(completed.getByText(/^Completed on /)).toBeVisible();

  await page.goto('/dashboard');
  const progress = page.getByRole('region', { name: 'Learning progress' });
  await expect(progress.getByRole('link', { name: course.title })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Continue where you left off' })).toHaveCount(0);
});

test('one goes on where one stopped, on another device too', async ({ browser, page }) => {
  const course = await makeCourse();
  const person = await makeMember();
  await signIn(page, person, null);
  await enrol(page, course);
  await page.goto(`/courses/${course.slug}/learn/long`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const saved = page.waitForResponse((response) => response.url().includes('/api/learning/sections/'));
  await page.getByText('Paragraph 20 of a long text.').scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 400);
  await saved;
  await expect
    .poll(async () => {
      const { rows } = await onDatabase((client) =>
        client.query(
          'select position from section_progress where user_id = (select id from users where email = $1)',
          [person.email],
        ),
      );
      return rows[0]?.position ?? 0;
    })
    .toBeGreaterThan(0.1);
  const other = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await signIn(other, person, `/courses/${course.slug}`);
  await other.getByRole('link', { name: 'Continue: A long lesson' }).click();
  await expect.poll(() => other.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await other.context().close();
});

test('one goes on where one stopped without leaving the player, and the course says where', async ({
  page,
}) => {
  const course = await makeCourse();
  await signIn(page, await makeMember(), null);
  await enrol(page, course);
  await page.goto(`/courses/${course.slug}/learn/long`);
  await expect(page.getByRole('heading', { name: 'A long lesson', level: 1 })).toBeVisible();
  await page.getByText('Paragraph 30 of a long text.').scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  // What is noticed of a scrolled page is noticed when it rests.
  await page.waitForTimeout(600);
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { name: 'A short lesson', level: 1 })).toBeVisible();
  await expect(outline(page).getByRole('link', { name: /A long lesson.*In progress/ })).toBeVisible();
  await page.keyboard.press('k');
  await expect(page.getByRole('heading', { name: 'A long lesson', level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { name: 'A short lesson', level: 1 })).toBeVisible();
  await page.waitForTimeout(600);
  await page.getByRole('link', { name: `← ${course.title}` }).click();
  await expect(page.getByRole('link', { name: 'Continue: A short lesson' })).toBeVisible();
});

test('a section that does not count is done without being counted', async ({ page }) => {
  const course = await makeCourse();
  await onDatabase((client) =>
    client.query(
      `update course_content set required = false
       where key = 'short' and course_id = (select id from courses where slug = $1)`,
      [course.slug],
    ),
  );
  await signIn(page, await makeMember(), null);
  await enrol(page, course);
  await page.goto(`/courses/${course.slug}/learn/lab`);
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await expect(page.getByText('1 of 2 done')).toBeVisible();
  await page.getByRole('link', { name: /Previous.*A short lesson/ }).click();
  const reported = page.waitForResponse((response) => response.url().includes('/api/learning/sections/'));
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await reported;
  await expect(page.getByText('✓ Done')).toBeVisible();
  await page.waitForTimeout(500);
  await expect(page.getByText('1 of 2 done')).toBeVisible();
});

test('without a connection nothing is lost: it is told when there is one again', async ({ page }) => {
  const course = await makeCourse();
  await signIn(page, await makeMember(), null);
  await enrol(page, course);
  await page.clock.install();
  await page.goto(`/courses/${course.slug}/learn/short`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.route('**/api/learning/sections/*', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: '', fields: {}, requestId: 'r' } }),
  );
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await expect(page.getByText(/Not synced yet/)).toBeVisible();
  // Until there is nothing more to notice, which would be a reason to send.
  await page.clock.fastForward(40_000);
  await page.clock.fastForward(10_000);
  await page.waitForTimeout(500);
  await page.unrouteAll();
  await page.clock.fastForward(31_000);
  await expect(page.getByText('✓ Done')).toBeVisible();
  await expect(page.getByText('1 of 3 done')).toBeVisible();
});

test('in a browser that keeps nothing progress is saved all the same', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });
  const course = await makeCourse();
  await signIn(page, await makeMember(), null);
  await enrol(page, course);
  await page.goto(`/courses/${course.slug}/learn/short`);
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await expect(page.getByText('✓ Done')).toBeVisible();
  await page.keyboard.press('n');
  const noted = page.waitForResponse((reply) => reply.url().includes('/notes') && reply.ok());
  await page.getByLabel('Note on this section').fill('Kept on the server.');
  await noted;
  await page.reload();
  await expect(page.getByText('1 of 3 done')).toBeVisible();
  await expect(page.getByLabel('Note on this section')).toHaveValue('Kept on the server.');
});

test('a course is studied by keyboard alone', async ({ page }) => {
  const course = await makeCourse();
  await signIn(page, await makeMember(), null);
  await enrol(page, course);
  await page.goto(`/courses/${course.slug}/learn/long`);
  await expect(page.getByRole('heading', { name: 'A long lesson', level: 1 })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/learn\/short$/);
  await expect(page.getByRole('heading', { name: 'A short lesson', level: 1 })).toBeVisible();
  await page.keyboard.press('d');
  await expect(page.getByText('✓ Done')).toBeVisible();
  await page.keyboard.press('k');
  await expect(page).toHaveURL(/learn\/long$/);
  const code = page.locator('pre');
  await code.press('ArrowRight');
  await expect.poll(() => code.evaluate((it) => it.scrollLeft)).toBeGreaterThan(0);
  await expect(page).toHaveURL(/learn\/long$/);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.getByLabel('Enable these shortcuts').press('Space');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('j');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'A long lesson', level: 1 })).toBeVisible();
  await page.keyboard.press('j');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter');
  await page.getByLabel('Enable these shortcuts').press('Space');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/learn\/long$/);
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/learn\/short$/);
});

test('a key that is pressed the moment a section appears is not lost', async ({ page }) => {
  const course = await makeCourse();
  await signIn(page, await makeMember(), null);
  await enrol(page, course);
  await page.goto(`/courses/${course.slug}/learn/long`);
  await expect(page.getByRole('heading', { name: 'A long lesson', level: 1 })).toBeVisible();
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('main h1')?.textContent !== 'A short lesson') return;
      observer.disconnect();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }));
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await page.keyboard.press('j');
  await expect(page.getByText('✓ Done')).toBeVisible();
});

test('the focus goes on to the next section when the end is read while it is on the button', async ({
  page,
}) => {
  const course = await makeCourse();
  await signIn(page, await makeMember(), null);
  await enrol(page, course);
  await page.goto(`/courses/${course.slug}/learn/long`);
  // Far below what is seen: the focus itself brings one to the end of the text.
  await page.getByRole('button', { name: 'Mark as done' }).focus();
  await expect(page.getByText('✓ Done')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('link', { name: /Next.*A short lesson/ })).toBeFocused();
});

test('who leaves keeps the progress, and who loses the plan is told so', async ({ page }) => {
  const course = await makeCourse('basic');
  const person = await makeMember('basic');
  await signIn(page, person, null);
  await enrol(page, course);
  await page.goto(`/courses/${course.slug}/learn/short`);
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await expect(page.getByText('✓ Done')).toBeVisible();
  await page.goto(`/courses/${course.slug}`);
  await page.getByRole('button', { name: 'Leave course' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave course' }).click();
  await expect(page.getByText('You left the course')).toBeVisible();
  await page.getByRole('button', { name: 'Enroll', exact: true }).click();
  await expect(page.getByText('1 of 3 done')).toBeVisible();
  await onDatabase((client) =>
    client.query(
      "update profiles set subscription_tier = 'free' where id = (select id from users where email = $1)",
      [person.email],
    ),
  );
  await page.goto('/my-courses');
  await expect(
    page.getByText('Your plan no longer includes this course. Your progress is saved.'),
  ).toBeVisible();
  await page.goto(`/courses/${course.slug}/learn/short`);
  await expect(page).toHaveURL(new RegExp(`/courses/${course.slug}$`));
  await expect(page.getByRole('link', { name: 'See plans' })).toBeVisible();
});

test('who is not enrolled is led to the course, an unknown section is not found', async ({ page }) => {
  const course = await makeCourse();
  await page.goto(`/courses/${course.slug}/learn/short`);
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await signIn(page, await makeMember(), `/courses/${course.slug}/learn/short`);
  await expect(page).toHaveURL(new RegExp(`/courses/${course.slug}$`));
  await enrol(page, course);
  await page.goto(`/courses/${course.slug}/learn/nothing`);
  await expect(page.getByText('Course Not Found')).toBeVisible();
});

test('a lesson is not read in a tab that nobody looks at', async ({ page }) => {
  const course = await makeCourse();
  await page.addInitScript(() => {
    const shown = { hidden: true };
    Object.assign(window, { shown });
    Object.defineProperty(document, 'hidden', { get: () => shown.hidden });
  });
  await signIn(page, await makeMember(), null);
  await enrol(page, course);
  await page.clock.install();
  await page.goto(`/courses/${course.slug}/learn/short`);
  await expect(page.getByRole('heading', { name: 'A short lesson', level: 1 })).toBeVisible();
  await page.clock.fastForward(20_000);
  await page.clock.fastForward(1000);
  await expect(page.getByText('0 of 3 done')).toBeVisible();
  await page.evaluate(() => {
    Object.assign((window as unknown as { shown: object }).shown, { hidden: false });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.clock.fastForward(1000);
  await page.waitForTimeout(500);
  await expect(page.getByText('✓ Done')).toHaveCount(0);
  await page.clock.fastForward(10_000);
  await expect(page.getByText('✓ Done')).toBeVisible();
});

test('an administrator sees what somebody studies', async ({ page }) => {
  const course = await makeCourse();
  const person = await makeMember('free', 'Sofia Kovalevskaya');
  await signIn(page, person, null);
  await enrol(page, course);
  await page.context().clearCookies();
  await signIn(page, HEAD, `/admin/users?q=${person.email}`);
  await page.getByRole('link', { name: 'Sofia Kovalevskaya' }).click();
  const part = page.getByRole('region', { name: 'Courses' });
  await expect(part.getByRole('link', { name: course.title })).toBeVisible();
  await expect(part).toContainText('Enrolled');
});

for (const width of [375, 1280]) {
  test.describe(`at ${width} px, light and dark`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme: 'light' });
    test('axe finds nothing where one studies, and nothing is wider than the screen', async ({ page }) => {
      const course = await makeCourse();
      await signIn(page, await makeMember(), null);
      await enrol(page, course);
      const paths = [
        `/courses/${course.slug}`,
        `/courses/${course.slug}/learn/short`,
        '/dashboard',
        '/my-courses',
      ];
      for (const path of paths) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expect(page.getByRole('progressbar').first()).toBeVisible();
        expect(await violationsInBothSchemes(page), path).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await page.screenshot({
          path: test.info().outputPath(`${path.split('/')[1]}-${path.split('/').length}.png`),
        });
      }
    });
  });
}
