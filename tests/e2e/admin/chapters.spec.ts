import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { addSection, createCourse, unique } from '../kit/courses.ts';
import { hold } from '../kit/hold.ts';
import { expect, HEAD, makeMember, onDatabase, signIn, test } from '../kit/people.ts';

/** The rows of the builder: the chapters by their names, and the sections by their titles. */
const rows = (page: Page) =>
  page.locator('ol[class*=sections] > li').evaluateAll((all) =>
    all.map((row) => {
      const input = row.querySelector<HTMLInputElement>('label + input');
      return input
        ? `# ${input.value}`
        : (row.querySelector('[aria-expanded]')?.firstChild?.textContent ?? '');
    }),
  );

test('an author makes chapters, moves sections across them by keyboard, and learners see them', async ({
  page,
}) => {
  const title = unique('Chapters');
  await signIn(page, HEAD, null);
  await createCourse(page, title);
  await page.getByRole('tab', { name: 'Course Content' }).click();
  for (const name of ['Second', 'Third']) {
    await addSection(page, name);
    await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible();
  }
  await page.getByRole('button', { name: /^Second/ }).click();
  const field = page.getByRole('combobox', { name: 'Chapter' });
  await field.fill('The Work');
  await page.getByRole('button', { name: /^Third/ }).click();
  await field.fill('The Work');
  expect(await rows(page)).toEqual(['First steps', '# The Work', 'Second', 'Third']);
  await addSection(page, 'Fourth');
  await expect(page.getByRole('button', { name: /^Fourth/ })).toBeVisible();
  expect(await rows(page)).toEqual(['First steps', '# The Work', 'Second', 'Third', 'Fourth']);
  expect(await violationsInBothSchemes(page)).toEqual([]);

  const up = page.getByRole('button', { name: 'Move Third up' });
  await up.focus();
  await page.keyboard.press('Enter');
  expect(await rows(page)).toEqual(['First steps', '# The Work', 'Third', 'Second', 'Fourth']);
  await expect(up).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await rows(page)).toEqual(['First steps', 'Third', '# The Work', 'Second', 'Fourth']);
  await expect(up).toBeFocused();
  const down = page.getByRole('button', { name: 'Move First steps down' });
  await down.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText('First steps moved to position 2, in the chapter The Work')).toBeAttached();
  expect(await rows(page)).toEqual(['Third', '# The Work', 'First steps', 'Second', 'Fourth']);

  const chapterUp = page.getByRole('button', { name: 'Move the chapter The Work up' });
  await chapterUp.focus();
  await page.keyboard.press('Enter');
  expect(await rows(page)).toEqual(['# The Work', 'First steps', 'Second', 'Fourth', 'Third']);
  await expect(page.getByText('The chapter The Work moved to position 1')).toBeAttached();
  const chapterDown = page.getByRole('button', { name: 'Move the chapter The Work down' });
  await expect(page.locator('ol[class*=sections] :focus')).toHaveCount(1);
  await chapterDown.press('Enter');
  expect(await rows(page)).toEqual(['Third', '# The Work', 'First steps', 'Second', 'Fourth']);

  const name = page.locator('ol[class*=sections] > li').getByRole('textbox', { name: 'Chapter' }).first();
  await name.fill('Real Work');
  await name.press('Enter');
  await expect(name).toBeFocused();
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await expect(page.getByText('3 sections')).toBeVisible();
  expect(await rows(page)).toEqual(['Third', '# Real Work', 'First steps', 'Second', 'Fourth']);

  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByText("You're editing the copy. It's a draft.")).toBeVisible();
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await expect.poll(() => rows(page)).toEqual(['Third', '# Real Work', 'First steps', 'Second', 'Fourth']);
  await page.getByRole('tab', { name: 'Basic Information' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(`Copy of ${title}`);

  const learner = await makeMember('premium');
  const slug = await onDatabase(async (client) => {
    const { rows: found } = await client.query(
      `insert into enrolments (user_id, course_id) select u.id, c.id from users u, courses c where u.email = $1 and c.title = $2
       returning (select slug from courses where title = $2) as slug`,
      [learner.email, title],
    );
    return found[0].slug as string;
  });
  await page.context().clearCookies();
  await signIn(page, learner, `/courses/${slug}/learn/third`);
  const outline = page.getByRole('navigation', { name: 'Course content' });
  await expect(outline.getByRole('list', { name: 'Real Work' }).getByRole('link')).toHaveCount(3);
  await expect(outline.getByText('0 of 3 done')).toBeVisible();
  await page.goto(`/courses/${slug}`);
  await expect(page.getByText('Real Work', { exact: true })).toBeVisible();
});

test('Enter adds a section once, and none while a word is composed', async ({ page }) => {
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Entered'));
  await page.getByRole('tab', { name: 'Course Content' }).click();
  const field = page.getByRole('group', { name: 'Add a section' }).getByLabel('Section title');
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/sections$/.test(new URL(request.url()).pathname)) sent += 1;
  });
  const release = await hold(page, /\/api\/.*sections/);
  await field.fill('Zweite');
  await field.evaluate((input) =>
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true })),
  );
  await field.press('Enter');
  await field.press('Enter');
  release();
  await expect(page.getByRole('button', { name: /^Zweite/ })).toHaveCount(1);
  expect(sent).toBe(1);
});
