import type { Page } from '@playwright/test';
import { madePages } from '../kit/made-pages.ts';
import { PUBLIC as EVERYBODYS, foundPages, SIGNED_IN, unseenRoutes } from '../kit/pages.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

const PUBLIC = [
  '/',
  '/courses',
  '/courses/sql-from-scratch',
  '/blogs',
  '/pricing',
  '/about',
  '/faq',
  '/help',
  '/contact',
  '/terms',
  '/privacy',
  '/cookies',
];
/** Where one goes only as a visitor. */
const ENTRY = ['/login', '/register', '/forgot-password'];
/** Of somebody who studies the course. */
const LEARNING = [
  '/courses/sql-from-scratch/learn/why-databases',
  '/courses/sql-from-scratch/learn/lab-first-queries',
  '/courses/sql-from-scratch/exams/final-exam',
];
const OWN = ['/dashboard', '/my-courses', '/profile', '/notifications'];
const ADMIN = ['/admin', '/admin/courses', '/admin/users', '/admin/settings'];
const WIDTHS = [1280, 375];
/** What a page may move by itself while it loads: a fifth of what is called good. */
const LIMIT = 0.02;

interface Shift {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Node | null }[];
}

/** Counts what moves without being touched, with what it was, until the page is quiet. */
async function shiftOf(page: Page, path: string): Promise<{ sum: number; moved: string[] }> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
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

async function expectStill(page: Page, paths: readonly string[], widths = WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of paths) {
      const { sum, moved } = await shiftOf(page, path);
      expect.soft(sum, `${path} at ${width} px: ${moved.join('; ')}`).toBeLessThan(LIMIT);
    }
  }
}

test.use({ expected: { faults: [REFUSED] } });
test.setTimeout(120_000);

/** A post that everybody may read. */
async function freePost(): Promise<string> {
  const { rows } = await onDatabase((client) =>
    client.query(
      "select id from courses where kind = 'post' and subscription_level = 'free' and published_at <= now() limit 1",
    ),
  );
  return `/blogs/${rows[0].id}`;
}

test('nothing moves while a page loads for a visitor', async ({ page }) => {
  await expectStill(page, [...PUBLIC, ...ENTRY, await freePost()]);
});

test('nothing moves while a lesson, a lab or an exam loads', async ({ page }) => {
  const person = await makeMember('free');
  await onDatabase((client) =>
    client.query(
      `insert into enrolments (user_id, course_id)
       select u.id, c.id from users u, courses c where u.email = $1 and c.slug = 'sql-from-scratch'`,
      [person.email],
    ),
  );
  await signIn(page, person);
  await expectStill(page, LEARNING);
});

test('nothing moves while a page loads for a member', async ({ page }) => {
  await signIn(page, await makeMember('basic'));
  await expectStill(page, [...PUBLIC, ...OWN]);
});

test('nothing moves while a page loads where the sidebar is folded', async ({ page }) => {
  await signIn(page, await makeMember('basic'));
  await page.keyboard.press('Control+b');
  await expectStill(page, PUBLIC.slice(0, 5));
});

test('nothing moves while a page of an administrator loads, whichever it is', async ({ browser, page }) => {
  test.setTimeout(400_000);
  const { admin, learner } = await madePages(browser, await makeMember());
  const everything = [...EVERYBODYS, ...SIGNED_IN, ...(await foundPages()), ...learner, ...admin];
  expect(unseenRoutes(everything)).toEqual([]);
  await signIn(page, HEAD);
  await expectStill(page, everything, [1280]);
  await expectStill(page, process.env.PROVE ? everything : [...PUBLIC.slice(0, 5), ...ADMIN], [375]);
});
