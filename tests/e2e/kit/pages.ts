import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { onDatabase } from './people.ts';

/** What everybody may open. */
export const PUBLIC = [
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
  '/invitation?token=x',
  '/undo-address?token=x',
  '/unsubscribe/x-digest',
  '/preview',
  '/legal/withdrawal',
  '/sign-in',
  '/no-such-page',
];
/** What an administrator may open beside it, and the pages of administrators that have a route without an id. */
export const SIGNED_IN: readonly string[] = [
  '/',
  '/dashboard',
  '/my-courses',
  '/profile',
  '/profile?tab=subscription',
  '/profile?tab=security',
  '/confirm-address?token=x',
  '/billing/return',
  '/courses/sql-from-scratch',
  '/team',
  '/admin/settings/pages',
  '/admin/settings/pages/new',
  '/admin/settings/landing',
  '/admin/settings/legal',
  '/admin/settings/menus',
  '/admin/settings/school',
  '/admin/settings/seo',
  '/admin/settings/theme',
  '/admin/settings/notifications',
  '/admin/settings/plans',
  '/admin/settings/alerts',
  '/admin/settings/publishing',
  '/admin/settings/retention',
  '/admin/settings/security',
  '/admin/billing?tab=members',
  '/billing/return?session=x',
  '/notifications',
  '/notifications?tab=preferences',
  ...appRoutes().filter((route) => route.startsWith('/admin') && !route.includes('$')),
];
/** Of a course that no test changes: other tests make exams and labs meanwhile, and take them away. */
const SECTION =
  "from course_content s join courses c on c.id = s.course_id where c.slug = 'sql-from-scratch' and s.key =";
/** A page of each route that needs an id: a statement that finds the address. */
const FOUND: readonly string[] = [
  "select '/admin/courses/' || id from courses where slug = 'sql-from-scratch'",
  "select '/admin/courses/' || id || '/gradebook' from courses where slug = 'sql-from-scratch'",
  `select '/admin/exams/' || s.id ${SECTION} 'final-exam'`,
  `select '/admin/labs/' || s.id ${SECTION} 'lab-first-queries'`,
  `select '/admin/labs/' || s.id || '/results' ${SECTION} 'lab-first-queries'`,
  "select '/admin/blogs/' || id from courses where kind = 'post' and subscription_level = 'free' order by created_at limit 1",
  "select '/blogs/' || id from courses where kind = 'post' and subscription_level = 'free' order by created_at limit 1",
  "select '/blogs/' || id from courses where kind = 'post' and subscription_level = 'premium' order by created_at limit 1",
  "select '/admin/subscriptions/' || id from subscription_plans where name = 'Basic'",
  "select '/admin/users/' || id from users where email = 'head@school.test'",
];
/** The addresses of the route files: "/admin/courses/$id". One for all that is left has no page of its own. */
function appRoutes(): string[] {
  const names = readdirSync(join(import.meta.dirname, '../../../src/web/routes'), {
    recursive: true,
    encoding: 'utf8',
  }).filter((name) => name.endsWith('.tsx') && !/^(?:__|-)|\.\$\.tsx$/.test(name));
  const paths = names.map((name) => `/${name.replace(/\.tsx$/, '').replaceAll(/_?\./g, '/')}`);
  // What begins with an underscore holds pages and is not part of their addresses.
  return [...new Set(paths.map((path) => path.replace(/\/_[^/]+|\/index$/g, '') || '/'))];
}

/** The addresses of `FOUND`. */
export async function foundPages(): Promise<string[]> {
  return onDatabase(async (client) => {
    const paths: string[] = [];
    for (const statement of FOUND)
      paths.push(...(await client.query({ text: statement, rowMode: 'array' })).rows.flat());
    expect(paths).toHaveLength(FOUND.length);
    return paths;
  });
}

/** The routes that none of these addresses belongs to. */
export function unseenRoutes(addresses: readonly string[]): string[] {
  const looked = addresses.map((path) => path.split('?')[0] ?? '');
  const routes = appRoutes();
  return routes.filter((route) => {
    const pattern = new RegExp(`^${route.replace(/\$\w+/g, '[^/]+')}$`);
    // A page of its own under the same folder is not the page with an id.
    return !looked.some((path) => pattern.test(path) && (path === route || !routes.includes(path)));
  });
}
