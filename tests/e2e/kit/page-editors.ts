import type { Page } from '@playwright/test';
import { expect, HEAD, signIn } from './people.ts';

export const source = (page: Page) => page.getByLabel('HTML source');
export const rich = (page: Page) => page.getByRole('textbox', { name: 'Rich text' });
/** Adds to the end of the source. */
export async function append(page: Page, html: string): Promise<string> {
  const before = await source(page).inputValue();
  await source(page).fill(`${before}\n${html}`);
  return before;
}
export const saveChanges = (page: Page) => page.getByRole('button', { name: 'Save Changes' });

/** Signs in as the administrator and opens the editor of this page. */
export async function openEditor(page: Page, name: string): Promise<void> {
  await signIn(page, HEAD);
  await page.goto(`/admin/settings/${name}`);
  await expect(saveChanges(page)).toBeEnabled();
}
