import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { axeOf } from '../kit/axe.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

interface MadeCourse {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
}

async function makeCourse(rules = ''): Promise<MadeCourse> {
  const slug = `rules-${randomBytes(6).toString('hex')}`;
  const title = `Rules ${slug.slice(-6)}`;
  const { rows } = await onDatabase((client) =>
    client.query(
      `with made as (insert into courses (title, description, slug, thumbnail)
         values ($1, 'To be studied.', $2, $3) returning id)
       insert into course_content (course_id, key, title, content, content_html, minutes, sort_order)
         select id, key, title, body, '<p>' || body || '</p>', 1, place from made,
           (values ('joins', 'Joins', 'A join pairs the rows of two tables.', 1),
             ('indexes', 'Indexes', 'An index finds rows quickly.', 2),
             ('views', 'Views', 'A view is a named query.', 3)) s (key, title, body, place)
       returning course_id`,
      [title, slug, `/covers/${slug}.svg`],
    ),
  );
  const id: string = rows[0].course_id;
  if (rules !== '')
    await onDatabase((client) => client.query(`update courses set ${rules} where id = $1`, [id]));
  return { id, slug, title };
}

async function enrol(page: Page, { slug }: MadeCourse): Promise<void> {
  await page.goto(`/courses/${slug}`);
  await page.getByRole('button', { name: 'Enroll', exact: true }).click();
  await expect(page.getByText("You're enrolled")).toBeVisible();
}

const outline = (page: Page) => page.getByRole('navigation', { name: 'Course content' });

test('in order: a locked section says what comes first, and opens when that is done', async ({ page }) => {
  test.slow();
  const course = await makeCourse("section_order = 'in-order'");
  await signIn(page, await makeMember(), null);
  await enrol(page, course);
  await page.goto(`/courses/${course.slug}/learn/indexes`);
  await expect(page.getByRole('heading', { name: "Indexes isn't open yet", level: 1 })).toBeVisible();
  await expect(page.getByText('An index finds rows quickly.')).toHaveCount(0);
  await expect(outline(page).getByRole('link', { name: /Views.*Locked/ })).toBeVisible();
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await axeOf(page).analyze()).violations).toEqual([]);
  }
  await page.getByRole('main').getByRole('link', { name: 'Joins', exact: true }).last().click();
  await expect(page.getByText('A join pairs the rows of two tables.')).toBeVisible();
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await expect(page.getByText('1 of 3 done')).toBeVisible();
  await page.getByRole('link', { name: /Next.*Indexes/ }).click();
  await expect(page.getByText('An index finds rows quickly.')).toBeVisible();
});

test('a course that comes first is named on the page and in the player', async ({ page }) => {
  const first = await makeCourse();
  const second = await makeCourse(`prerequisite_id = '${first.id}'`);
  await signIn(page, await makeMember(), `/courses/${second.slug}`);
  await expect(page.getByRole('link', { name: `Prerequisite: ${first.title}` })).toBeVisible();
  await enrol(page, second);
  await page.goto(`/courses/${second.slug}/learn/joins`);
  await expect(page.getByText('This course has a prerequisite. Complete it first:')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: first.title, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/courses/${first.slug}$`));
});

test('an author sets the rules in the form of the course', async ({ page }) => {
  test.slow();
  const first = await makeCourse();
  const course = await makeCourse();
  const { rows } = await onDatabase((client) => client.query('select id from categories limit 1'));
  await onDatabase((client) =>
    client.query('insert into course_categories (course_id, category_id, position) values ($1, $2, 0)', [
      course.id,
      rows[0].id,
    ]),
  );
  await signIn(page, HEAD, `/admin/courses/${course.id}`);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Section order').selectOption('in-order');
  await page.getByLabel('Prerequisite course').fill(first.title);
  await page
    .getByRole('list', { name: 'Matching courses' })
    .getByRole('button', { name: first.title })
    .click();
  await page.getByRole('tab', { name: 'Content' }).click();
  await page.getByRole('button', { name: /^Views/ }).click();
  await page.getByLabel('Required to complete the course').uncheck();
  await page.getByLabel('Days after enrollment').fill('7');
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByLabel('Section order')).toHaveValue('in-order');
  await expect(page.getByRole('button', { name: `Remove ${first.title}` })).toBeVisible();
  await page.getByRole('tab', { name: 'Content' }).click();
  await page.getByRole('button', { name: /^Views/ }).click();
  await expect(page.getByLabel('Required to complete the course')).not.toBeChecked();
  await expect(page.getByLabel('Days after enrollment')).toHaveValue('7');
});

test.describe('the search for a course that comes first', () => {
  test.use({ expected: { faults: [REFUSED, /status of 5\d\d/] } });

  test('says that no course has the title, and that it failed', async ({ page }) => {
    const course = await makeCourse();
    await signIn(page, HEAD, `/admin/courses/${course.id}`);
    await page.getByRole('tab', { name: 'Settings' }).click();
    const field = page.getByLabel('Prerequisite course');
    await field.fill('No course is called so');
    await expect(page.getByText('No courses found.')).toBeVisible();
    // It can't come before itself.
    await field.fill(course.title);
    await expect(page.getByText('No courses found.')).toBeVisible();
    await page.route('**/api/admin/courses?*', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: '', fields: {}, requestId: '' } }),
    );
    await field.fill('Another title');
    await expect(page.getByText("Couldn't search. Try again.")).toBeVisible();
    await expect(page.getByText('No courses found.')).toHaveCount(0);
  });
});

test('notes and bookmarks are kept, found again, and taken along', async ({ page }) => {
  test.slow();
  const course = await makeCourse();
  await signIn(page, await makeMember(), null);
  await enrol(page, course);
  await page.goto(`/courses/${course.slug}/learn/joins`);
  await expect(page.getByRole('button', { name: 'Bookmark' })).toBeEnabled();
  await page.keyboard.press('n');
  await page.getByLabel('Note on this section').pressSequentially('Pairs **rows**.');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('b');
  await expect(page.getByRole('button', { name: 'Bookmark' })).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(page.getByLabel('Note on this section')).toHaveValue('Pairs **rows**.');
  await expect(page.getByRole('button', { name: 'Bookmark' })).toHaveAttribute('aria-pressed', 'true');
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await axeOf(page).analyze()).violations).toEqual([]);
  }
  await page.getByRole('button', { name: 'All notes in this course' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as Markdown' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe(`# ${course.title}\n\n## ★ Joins\n\nPairs **rows**.\n`);
});

test('a note is not lost when two tabs write it, nor when the connection is', async ({ context, page }) => {
  test.slow();
  const course = await makeCourse();
  await signIn(page, await makeMember(), null);
  await enrol(page, course);
  const address = `/courses/${course.slug}/learn/views`;
  const other = await context.newPage();
  const field = (tab: Page) => tab.getByLabel('Note on this section');
  for (const tab of [page, other]) {
    await tab.goto(address);
    await expect(tab.getByRole('button', { name: 'Bookmark' })).toBeEnabled();
    await tab.getByText('My notes', { exact: true }).click();
  }
  await field(page).fill('From one tab.');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await field(other).fill('From the other.');
  await expect(field(other)).toHaveValue('From one tab.\n\nFrom the other.');
  await expect(other.getByText('Saved', { exact: true })).toBeVisible();
  await other.close();
  await page.route('**/note', (route) => route.abort());
  await field(page).fill('Written without a connection.');
  await expect(page.getByText('Not synced yet. Your note is saved on this device.')).toBeVisible();
  await page.reload();
  await expect(field(page)).toHaveValue(/Written without a connection\./);
  await page.unroute('**/note');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(field(page)).toHaveValue(/From the other\.[\s\S]*Written without a connection\./);
});

test('a note is shown as it was saved last, here and on another device, as soon as that is known', async ({
  context,
  page,
}) => {
  const course = await makeCourse();
  await signIn(page, await makeMember(), null);
  await enrol(page, course);
  const field = (tab: Page) => tab.getByLabel('Note on this section');
  const open = async (tab: Page, key: string) => {
    await tab.goto(`/courses/${course.slug}/learn/${key}`);
    await expect(tab.getByRole('button', { name: 'Bookmark' })).toBeEnabled();
  };
  await open(page, 'joins');
  const held = Promise.withResolvers<void>();
  await page.route(/\/notes$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.keyboard.press('n');
  const saved = page.waitForResponse(/\/note$/);
  await field(page).fill('Pairs rows.');
  await saved;
  await page.keyboard.press('Escape');
  for (const [key, heading] of [
    ['j', 'Indexes'],
    ['k', 'Joins'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  }
  await expect(field(page)).toHaveValue('Pairs rows.');
  held.resolve();

  const other = await context.newPage();
  await open(other, 'joins');
  await field(other).fill('Pairs the rows of two tables.');
  await expect(other.getByText('Saved', { exact: true })).toBeVisible();
  // Whatever reads the notes again: here it is the bookmark.
  await page.keyboard.press('b');
  await expect(field(page)).toHaveValue('Pairs the rows of two tables.');
});

test('of quick presses the last one decides about the bookmark', async ({ page }) => {
  const course = await makeCourse();
  await signIn(page, await makeMember(), null);
  await enrol(page, course);
  await page.goto(`/courses/${course.slug}/learn/joins`);
  const button = page.getByRole('button', { name: 'Bookmark' });
  await expect(button).toBeEnabled();
  const sent: boolean[] = [];
  const held = Promise.withResolvers<void>();
  await page.route(/\/bookmark$/, async (route) => {
    sent.push(route.request().postDataJSON().bookmarked);
    if (sent.length === 1) await held.promise;
    await route.continue();
  });
  await page.keyboard.press('b');
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('b');
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await page.waitForTimeout(500);
  expect(sent).toEqual([true]);
  held.resolve();
  await expect.poll(() => sent).toEqual([true, false]);
  await page.keyboard.down('b');
  // Held down, it repeats.
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('b');
  await page.keyboard.up('b');
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => sent).toEqual([true, false, true]);
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
});

test('the slash searches inside the course', async ({ page }) => {
  const course = await makeCourse();
  await signIn(page, await makeMember(), null);
  await enrol(page, course);
  await page.goto(`/courses/${course.slug}/learn/views`);
  await expect(page.getByRole('button', { name: 'Bookmark' })).toBeEnabled();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search this course' })).toBeFocused();
  await page.keyboard.type('rows');
  await expect(page.getByText('2 sections found')).toBeVisible();
  await expect(page.locator('mark').first()).toHaveText('rows');
  await page.getByRole('dialog').getByRole('link', { name: 'Indexes' }).click();
  await expect(page.getByRole('heading', { name: 'Indexes', level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  await page.getByRole('searchbox', { name: 'Search this course' }).fill('nowhere');
  await expect(page.getByText('0 sections found')).toBeVisible();
});
