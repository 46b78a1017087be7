import type { Page } from '@playwright/test';

/** What a page may move by itself while it loads: a fifth of what is called good. */
export const MAX_SHIFT = 0.02;

/** Longer than any page takes, in ms. */
const QUIET_WITHIN_MS = 20_000;

interface Shift {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Node | null }[];
}

/** How far the open page moved without being touched since it was opened, and what moved; waits until it is quiet. */
export async function shiftOf(page: Page): Promise<{ sum: number; moved: string[] }> {
  // Of a page with a frame it is sometimes never told, and a test that waits for it ends with its own time.
  await page.waitForLoadState('networkidle', { timeout: QUIET_WITHIN_MS }).catch(() => undefined);
  return page.evaluate(
    () =>
      new Promise<{ sum: number; moved: string[] }>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = (list.getEntries() as unknown as Shift[]).filter((shift) => !shift.hadRecentInput);
          resolve({
            sum: shifts.reduce((total, { value }) => total + value, 0),
            moved: shifts.flatMap(({ sources, value }) =>
              sources.map(({ node }) => {
                const element = node instanceof Element ? node : node?.parentElement;
                return `${value.toFixed(3)} ${element?.tagName} ${element?.className} ${element?.textContent?.slice(0, 30)}`;
              }),
            ),
          });
        }).observe({ type: 'layout-shift', buffered: true });
        // Nothing is reported of a page on which nothing moved.
        requestAnimationFrame(() => setTimeout(() => resolve({ sum: 0, moved: [] }), 100));
      }),
  );
}
