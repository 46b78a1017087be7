import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { append, openEditor, restoreFirst, saveChanges, source } from '../kit/page-editors.ts';
import { expect, REFUSED, test } from '../kit/people.ts';

// The pages are of the whole school: two tests may not edit one page at once.
test.describe.configure({ mode: 'default' });

const text = (page: Page) => page.getByRole('textbox', { name: 'Page content' });
const toMarkdown = (page: Page) => page.getByRole('button', { name: 'Write in Markdown' });

test('a page is converted to Markdown by choice, what it loses is named first, and its HTML comes back', async ({
  browser,
  page,
}) => {
  test.slow();
  await openEditor(page, 'privacy');
  await append(page, '<p>Ask <mark>us</mark></p><dl><dt>Term</dt><dd>Meaning</dd></dl>');
  await toMarkdown(page).click();
  const dialog = page.getByRole('dialog', { name: 'Write this page in Markdown?' });
  await expect(dialog.getByRole('status').last()).toContainText("Markdown can't hold:");
  await expect(dialog.getByText("Markdown can't hold:")).toContainText('text colors and highlighting');
  await expect(dialog.getByText("Markdown can't hold:")).toContainText('<dl>');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Meaning');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(source(page)).toHaveValue(/<mark>us<\/mark>/);

  // There and back again changes nothing.
  await toMarkdown(page).click();
  await dialog.getByRole('button', { name: 'Write in Markdown' }).click();
  // Of a long text the editor draws only what is seen.
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Ask us');
  await page.getByRole('button', { name: 'Back to HTML' }).click();
  await expect(source(page)).toHaveValue(/<mark>us<\/mark>/);
  await toMarkdown(page).click();
  await dialog.getByRole('button', { name: 'Write in Markdown' }).click();

  await text(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('> [!NOTE]\nWritten as Markdown');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await saveChanges(page).click();
  await expect(page.getByText('Privacy Policy page has been updated successfully.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back to HTML' })).toHaveCount(0);
  const visitor = await browser.newPage();
  await visitor.goto('/privacy');
  await expect(visitor.getByRole('note')).toContainText('Written as Markdown');

  // A draft in Markdown survives a reload.
  await text(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' and more');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('and more');
  page.on('dialog', (asked) => asked.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Restore changes' }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Written as Markdown and more');
  await saveChanges(page).click();
  await expect(page.getByText('Changes saved')).toBeVisible();

  await restoreFirst(page);
  await expect(source(page)).toHaveValue(/<h2>/);
  await visitor.reload();
  await expect(visitor.getByRole('note')).toHaveCount(0);
  await visitor.close();
});

test.describe('when two write', () => {
  test.use({ expected: { faults: [REFUSED] } });

  test('whoever saves HTML over a page that became Markdown is asked, and keeps what they typed', async ({
    browser,
    page,
  }) => {
    test.slow();
    await openEditor(page, 'cookies');
    const context = await browser.newContext({ storageState: await page.context().storageState() });
    const other = await context.newPage();
    await other.goto(page.url());
    await toMarkdown(other).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Write in Markdown' }).click();
    await expect(text(other)).toBeVisible();
    await saveChanges(other).click();
    await expect(other.getByText('Cookie Policy page has been updated successfully.')).toBeVisible();

    await append(page, '<p>Mine in HTML</p>');
    await saveChanges(page).click();
    const asked = page.getByRole('dialog', { name: 'Someone else saved this page' });
    await asked.getByRole('button', { name: 'Save mine' }).click();
    await expect(page.getByText('Cookie Policy page has been updated successfully.')).toBeVisible();
    await expect(source(page)).toHaveValue(/Mine in HTML/);

    await text(other).focus();
    await other.keyboard.type('Mine in Markdown. ');
    await saveChanges(other).click();
    await other.getByRole('button', { name: 'Take theirs' }).click();
    await expect(source(other)).toHaveValue(/Mine in HTML/);
    await other.getByRole('button', { name: 'Restore changes' }).click();
    await expect(text(other)).toContainText('Mine in Markdown.');
    other.on('dialog', (leaving) => leaving.accept());
    await context.close();
    await restoreFirst(page);
  });
});
