import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { axeOf } from '../kit/axe.ts';
import { card } from '../kit/exams.ts';
import { finalExam, makeCourse } from '../kit/made-course.ts';
import { expect, HEAD, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

/** A PNG of one pixel. */
const SQUARE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function look(page: Page, width: number): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  const found = await axeOf(page).analyze();
  expect(found.violations.map(({ id, nodes }) => [id, nodes[0]?.target])).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

/** The import of a new bank, which is known by this name. */
async function openImport(page: Page, name: string): Promise<{ bank: string; dialog: Locator }> {
  const title = `${name} ${randomBytes(3).toString('hex')}`;
  await page.goto('/admin/questions');
  await page.getByRole('button', { name: 'Create bank' }).click();
  await page.getByRole('dialog').getByLabel('Title', { exact: true }).fill(title);
  await page.getByRole('dialog').getByRole('button', { name: 'Save bank' }).click();
  await page.getByRole('button', { name: 'Import questions' }).click();
  const bank = await onDatabase(async (client) => {
    const { rows } = await client.query('select slug from question_banks where title = $1', [title]);
    return String(rows[0].slug);
  });
  return { bank, dialog: page.getByRole('dialog') };
}

/** The picture of the question is there, and it is the one of the file. */
async function expectPicture(where: Locator): Promise<void> {
  const picture = where.getByRole('img', { name: 'A shape' });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
}

test('a file is looked at first, then taken in, then taken back as a whole', async ({ page }) => {
  await signIn(page, HEAD);
  const { dialog } = await openImport(page, 'Imported');
  await dialog.getByRole('button', { name: 'Preview import' }).click();
  await expect(dialog.getByText('Choose a file first')).toBeVisible();
  const choose = (name: string, text: string) =>
    dialog.getByLabel('File').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await choose('bad.xml', '<!DOCTYPE a []><quiz/>');
  await dialog.getByRole('button', { name: 'Preview import' }).click();
  await expect(dialog.getByText(/declares a document type/)).toBeVisible();
  const large = test.info().outputPath('large.csv');
  await writeFile(large, Buffer.alloc(50_000_001, 'x'));
  await dialog.getByLabel('File').setInputFiles(large);
  await dialog.getByRole('button', { name: 'Preview import' }).click();
  await expect(
    dialog.getByText('This file is larger than 50 MB. Split it and import the parts one by one.'),
  ).toBeVisible();
  await choose('good.gift', 'Two is even {T}\n\nSay more {=*}\n\nHalf {~%50%a#So ~%50%b ~%-50%c}');
  await dialog.getByRole('button', { name: 'Preview import' }).click();
  await expect(dialog.getByText('Unchanged: 1 · Changed: 1 · Skipped: 1')).toBeVisible();
  await expect(dialog.getByText('it accepts any answer (*)')).toBeVisible();
  await look(page, 1280);
  await dialog.getByRole('button', { name: 'Import questions: 2' }).click();
  await expect(page.getByText('Questions imported: 2')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Two is even' })).toBeVisible();
  await page.getByRole('button', { name: /Changed or skipped good\.gift/ }).click();
  const report = page.getByRole('region', { name: 'Result for each question' });
  await expect(report.getByRole('listitem')).toHaveText([/^Skipped · line 3/, /^Changed · line 5/]);
  await look(page, 1280);
  await page.getByRole('button', { name: /Undo import good\.gift/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('Removed: 2 · Kept because they were edited: 0')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Imports' })).toBeFocused();
  await expect(page.getByText('No questions')).toBeVisible();
});

test('a picture inside a file is named, kept, and shown to who tries the question', async ({ page }) => {
  await signIn(page, HEAD);
  const { bank, dialog } = await openImport(page, 'Pictured');
  const file = `<quiz><question type="truefalse"><questiontext format="html">
    <text><![CDATA[Is it square? <img src="@@PLUGINFILE@@/square.png" alt="A shape">]]></text>
    <file name="square.png" path="/" encoding="base64">${SQUARE}</file></questiontext>
    <answer fraction="100"><text>true</text></answer></question></quiz>`;
  await dialog
    .getByLabel('File')
    .setInputFiles({ name: 'pictured.xml', mimeType: 'text/xml', buffer: Buffer.from(file) });
  await dialog.getByRole('button', { name: 'Preview import' }).click();
  await expect(dialog.getByText('Picture: square.png')).toBeVisible();
  await look(page, 1280);
  await dialog.getByRole('button', { name: 'Import questions: 1' }).click();
  await page.getByRole('link', { name: /Is it square/ }).click();
  await page.getByRole('button', { name: 'Try it as a learner' }).click();
  await expectPicture(page.getByRole('dialog'));

  const exam = {
    intro: 'Begin.',
    passMark: 50,
    settings: {},
    questions: [],
    draws: [{ id: 'drawn', bank, tags: [], count: 1, points: null }],
  };
  const slug = await makeCourse('pictured', {
    title: 'Shapes',
    sections: finalExam(exam),
    student: HEAD.email,
  });
  await page.goto(`/courses/${slug}/exams/final`);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await expectPicture(card(page, 1));
});

test('reading a large file shows how far it is, and stops when that is asked for', async ({ page }) => {
  await signIn(page, HEAD);
  const { dialog } = await openImport(page, 'Stopped');
  const options = Array.from({ length: 20 }, (_, at) => `~<b>Not</b> <i>this</i> one, ${at}`).join(' ');
  const large = Array.from({ length: 5000 }, (_, at) => `[html]Question ${at} {=<u>Yes</u> ${options}}`);
  await dialog
    .getByLabel('File')
    .setInputFiles({ name: 'large.gift', mimeType: 'text/plain', buffer: Buffer.from(large.join('\n\n')) });
  const ended = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  await dialog.getByRole('button', { name: 'Preview import' }).click();
  await expect(dialog.getByRole('status')).toHaveText(/of 5,?000/);
  await look(page, 1280);
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await ended;
  await expect(dialog.getByRole('progressbar')).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Preview import' })).toBeEnabled();
  await expect(dialog.getByText(/^Unchanged:/)).toBeHidden();
  await dialog
    .getByLabel('File')
    .setInputFiles({ name: 'small.gift', mimeType: 'text/plain', buffer: Buffer.from('Two is even {T}') });
  await dialog.getByRole('button', { name: 'Preview import' }).click();
  await expect(dialog.getByText('Unchanged: 1 · Changed: 0 · Skipped: 0')).toBeVisible();
});

test('an import goes on when its dialog is closed, and closes no other one', async ({ page }) => {
  await signIn(page, HEAD);
  const { bank, dialog } = await openImport(page, 'Closed');
  let release = () => {};
  await page.route('**/api/admin/banks/*/import', async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return route.continue();
  });
  const edited = page.getByRole('dialog', { name: 'Edit bank' });
  /** Closes the dialog while the file is imported, and opens another one. */
  const take = async (text: string) => {
    await dialog
      .getByLabel('File')
      .setInputFiles({ name: 'one.gift', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await dialog.getByRole('button', { name: 'Preview import' }).click();
    const sent = page.waitForRequest('**/api/admin/banks/*/import');
    await dialog.getByRole('button', { name: 'Import questions: 1' }).click();
    await sent;
    await dialog.getByRole('button').filter({ hasText: 'Close' }).click();
    await page.getByRole('button', { name: 'Edit bank' }).click();
    await expect(edited).toBeVisible();
  };
  await take('Two is even {T}');
  release();
  await expect(page.getByText('Questions imported: 1')).toBeVisible();
  await expect(edited).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Import questions' }).click();
  await take('Four is even {T}');
  await onDatabase((client) => client.query('delete from question_banks where slug = $1', [bank]));
  release();
  await expect(page.getByText("Couldn't import the file")).toBeVisible();
  await expect(edited).toBeVisible();
});
