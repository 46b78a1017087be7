import { expect, type Page } from '@playwright/test';

/** What can have the focus and shares a pixel with the version panel, at the end of the open page. */
export async function coveredControls(page: Page): Promise<string[]> {
  await expect(page.getByRole('complementary', { name: 'Version' })).toBeAttached();
  return page.evaluate(async () => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    await new Promise((done) => requestAnimationFrame(done));
    const panel = document.querySelector('aside[aria-label="Version"]');
    const own = panel?.getBoundingClientRect();
    if (!own) return ['there is no panel'];
    const focusable = 'button, a[href], input, select, textarea, summary, [tabindex="0"]';
    return [...document.querySelectorAll(focusable)].flatMap((control) => {
      let { bottom, left, right, top } = control.getBoundingClientRect();
      // What scrolls in a box of its own is seen only there.
      for (let around = control.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible' || around === document.documentElement) continue;
        const box = around.getBoundingClientRect();
        [top, left] = [Math.max(top, box.top), Math.max(left, box.left)];
        [bottom, right] = [Math.min(bottom, box.bottom), Math.min(right, box.right)];
      }
      const isApart = right <= own.left || left >= own.right || bottom <= own.top || top >= own.bottom;
      const isShown = control.checkVisibility() && right - left > 1 && bottom - top > 1;
      return isShown && !isApart && !panel?.contains(control) ? [control.outerHTML.slice(0, 120)] : [];
    });
  });
}
