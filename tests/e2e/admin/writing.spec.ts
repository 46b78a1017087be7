import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { createCourse, unique } from '../kit/courses.ts';
import { expect, HEAD, signIn, test } from '../kit/people.ts';

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text (Markdown)' });
const lines = (page: Page) =>
  textOf(page)
    .locator('.cm-line')
    .evaluateAll((all) => all.map((line) => line.textContent));

/** Pastes as a browser does: in the formats that another program offers. */
async function paste(page: Page, formats: Record<string, string>): Promise<void> {
  await textOf(page).evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, formats);
}

test('a lesson is written by keyboard with the menu, the toolbar and a paste, and read as it was written', async ({
  browser,
  page,
}) => {
  test.slow();
  await signIn(page, HEAD, null);
  await createCourse(page, unique('Rivers'));
  const slug = await page.getByLabel('Slug').inputValue();
  await page.getByRole('tab', { name: 'Course Content' }).click();
  const text = textOf(page);
  if (!(await text.isVisible())) await page.getByRole('button', { name: /^First steps/ }).click();
  await text.focus();
  const type = (words: string) => page.keyboard.type(words);
  const press = (keys: string) => page.keyboard.press(keys);

  await press('ControlOrMeta+a');
  await press('Delete');
  // The slash menu filters while typing; the arrow keys choose.
  await type('/head');
  const menu = page.getByRole('listbox');
  await expect(menu.getByRole('option')).toHaveText([/^Heading/, /^Small heading/, /^Subheading/]);
  // In its first moment the menu takes no key, so that what is typed blindly chooses nothing.
  await expect(async () => {
    await press('ArrowDown');
    await expect(menu.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true', { timeout: 200 });
  }).toPass();
  await press('ArrowUp');
  await press('Enter');
  await type('Why they bend');
  await press('Enter');
  await press('Enter');
  // The shortcut is the text's: the sidebar stays as it is.
  const sidebar = page.getByRole('navigation', { name: 'Your pages' });
  await press('ControlOrMeta+b');
  await type('Slow');
  await press('ControlOrMeta+b');
  await type(' water.');
  await expect(sidebar.getByText('Dashboard', { exact: true })).toBeVisible();
  await press('Enter');
  await press('Enter');
  await type('- one');
  await press('Enter');
  await type('two');
  await press('Tab');
  await press('Enter');
  await press('Enter');
  expect(await lines(page)).toEqual(['## Why they bend', '', '**Slow** water.', '', '- one', '  - two', '']);

  // The toolbar is one stop, before the text; the arrow keys go through it.
  await press('Shift+Tab');
  await expect(page.getByRole('toolbar').getByRole('button', { name: 'Heading', exact: true })).toBeFocused();
  await press('ArrowRight');
  await press('ArrowRight');
  await press('ArrowRight');
  await press('Enter');
  await type('leaning');
  await press('ControlOrMeta+z');
  await press('ControlOrMeta+z');
  await expect(text).not.toContainText('leaning');

  // A paste keeps what Markdown can hold, names the rest, and its plain text is one step back.
  const plain = 'Banks\nerode fast';
  const html =
    '<h2>Banks</h2><p><span style="font-weight:700">erode</span> <mark>fast</mark> <img src="file:///a.png"></p>';
  await paste(page, { 'text/plain': plain, 'text/html': html });
  await expect(text).toContainText('**erode** fast');
  await expect(page.getByText("Markdown can't hold:")).toContainText(
    'text colors and highlighting and pictures that only exist in the other program',
  );
  await press('ControlOrMeta+z');
  await expect(text).not.toContainText('**erode**');
  await expect(text).toContainText('erode fast');
  await press('ControlOrMeta+Shift+Z');
  await expect(text).toContainText('**erode** fast');
  await paste(page, { 'text/plain': ' *typed*', 'text/html': '<span>*typed*</span>' });
  await expect(text).toContainText('fast *typed*');

  // A link is found by its name, with arrow keys and Enter; one to a heading of the text, too.
  const found = page.getByRole('listbox', { name: 'Search results' });
  await press('ControlOrMeta+k');
  await type('sql from');
  await expect(found.getByRole('option', { name: /^SQL from Scratch\s*Course/ })).toBeVisible();
  await press('ArrowDown');
  await press('ArrowUp');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await press('Enter');
  await expect(text).toContainText('[SQL from Scratch](/courses/sql-from-scratch)');
  await expect(text).toBeFocused();
  await press('ControlOrMeta+k');
  await type('#bend');
  await expect(found.getByRole('option')).toHaveText('Why they bendHeading in this text');
  await press('Enter');
  await expect(text).toContainText('[Why they bend](#why-they-bend)');

  // The language of a code block is found by its name, and changed in the same way.
  await press('Enter');
  await press('Enter');
  await type('/code');
  await press('Enter');
  const languages = page.getByRole('listbox', { name: 'Languages' });
  await type('pyth');
  await expect(languages.getByRole('option')).toHaveText(['Pythonpython']);
  await press('Enter');
  await type('x = 1');
  await expect(text).toContainText('```pythonx = 1```');
  await press('ControlOrMeta+Alt+c');
  await expect(languages.getByRole('option', { selected: true })).toHaveText('Pythonpython');
  await type('rus');
  await press('Enter');
  await expect(text).toContainText('```rustx = 1```');
  await press('ControlOrMeta+End');

  await press('Enter');
  await type('/call');
  await expect(menu.getByRole('option').first()).toContainText('Callout');
  await press('Enter');
  await type('Mind the bank.');
  await page.getByRole('button', { name: 'Full screen' }).click();
  // What is around it can't be reached meanwhile.
  await expect(page.locator('[inert]').filter({ hasText: 'Save Course' }).first()).toBeAttached();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await text.focus();
  await press('Escape');
  await expect(page.getByRole('button', { name: 'Full screen' })).toHaveAttribute('aria-pressed', 'false');
  await expect(text).toBeFocused();

  // Escape, then Tab leaves the text, also from a list.
  await press('ControlOrMeta+End');
  await press('Enter');
  await press('Enter');
  await type('- x');
  await press('Escape');
  await press('Tab');
  await expect(text).not.toBeFocused();
  await text.focus();
  await press('ControlOrMeta+s');
  await expect(page.getByText('Course updated successfully')).toBeVisible();

  const visitor = await browser.newPage();
  await visitor.goto(`/courses/${slug}`);
  await expect(visitor.getByRole('heading', { name: 'Why they bend' })).toBeVisible();
  await expect(visitor.getByRole('note')).toContainText('Mind the bank.');
  await expect(visitor.locator('main strong', { hasText: 'erode' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'SQL from Scratch' })).toBeVisible();
  await visitor.close();
});

test('a post is written on a phone, with a picture that is pasted, and read by everyone', async ({
  browser,
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await signIn(page, HEAD, '/admin/blogs/new');
  const title = unique('On meanders');
  await page.getByLabel('Title', { exact: true }).focus();
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await expect(textOf(page)).toBeFocused();
  await page.keyboard.type('Rivers **wander**.');
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#258' } })
    .png()
    .toBuffer();
  await textOf(page).evaluate((element, base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'river.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, picture.toString('base64'));
  const dialog = page.getByRole('dialog', { name: 'Add picture' });
  await dialog.getByLabel('What does it show?').fill('A bend');
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect(textOf(page)).toContainText('![A bend](/media/');
  await page.getByRole('button', { name: 'Show preview' }).click();
  await expect(
    page.getByRole('region', { name: 'Preview' }).getByRole('img', { name: 'A bend' }),
  ).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page.getByText('Description is required')).toBeVisible();
  await page.getByLabel('Description').fill('Why rivers bend.');
  await page.getByLabel('Categories').selectOption({ label: 'Databases' });
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page).toHaveURL(/\/admin\/blogs\/[0-9a-f-]{36}$/);
  const visitor = await browser.newPage();
  await visitor.goto(`/blogs/${page.url().split('/').at(-1)}`);
  await expect(visitor.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(visitor.locator('article strong')).toHaveText('wander');
  await expect(visitor.getByRole('img', { name: 'A bend' })).toBeAttached();
  // What can be written elsewhere, such as a level, is no part of a post.
  await expect(page.getByLabel('Level', { exact: true })).toBeHidden();
  await visitor.close();
});
