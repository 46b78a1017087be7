import { addSection, unique } from '../kit/courses.ts';
import { expectKept } from '../kit/keyboard.ts';
import { expect, HEAD, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [/Failed to load resource/] } });

test('a draft is read by a preview link alone, until it is published, and archived again', async ({
  browser,
  page,
}) => {
  test.slow();
  const title = unique('Quiet beginnings');
  await signIn(page, HEAD, null);
  await page.goto('/admin/courses/new');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Description').fill('How it begins.');
  await expect(page.getByText('It has no content yet. Saving publishes it anyway.')).toBeVisible();
  await page.getByRole('tab', { name: 'Course Settings' }).click();
  await page.getByLabel('Categories').selectOption({ label: 'Databases' });
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await addSection(page, 'The first lesson');
  await page.getByLabel('Text (Markdown)').fill('Begin here.[^1]\n\n[^1]: Said below.');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page.getByText('Course created successfully')).toBeVisible();
  const status = page.getByRole('region', { name: 'Status' });
  await expect(status).toContainText('Only administrators can see it.');
  await page.getByRole('tab', { name: 'Basic Information' }).click();
  const slug = await page.getByLabel('Slug').inputValue();

  const visitor = await browser.newPage();
  await visitor.goto(`/courses/${slug}`);
  await expect(visitor.getByRole('heading', { name: 'Course Not Found' })).toBeVisible();
  await status.getByRole('button', { name: 'Preview links' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const address = await page.locator('dialog code').textContent();
  await visitor.goto(address ?? '');
  await expect(visitor.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(visitor.getByRole('heading', { name: 'The first lesson' })).toBeVisible();
  await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  // The address holds the secret, and stays as it is.
  await visitor.getByRole('link', { name: '1', exact: true }).click();
  await expect(visitor.locator('li:focus')).toContainText('Said below.');
  await visitor.getByRole('link', { name: /back to reference/i }).click();
  await expect(visitor.getByRole('link', { name: '1', exact: true })).toBeFocused();
  await expect(visitor).toHaveURL(address ?? '');
  // Opened in another tab, such a link shows the preview there.
  const opened = visitor.context().waitForEvent('page');
  await visitor.getByRole('link', { name: '1', exact: true }).click({ modifiers: ['ControlOrMeta'] });
  const tab = await opened;
  await expect(tab.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await tab.close();
  await page.getByRole('button', { name: /^Revoke the link/ }).press('Enter');
  await expect(page.getByText('There are no preview links.')).toBeVisible();
  await expectKept(page);
  await page.keyboard.press('Escape');
  await visitor.reload();
  await expect(visitor.getByText("This preview link doesn't work")).toBeVisible();

  // By keyboard alone.
  await status.getByRole('button', { name: 'Publish', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).focus();
  await page.keyboard.press('Enter');
  await expect(status).toContainText('Published on');
  await expect(status).toBeFocused();
  await visitor.goto(`/courses?q=${encodeURIComponent(title)}`);
  await expect(visitor.getByRole('link', { name: title })).toBeVisible();
  await status.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(status).toContainText('Nobody is enrolled.');
  await visitor.goto(`/courses/${slug}`);
  await expect(visitor.getByRole('heading', { name: 'Course Not Found' })).toBeVisible();
  await visitor.close();
  await page.goto(`/admin/courses?q=${encodeURIComponent(title)}&state=archived`);
  await expect(page.getByRole('row', { name: title })).toContainText('Archived');
});
