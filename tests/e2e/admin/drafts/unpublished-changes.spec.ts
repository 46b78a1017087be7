import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../../kit/axe.ts';
import { createCourse, unique } from '../../kit/courses.ts';
import { expect, HEAD, REFUSED, secondWindow, signIn, test } from '../../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

const bar = (page: Page) => page.getByRole('region', { name: 'Unpublished changes' });
const section = (page: Page) => page.getByRole('button', { name: /^First steps/ });
const text = (page: Page) => page.getByLabel('Text (Markdown)');
const title = (page: Page) => page.getByLabel('Title', { exact: true });
/** That of a toast: the editor has one, too. */
const undo = (page: Page) =>
  page.getByRole('button', { name: 'Undo' }).and(page.getByText('Undo', { exact: true }));
const toast = (page: Page, words: string) => page.getByText(words).first();

async function openText(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await section(page).click();
}

async function saveDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(toast(page, 'Draft saved')).toBeVisible();
}

test('changes wait as a draft while learners read the live text, and are published together', async ({
  browser,
  page,
}) => {
  test.slow();
  const name = unique('Waiting');
  await signIn(page, HEAD, null);
  await createCourse(page, name);
  const slug = await page.getByLabel('Slug').inputValue();
  await openText(page);
  await text(page).fill('Words that wait.');
  await saveDraft(page);
  await expect(bar(page)).toContainText("The changes aren't live yet.");
  await expect(bar(page)).toContainText('1 section changed');
  await expect(section(page)).toContainText('Draft');
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  if (process.env.LOOK) await look(page, 'editor');
  const visitor = await browser.newPage();
  await visitor.goto(`/courses/${slug}`);
  await expect(visitor.getByText('Read this first.')).toBeVisible();
  // A section that is new in a draft is saved with it, not at once.
  const group = page.getByRole('group', { name: 'Add a section' });
  await group.getByLabel('Section title').fill('Second steps');
  await group.getByRole('button', { name: 'Add Section' }).click();
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await bar(page).getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row', { name: /^First steps/ })).toContainText('Words that wait.');
  await expect(dialog.getByRole('row', { name: /^Second steps/ })).toContainText('(missing)');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  if (process.env.LOOK) await look(page, 'compare');
  await page.keyboard.press('Escape');
  // What is typed on top of a draft and not saved is kept in this browser.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Second steps');
  page.on('dialog', (asked) => asked.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Restore changes' }).click();
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await expect(page.getByRole('button', { name: /^Second steps/ })).toContainText('Draft');
  await expect(bar(page)).toContainText('2 sections changed');
  await bar(page).getByRole('button', { name: 'Publish changes' }).click();
  await expect(toast(page, 'Your changes are published.')).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await visitor.reload();
  await expect(visitor.getByText('Words that wait.')).toBeVisible();
  await expect(visitor.getByText('Second steps').first()).toBeVisible();
  await visitor.close();
  await page.reload();
  await expect(page.getByText('This browser has unsaved changes')).toBeHidden();
  await expect(bar(page)).toBeHidden();
});

test('a draft is given up section by section or whole, which can be undone; two who save it are asked', async ({
  page,
}) => {
  test.slow();
  const name = unique('Given up');
  await signIn(page, HEAD, null);
  await createCourse(page, name);
  await openText(page);
  await text(page).fill('Other words.');
  const [days, opens] = [page.getByLabel('Days after enrollment'), page.getByLabel('Opens on')];
  await days.fill('7');
  await opens.fill('2030-05-01T09:30');
  await saveDraft(page);
  const other = await secondWindow(page);
  await page.getByRole('button', { name: 'Use live version' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use live version' }).click();
  await expect(text(page)).toHaveText('Read **this** first.');
  await expect(bar(page)).toContainText('Nothing differs from the live version yet.');
  await expect(days).toHaveValue('');
  await expect(opens).toHaveValue('');
  await undo(page).click();
  await expect(text(page)).toHaveText('Other words.');
  await expect(days).toHaveValue('7');
  await expect(opens).toHaveValue('2030-05-01T09:30');
  // Another administrator works on the same draft.
  await expect(bar(other)).toContainText('1 section changed');
  await title(other).fill(`${name}, theirs`);
  await saveDraft(other);
  await page.getByRole('tab', { name: 'Basic Information' }).click();
  await title(page).fill(`${name}, mine`);
  await page.getByRole('button', { name: 'Save draft' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('group', { name: 'Title' })).toContainText(`${name}, theirs`);
  await dialog.getByRole('button', { name: 'Save this version' }).click();
  await expect(toast(page, 'Draft saved')).toBeVisible();
  // Who publishes what somebody else has changed is shown that first.
  await other.getByLabel('Description').fill('Their description.');
  await bar(other).getByRole('button', { name: 'Publish changes' }).click();
  await expect(toast(other, 'Someone else saved this draft')).toBeVisible();
  await expect(title(other)).toHaveValue(`${name}, mine`);
  await expect(bar(other)).toBeVisible();
  await other.context().close();
  await page.goto(`/admin/courses?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('row', { name })).toContainText('Unpublished changes');
  if (process.env.LOOK) await look(page, 'list');
  await page.getByRole('link', { name, exact: true }).click();
  await bar(page).getByRole('button', { name: 'Discard' }).click();
  if (process.env.LOOK) await look(page, 'discard');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await expect(toast(page, 'Draft discarded')).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await expect(title(page)).toHaveValue(name);
  await undo(page).click();
  await expect(title(page)).toHaveValue(`${name}, mine`);
  await expect(bar(page)).toContainText('1 section changed · Details changed');
});

test('changes of a post wait as those of a course do', async ({ browser, page }) => {
  await signIn(page, HEAD, '/admin/blogs/new');
  await title(page).fill(unique('A post that waits'));
  await page.getByLabel('Description').fill('Words.');
  await page.getByLabel('Categories').selectOption({ label: 'Databases' });
  await text(page).fill('Live words.');
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page).toHaveURL(/\/[0-9a-f-]{36}$/);
  await text(page).fill('Words that wait.');
  await saveDraft(page);
  await page.reload();
  await expect(text(page)).toHaveText('Words that wait.');
  await expect(bar(page)).toContainText('1 section changed');
  if (process.env.LOOK) await look(page, 'post');
  const visitor = await browser.newPage();
  await visitor.goto(page.url().replace('/admin', ''));
  await expect(visitor.getByText('Live words.')).toBeVisible();
  await bar(page).getByRole('button', { name: 'Publish changes' }).click();
  await expect(toast(page, 'Your changes are published.')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('Words that wait.')).toBeVisible();
  await visitor.close();
});

async function look(page: Page, what: string): Promise<void> {
  for (const width of [375, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.evaluate(() => scrollTo(0, 0));
      await page.screenshot({ path: `${process.env.LOOK}/${what}-${width}-${colorScheme}.png` });
    }
  await page.emulateMedia({ colorScheme: 'light' });
}
