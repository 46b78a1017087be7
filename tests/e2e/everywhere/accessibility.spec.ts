import { violationsInBothSchemes } from '../kit/axe.ts';
import { foundPages, PUBLIC, SIGNED_IN, unseenRoutes } from '../kit/pages.ts';
import { expect, HEAD, REFUSED, signIn, test } from '../kit/people.ts';

/** What settings, learning, exams, marking and certificates have spec files of their own for. */
const ELSEWHERE = [
  '/admin/exam-attempts/$attempt',
  '/admin/late-answers/$attempt',
  '/admin/marking/$attempt/$question',
  '/admin/settings/$page',
  '/certificates/$id',
  '/courses/$slug/exams/$section',
  '/admin/questions/$bank',
  '/admin/questions/$bank/$question',
  '/courses/$slug/learn/$section',
];
const WIDTHS = [375, 1280];

test.use({ expected: { faults: [REFUSED] } });

for (const width of WIDTHS)
  test.describe(`at ${width} px, light and dark`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme: 'light' });
    test.setTimeout(300_000);

    test('axe finds nothing on any public page, and nothing is wider than the screen', async ({ page }) => {
      for (const path of PUBLIC) await check(page, path, width);
    });

    test('axe finds nothing on any page of a signed-in administrator', async ({ page }) => {
      await signIn(page, HEAD);
      for (const path of [...SIGNED_IN, ...(await foundPages())]) await check(page, path, width);
    });
  });

test('every route of the app is looked at', async () => {
  const unseen = unseenRoutes([...PUBLIC, ...SIGNED_IN, ...(await foundPages())]).filter(
    (route) => !ELSEWHERE.includes(route),
  );
  expect(unseen).toEqual([]);
});

async function check(page: Parameters<typeof signIn>[0], path: string, width: number): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  expect(await violationsInBothSchemes(page), path).toEqual([]);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth),
    `${path} is too wide`,
  ).toBeLessThanOrEqual(width);
}
