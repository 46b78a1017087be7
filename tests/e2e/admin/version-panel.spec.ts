import type { Page } from '@playwright/test';
import { madePages } from '../kit/made-pages.ts';
import { foundPages, PUBLIC, SIGNED_IN, unseenRoutes } from '../kit/pages.ts';
import { expect, HEAD, makeMember, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

/** What can have the focus and shares a pixel with the version panel, at the end of the page. */
function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    await new Promise((done) => requestAnimationFrame(done));
    const panel = document.querySelector('aside[aria-label="Version"]');
    const own = panel?.getBoundingClientRect();
    if (!own) return ['there is no panel'];
    const focusable = 'button, a[href], input, select, textarea, summary, [tabindex="0"]';
    return [...document.querySelectorAll(focusable)].flatMap((control) => {
      const box = control.getBoundingClientRect();
      const isApart =
        box.right <= own.left || box.left >= own.right || box.bottom <= own.top || box.top >= own.bottom;
      const isShown = control.checkVisibility() && box.width > 1 && box.height > 1;
      return isShown && !isApart && !panel?.contains(control) ? [control.outerHTML.slice(0, 120)] : [];
    });
  });
}

async function expectUncovered(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('complementary', { name: 'Version' })).toBeAttached();
    for (const closed of await page.getByRole('tab', { name: 'Course Content' }).all()) await closed.click();
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await coveredControls(page), `${path} at ${width} px`).toEqual([]);
    }
  }
}

test('the version panel covers nothing on any page of an administrator', async ({ browser, page }) => {
  test.setTimeout(400_000);
  const { admin, learner } = await madePages(browser, await makeMember());
  const paths = [...PUBLIC, ...SIGNED_IN, ...(await foundPages()), ...learner, ...admin];
  expect(unseenRoutes(paths)).toEqual([]);
  await signIn(page, HEAD);
  await expectUncovered(page, paths);
});

test('the version panel covers nothing on any page of a member', async ({ browser, page }) => {
  test.setTimeout(300_000);
  const member = await makeMember('premium');
  const { learner } = await madePages(browser, member);
  const own = SIGNED_IN.filter((path) => !path.startsWith('/admin'));
  await signIn(page, member);
  await expectUncovered(page, [...PUBLIC, ...own, ...learner]);
});

test('the version panel is a small mark until it is hovered or focused', async ({ page }) => {
  await page.goto('/help');
  const panel = page.getByRole('complementary', { name: 'Version' });
  const check = panel.getByRole('button', { name: 'Check' });
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.mouse.move(5, 5);
    await expect(check).toHaveCSS('opacity', '0');
    await panel.hover();
    await expect(check).toHaveCSS('opacity', '1');
    await page.mouse.move(5, 5);
    await check.focus();
    await expect(check).toHaveCSS('opacity', '1');
    await check.blur();
  }
});
