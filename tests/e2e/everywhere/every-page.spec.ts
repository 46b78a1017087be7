import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { coveredControls } from '../kit/covered-controls.ts';
import { MAX_SHIFT, shiftOf } from '../kit/layout-shift.ts';
import { madePages } from '../kit/made-pages.ts';
import { foundPages, PUBLIC, SIGNED_IN, unseenRoutes } from '../kit/pages.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

/** Of somebody who studies the course. */
const LEARNING = [
  '/courses/sql-from-scratch/learn/why-databases',
  '/courses/sql-from-scratch/learn/lab-first-queries',
  '/courses/sql-from-scratch/exams/final-exam',
];
const WIDTHS = [375, 1280];

test.use({ expected: { faults: [REFUSED] } });
test.setTimeout(400_000);

/**
 * Opens each page and looks at all that holds for every page. Axe looks while the page gets quiet; pages that it has
 * seen with the eyes of another go without it.
 */
async function look(page: Page, paths: readonly string[], { axe }: { axe: boolean }): Promise<void> {
  for (const path of new Set(paths)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    if (axe) expect.soft(await violationsInBothSchemes(page), path).toEqual([]);
    const { sum, moved } = await shiftOf(page);
    expect.soft(sum, `${path} moves: ${moved.join('; ')}`).toBeLessThan(MAX_SHIFT);
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth), `${path} is too wide`)
      .toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    for (const closed of await page.getByRole('tab', { name: 'Course Content' }).all()) await closed.click();
    expect.soft(await coveredControls(page), `the version panel covers something on ${path}`).toEqual([]);
  }
}

for (const width of WIDTHS)
  test.describe(`at ${width} px, axe finds nothing in light and dark, nothing moves, is too wide, or covered`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme: 'light' });

    test('for a visitor, on any public page', async ({ page }) => {
      await look(page, PUBLIC, { axe: true });
    });

    test('for an administrator, on any page of members and administrators', async ({ page }) => {
      await signIn(page, HEAD, null);
      await look(page, [...SIGNED_IN, ...(await foundPages())], { axe: true });
    });
  });

for (const width of WIDTHS)
  test.describe(`at ${width} px nothing moves, is too wide, or covered`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('for a member, on any page that is not of administrators', async ({ browser, page }) => {
      const member = await makeMember('premium');
      const { learner } = await madePages(browser, member);
      const own = SIGNED_IN.filter((path) => !path.startsWith('/admin'));
      await signIn(page, member, null);
      await look(page, [...PUBLIC, ...own, ...learner], { axe: false });
    });

    test('for an administrator, on the other pages', async ({ browser, page }) => {
      const { admin, learner } = await madePages(browser, await makeMember());
      const others = [...PUBLIC, ...learner, ...admin];
      expect(unseenRoutes([...SIGNED_IN, ...(await foundPages()), ...others])).toEqual([]);
      await signIn(page, HEAD, null);
      await look(page, others, { axe: false });
    });

    test('for somebody who studies a lesson, a lab or an exam', async ({ page }) => {
      const person = await makeMember('free');
      await onDatabase((client) =>
        client.query(
          `insert into enrolments (user_id, course_id)
           select u.id, c.id from users u, courses c where u.email = $1 and c.slug = 'sql-from-scratch'`,
          [person.email],
        ),
      );
      await signIn(page, person, null);
      await look(page, LEARNING, { axe: false });
    });

    test('where the sidebar is folded', async ({ page }) => {
      await signIn(page, await makeMember('basic'));
      await page.keyboard.press('Control+b');
      await look(page, PUBLIC.slice(0, 5), { axe: false });
    });
  });
