import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { unique } from '../kit/courses.ts';
import { activate, expectKept, tabTo } from '../kit/keyboard.ts';
import { expect, HEAD, signIn, test } from '../kit/people.ts';

test('a course with a chapter, a picture and a link is written, reordered and published without the mouse', async ({
  browser,
  page,
}) => {
  test.slow();
  await signIn(page, HEAD, '/admin/courses/new');
  const title = unique('Tides');
  const type = (words: string) => page.keyboard.type(words);
  const press = (keys: string) => page.keyboard.press(keys);
  const nextTab = async (from: string, to: string) => {
    await tabTo(page, page.getByRole('tab', { name: from }), 'Shift+Tab');
    await press('ArrowRight');
    await expect(page.getByRole('tab', { name: to })).toBeFocused();
  };

  await tabTo(page, page.getByLabel('Title', { exact: true }));
  await type(title);
  await tabTo(page, page.getByLabel('Description'));
  await type('How the sea comes and goes.');
  await nextTab('Basic Information', 'Course Settings');
  // A letter shows a category, and Enter adds it: none that was only passed over.
  await tabTo(page, page.getByLabel('Categories'));
  await type('Databases');
  await press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Databases' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove Data', exact: true })).toHaveCount(0);

  await nextTab('Course Settings', 'Course Content');
  const added = page.getByRole('group', { name: 'Add a section' }).getByLabel('Section title');
  await tabTo(page, added);
  await type('Spring tides');
  await press('Enter');
  await expect(page.getByRole('button', { name: /^Spring tides/ })).toBeVisible();
  await expect(added).toBeFocused();
  await tabTo(page, page.getByLabel('Chapter', { exact: true }), 'Shift+Tab');
  await type('Basics');
  // The next section is in the same chapter.
  await tabTo(page, added);
  await type('The moon');
  await press('Enter');
  await expect(page.getByRole('button', { name: /^The moon/ })).toHaveAttribute('aria-expanded', 'true');

  const text = page.getByRole('textbox', { name: 'Text (Markdown)' });
  await tabTo(page, text, 'Shift+Tab');
  await type('It pulls. ');
  await press('ControlOrMeta+k');
  await type('sql from');
  await expect(page.getByRole('option', { name: /^SQL from Scratch/ })).toBeVisible();
  await press('Enter');
  await expect(text).toContainText('It pulls. [SQL from Scratch](/courses/sql-from-scratch)');
  await press('Enter');
  await press('Enter');
  await type('/pict');
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('Add picture');
  await press('Enter');
  const chooser = page.waitForEvent('filechooser');
  await expect(page.getByRole('button', { name: 'Choose pictures' })).toBeFocused();
  await press('Enter');
  const noise = sharp(randomBytes(9 * 6 * 3), { raw: { width: 9, height: 6, channels: 3 } });
  await (await chooser).setFiles({
    name: 'moon.png',
    mimeType: 'image/png',
    buffer: await noise.resize(300, 200).png().toBuffer(),
  });
  await tabTo(page, page.getByLabel('What does it show?'));
  await type('The moon over the sea');
  await press('Enter');
  await expect(text).toContainText('![The moon over the sea](/media/');
  await expect(text).toBeFocused();

  await press('Escape');
  await tabTo(page, page.getByRole('button', { name: 'Move The moon up' }), 'Shift+Tab');
  await press('Enter');
  const rows = page.locator('[data-row] [aria-expanded]');
  await expect(rows).toHaveText([/^The moon/, /^Spring tides/]);
  await expectKept(page);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await activate(page, page.getByRole('button', { name: 'Save as draft' }));
  await expect(page).toHaveURL(/\/admin\/courses\/[0-9a-f-]{36}$/);
  await expectKept(page);

  await activate(page, page.getByRole('button', { name: 'Publish', exact: true }), 'Shift+Tab');
  const dialog = page.getByRole('dialog');
  await activate(page, dialog.getByRole('button', { name: 'Publish', exact: true }));
  await expect(page.getByText(/^Published on/)).toBeVisible();
  await expectKept(page);

  const visitor = await browser.newPage();
  await visitor.goto(`/courses/${title.toLowerCase().replaceAll(' ', '-')}`);
  await expect(visitor.getByText('Basics')).toBeVisible();
  await expect(visitor.getByRole('img', { name: 'The moon over the sea' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'SQL from Scratch' })).toBeVisible();
  await visitor.close();
});
