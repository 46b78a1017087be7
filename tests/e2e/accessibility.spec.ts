import { AxeBuilder } from '@axe-core/playwright';
import { expect, HEAD, REFUSED, signIn, test } from './kit/people.ts';

const PUBLIC = [
  '/',
  '/courses',
  '/courses/sql-from-scratch',
  '/courses/git-beyond-the-basics',
  '/pricing',
  '/about',
  '/faq',
  '/terms',
  '/privacy',
  '/cookies',
  '/contact',
  '/help',
  '/blogs',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password?token=x',
  '/unsubscribe/x-digest',
  '/no-such-page',
];
const SIGNED_IN = [
  '/',
  '/dashboard',
  '/my-courses',
  '/profile',
  '/profile?tab=subscription',
  '/profile?tab=security',
  '/courses/sql-from-scratch',
  '/admin',
  '/admin/courses',
  '/admin/courses/new',
  '/admin/categories',
  '/admin/comments',
  '/admin/messages',
  '/admin/blogs',
  '/admin/blogs/new',
  '/admin/users',
  '/admin/settings/seo',
  '/admin/settings/theme',
  '/admin/settings/notifications',
  '/admin/settings/security',
  '/admin/audit',
  '/admin/subscriptions',
  '/admin/subscriptions/new',
  '/notifications',
  '/notifications?tab=preferences',
];
const WIDTHS = [375, 1280];
const SCHEMES = ['light', 'dark'] as const;

test.use({ expected: { faults: [REFUSED] } });

for (const width of WIDTHS) {
  for (const colorScheme of SCHEMES) {
    test.describe(`at ${width} px, ${colorScheme}`, () => {
      test.use({ viewport: { width, height: 900 }, colorScheme });
      test.setTimeout(120_000);

      test('axe finds nothing on any public page, and nothing is wider than the screen', async ({ page }) => {
        for (const path of PUBLIC) await check(page, path, width);
      });

      test('axe finds nothing on any page of a signed-in administrator', async ({ page }) => {
        await signIn(page, HEAD);
        for (const path of SIGNED_IN) await check(page, path, width);
      });
    });
  }
}

async function check(page: Parameters<typeof signIn>[0], path: string, width: number): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${path}: ${id} on ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
  expect(found).toEqual([]);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth),
    `${path} is too wide`,
  ).toBeLessThanOrEqual(width);
}
