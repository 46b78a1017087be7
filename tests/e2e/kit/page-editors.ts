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
/** Brings back the text that a school has before anybody saves one. */
export async function restoreFirst(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: /^History of/ });
  const rows = history.getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  // Version 0, or 1 where a school was given the text of a page.
  const first = rows.filter({ hasText: 'Original text' });
  while ((await first.count()) === 0) {
    const shown = await rows.count();
    await history.getByRole('button', { name: 'Show older' }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(shown);
  }
  const restore = first.getByRole('button', { name: /^Restore version/ });
  // The version that is there already has no such button.
  if ((await restore.count()) === 0) return history.getByRole('button', { name: 'Close' }).click();
  await restore.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).last().click();
  await expect(history).toHaveCount(0);
}

export const saveChanges = (page: Page) => page.getByRole('button', { name: 'Save Changes' });

/** Signs in as the administrator and opens the editor of this page. */
export async function openEditor(page: Page, name: string): Promise<void> {
  await signIn(page, HEAD, `/admin/settings/${name}`);
  await expect(saveChanges(page)).toBeEnabled();
}

/** The same with the text that a school has before anybody saves one, also where an earlier try saved another. */
export async function openFirst(page: Page, name: string): Promise<void> {
  await openEditor(page, name);
  await restoreFirst(page);
  await page.reload();
  await expect(saveChanges(page)).toBeEnabled();
}
