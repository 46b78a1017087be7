import { expect, type Locator, type Page } from '@playwright/test';

/** What has the focus: whether it is lost to the page, and whether one sees where it is. */
export function focusOf(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return { name: 'nothing', seen: false };
    // A field may show it by its frame or its label; a shadow counts only on what has the focus.
    const editor = element.matches('.cm-content') ? element.closest('[data-size]') : null;
    const rings = [element, element.parentElement, element.closest('label'), editor].some((each) => {
      const style = each && getComputedStyle(each);
      return style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1;
    });
    const seen = rings || getComputedStyle(element).boxShadow !== 'none';
    const words =
      element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent;
    return { name: `${element.tagName} ${words?.trim().slice(0, 40)}`, seen };
  });
}

/** The focus is somewhere: never lost to the page itself. */
export async function expectKept(page: Page): Promise<void> {
  await expect.poll(async () => (await focusOf(page)).name).not.toBe('nothing');
}

/** Presses Tab until the wanted thing has the focus; at every stop one sees where it is. */
export async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let stop = 0; stop < 120; stop += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    const focus = await focusOf(page);
    // Beyond the last stop the focus leaves the page, and comes back at its beginning.
    if (focus.name !== 'nothing')
      expect(focus, `what has the focus shows it: ${focus.name}`).toMatchObject({ seen: true });
  }
  throw new Error(`not reached by ${key}: ${wanted}`);
}

export async function activate(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  await tabTo(page, wanted, key);
  await page.keyboard.press('Enter');
}
