import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What axe finds by colors: only this can differ between the light and the dark page. */
const BY_COLOR = ['color-contrast', 'link-in-text-block'];

/** Axe for a page, without the blank page that it opens for frames of other sites: we have none. */
export const axeOf = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true);

/** What breaks WCAG 2.2 AA on a page as it is, each with where it is. */
export async function violationsOf(page: Page): Promise<string[]> {
  return found(await axeOf(page).withTags(WCAG).analyze());
}

/** The same of the light page, and what is found by colors once the device has turned dark. */
export async function violationsInBothSchemes(page: Page): Promise<string[]> {
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-color-scheme', 'light');
  const light = await violationsOf(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveAttribute('data-color-scheme', 'dark');
  const dark = found(await axeOf(page).withRules(BY_COLOR).analyze());
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveAttribute('data-color-scheme', 'light');
  return [...light, ...dark.map((each) => `dark: ${each}`)];
}

function found({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>): string[] {
  return violations.map(
    ({ id, nodes }) => `${id} on ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
