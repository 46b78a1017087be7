import type { Page } from '@playwright/test';
import { openEditor, restoreFirst, saveChanges } from '../kit/page-editors.ts';
import { expect, HEAD, REFUSED, secondWindow, signIn, test } from '../kit/people.ts';

// The pages are of the whole school: two tests may not edit one page at once.
test.describe.configure({ mode: 'default' });
test.use({ expected: { faults: [REFUSED] } });

const question = (page: Page, place: number) => page.getByRole('textbox', { name: `Question ${place}` });

test('questions are added, edited, moved by keyboard and by mouse, removed, and read at /faq', async ({
  browser,
  page,
}) => {
  await openEditor(page, 'faq');
  await restoreFirst(page);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.locator('li')).toHaveCount(3);
  await page.getByRole('button', { name: 'Add Question' }).click();
  await expect(question(page, 4)).toHaveValue('New Question');
  await expect(question(page, 4)).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Answer 4' })).toHaveValue('New Answer');
  await question(page, 4).fill('');
  await saveChanges(page).click();
  await expect(page.getByText('Question is required')).toBeVisible();
  await question(page, 4).fill('Is there a refund?');
  await page.getByRole('textbox', { name: 'Answer 4' }).fill('Yes, for 14 days.');
  const up = page.getByRole('button', { name: 'Move question 4 up' });
  await up.focus();
  for (const place of [3, 2, 1]) {
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Is there a refund? moved to position ${place}`)).toBeAttached();
  }
  await expect(page.getByRole('button', { name: 'Move question 1 down' })).toBeFocused();
  await expect(preview.locator('li').first()).toContainText('Is there a refund?');
  await page.getByRole('button', { name: 'Remove question 4' }).click();
  await expect(preview.locator('li')).toHaveCount(3);
  await expect(question(page, 3)).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(preview.locator('li')).toHaveCount(4);
  await expect(question(page, 4)).toHaveValue('What payment methods do you accept?');
  const handle = page
    .locator('li')
    .filter({ has: question(page, 1) })
    .getByText('⠿');
  await handle.hover();
  const rowOf = (number: number) => page.locator('li').filter({ has: question(page, number) });
  const [grip, first, second] = [
    await handle.boundingBox(),
    await rowOf(1).boundingBox(),
    await rowOf(2).boundingBox(),
  ];
  if (!grip || !first || !second) throw new Error('no two questions');
  const centre = (box: { y: number; height: number }) => box.y + box.height / 2;
  const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  // As far as one row is from the next, so that it stands where the second one stood.
  await page.mouse.move(x, y + centre(second) - centre(first), { steps: 12 });
  await page.mouse.move(x, y + centre(second) - centre(first) + 2, { steps: 2 });
  await page.mouse.up();
  await expect(preview.locator('li').nth(1)).toContainText('Is there a refund?');
  await saveChanges(page).click();
  await expect(page.getByText('FAQ page has been updated successfully.')).toBeVisible();
  const visitor = await browser.newPage();
  await visitor.goto('/faq');
  await expect(visitor.locator('dt')).toHaveText([
    'What courses do you offer?',
    'Is there a refund?',
    'How do I access my courses?',
    'What payment methods do you accept?',
  ]);
  const statements = await visitor.locator('script[type="application/ld+json"]').allTextContents();
  expect(statements.find((text) => text.includes('FAQPage'))).toContain('Yes, for 14 days.');
  await visitor.close();
});

test('the contact details are previewed, checked, saved and shown at /contact', async ({ browser, page }) => {
  await openEditor(page, 'contact');
  await expect(page.getByText('The contact form is managed separately')).toBeVisible();
  await page.getByLabel('Email').fill('not an address');
  await saveChanges(page).click();
  await expect(page.getByText('Valid email is required')).toBeVisible();
  await page.getByLabel('Introduction').fill('Write or call.');
  await page.getByLabel('Email').fill('support@example.com');
  await page.getByLabel('Address').fill('Street 1\n10115 Berlin');
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('10115 Berlin');
  await saveChanges(page).click();
  await expect(page.getByText('Contact page has been updated successfully.')).toBeVisible();
  const visitor = await browser.newPage();
  await visitor.goto('/contact');
  for (const words of ['Write or call.', 'support@example.com', '10115 Berlin'])
    await expect(visitor.getByText(words).first()).toBeVisible();
  await visitor.close();
  await restoreFirst(page);
  await expect(page.getByLabel('Introduction')).not.toHaveValue('Write or call.');
});

test('changes of two administrators to different fields of the contact page come together', async ({
  page,
}) => {
  await openEditor(page, 'contact');
  await restoreFirst(page);
  const other = await secondWindow(page);
  await other.getByLabel('Phone').fill('111');
  await other.getByLabel('Address').fill('Theirs');
  await saveChanges(other).click();
  await expect(other.getByText('Contact page has been updated successfully.')).toBeVisible();
  await page.getByLabel('Introduction').fill('Mine');
  await saveChanges(page).click();
  await expect(page.getByText('Changes combined')).toBeVisible();
  await expect(page.getByLabel('Address')).toHaveValue('Theirs');
  await expect(page.getByLabel('Introduction')).toHaveValue('Mine');
  await other.getByLabel('Introduction').fill('Theirs');
  await other.getByLabel('Phone').fill('222');
  await saveChanges(other).click();
  const dialog = other.getByRole('dialog', { name: 'Someone else saved this page' });
  await expect(dialog.getByRole('group')).toHaveCount(1);
  await dialog.getByRole('radio', { name: /^Theirs/ }).check();
  await dialog.getByRole('button', { name: 'Save this version' }).click();
  await expect(dialog).toBeHidden();
  await expect(other.getByLabel('Introduction')).toHaveValue('Mine');
  await expect(other.getByLabel('Phone')).toHaveValue('222');
  await other.context().close();
  await page.reload();
  await restoreFirst(page);
});

test('a restored draft of the contact page leaves alone what somebody else changed since', async ({
  page,
}) => {
  await openEditor(page, 'contact');
  await restoreFirst(page);
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByLabel('Introduction').fill('Mine');
  const other = await secondWindow(page);
  await other.getByLabel('Phone').fill('333');
  await saveChanges(other).click();
  await expect(other.getByText('Contact page has been updated successfully.')).toBeVisible();
  await other.context().close();
  await page.reload();
  await expect(page.getByText('both are combined')).toBeVisible();
  // What is typed before it is restored stays, and so does the offer.
  await page.getByLabel('Address').fill('Typed now');
  await page.getByRole('button', { name: 'Restore changes' }).click();
  await expect(page.getByLabel('Introduction')).toHaveValue('Mine');
  await expect(page.getByLabel('Phone')).toHaveValue('333');
  await expect(page.getByLabel('Address')).toHaveValue('Typed now');
  await saveChanges(page).click();
  await expect(page.getByText('Contact page has been updated successfully.')).toBeVisible();
  await expect(page.getByLabel('Phone')).toHaveValue('333');
  await restoreFirst(page);
});

test('what is typed stays when restoring a version meets what somebody else saved', async ({ page }) => {
  const isSaved = (where: Page) => where.getByText('Contact page has been updated successfully.');
  await openEditor(page, 'contact');
  await page.getByLabel('Phone').fill('444');
  await saveChanges(page).click();
  await expect(isSaved(page)).toBeVisible();
  const other = await secondWindow(page);
  await other.getByLabel('Phone').fill('555');
  await saveChanges(other).click();
  await expect(isSaved(other)).toBeVisible();
  await other.context().close();
  await page.getByLabel('Introduction').fill('Typed meanwhile');
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: /^History of/ });
  await expect(history.getByRole('row').nth(1)).toBeVisible();
  while ((await history.getByRole('button', { name: 'Restore version 0' }).count()) === 0)
    await history.getByRole('button', { name: 'Show older' }).click();
  await history.getByRole('button', { name: 'Restore version 0' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved this page' });
  await dialog.getByRole('button', { name: 'Save this version' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Phone')).not.toHaveValue('555');
  await expect(page.getByLabel('Introduction')).toHaveValue('Typed meanwhile');
  page.on('dialog', (asked) => asked.accept());
  await page.reload();
  await restoreFirst(page);
});

test('questions that two administrators added and changed come together', async ({ page }) => {
  await openEditor(page, 'faq');
  await restoreFirst(page);
  const other = await secondWindow(page);
  const count = await page.getByRole('textbox', { name: /^Question / }).count();
  const answer = (where: Page, place: number) => where.getByRole('textbox', { name: `Answer ${place}` });
  await other.getByRole('button', { name: 'Add Question' }).click();
  await question(other, count + 1).fill('Theirs?');
  await answer(other, 2).fill('Their second answer.');
  await saveChanges(other).click();
  await expect(other.getByText('FAQ page has been updated successfully.')).toBeVisible();
  await answer(page, 1).fill('My first answer. ');
  await answer(page, 2).fill('My second answer.');
  await saveChanges(page).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved this page' });
  await expect(dialog.getByRole('group', { name: 'Question 2' })).toContainText('Their second answer.');
  await dialog.getByRole('button', { name: 'Save this version' }).click();
  await expect(page.getByText('Changes combined')).toBeVisible();
  await expect(question(page, count + 1)).toHaveValue('Theirs?');
  await expect(answer(page, 1)).toHaveValue('My first answer.');
  await page.reload();
  await expect(question(page, count + 1)).toHaveValue('Theirs?');
  await expect(answer(page, 2)).toHaveValue('My second answer.');
  await other.context().close();
  await restoreFirst(page);
});

test('the documentation is searched while one types, marks the hits and leads into the product', async ({
  page,
}) => {
  await signIn(page, HEAD, '/admin/settings/documentation');
  for (const topic of ['Getting started', 'Troubleshooting', 'Support contact'])
    await expect(page.getByRole('heading', { name: topic, level: 2 })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('restore FILE');
  await expect(page.getByText(/^\d+ of \d+ topics$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Restore a backup' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Getting started' })).toHaveCount(0);
  await expect(page.locator('#backups-restore mark').first()).toHaveText(/restor/i);
  await expect(page.locator('#backups-restore ol > li')).toHaveCount(4);
  await page.getByRole('searchbox').fill('zzzz');
  await expect(page.getByText('No results')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('link', { name: 'Course Management' }).last().click();
  await expect(page).toHaveURL(/\/admin\/courses$/);
});
