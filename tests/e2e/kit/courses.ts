import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

/** Fills in a whole new course and saves it; the administrator is on the first tab of its edit page afterwards. */
export async function createCourse(page: Page, title: string): Promise<void> {
  await page.goto('/admin/courses/new');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Description').fill('Words about the course.');
  await page.getByRole('tab', { name: 'Course Settings' }).click();
  await page.getByLabel('Categories').selectOption({ label: 'Databases' });
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await addSection(page, 'First steps');
  await page.getByLabel('Text (Markdown)').fill('Read **this** first.');
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page).toHaveURL(/\/admin\/courses\/[0-9a-f-]{36}$/);
  await page.getByRole('tab', { name: 'Basic Information' }).click();
}

export async function addSection(page: Page, title: string): Promise<void> {
  const group = page.getByRole('group', { name: 'Add a section' });
  await group.getByLabel('Section title').fill(title);
  await group.getByRole('button', { name: 'Add Section' }).click();
}

export const unique = (words: string) => `${words} ${randomBytes(3).toString('hex')}`;
