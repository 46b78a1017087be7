import { test as base, expect, type Page } from '@playwright/test';
import { fillWithHostileTexts, HOSTILE_SLUG } from '../kit/hostile-school.ts';
import { HOSTILE_TEXTS } from '../kit/hostile-texts.ts';
import { HEAD, makeMember, onDatabase, signIn } from '../kit/people.ts';

const EVERYBODY = [
  '/',
  '/courses',
  '/courses?q=alert',
  '/courses?category=stranger-1',
  '/blogs',
  '/blogs?kind=post',
  '/pricing',
  '/about',
  '/faq',
  '/terms',
  '/contact',
  '/help',
  `/courses/${HOSTILE_SLUG}`,
];
const LEARNER = [
  '/dashboard',
  '/my-courses',
  '/notifications',
  '/notifications?tab=preferences',
  '/profile',
  '/profile?tab=subscription',
  '/profile?tab=security',
  `/courses/${HOSTILE_SLUG}/learn/part-3`,
];
const STAFF = [
  '/admin',
  '/admin/courses',
  '/admin/categories',
  '/admin/comments',
  '/admin/reviews',
  '/admin/messages',
  '/admin/blogs',
  '/admin/users',
  '/admin/users?q=evil.test',
  '/admin/audit',
  '/admin/subscriptions',
  '/admin/settings/seo',
];
/** Pages with an id of their own. */
const FOUND = [
  `select '/admin/courses/' || id from courses where slug = '${HOSTILE_SLUG}'`,
  `select '/admin/blogs/' || id from courses where slug = '${HOSTILE_SLUG}-1'`,
  `select '/blogs/' || id from courses where slug = '${HOSTILE_SLUG}-1'`,
  "select '/authors/' || slug from public_authors where slug like 'stranger-%' order by slug limit 1",
  "select '/admin/users/' || id from users where email = 'stranger-1@evil.test'",
  "select '/admin/subscriptions/' || id from subscription_plans where name like '%<script>%' limit 1",
];
/** Where the words certainly stand: the attack must have been there. */
const SHOWN = [
  '/courses',
  '/blogs',
  '/pricing',
  '/faq',
  '/terms',
  '/notifications',
  '/my-courses',
  `/courses/${HOSTILE_SLUG}`,
  `/courses/${HOSTILE_SLUG}/learn/part-3`,
  '/admin/comments',
  '/admin/reviews',
  '/admin/messages',
  '/admin/users?q=evil.test',
  '/admin/audit',
  '/admin/courses',
  '/admin/categories',
  '/admin/subscriptions',
];

interface Watched {
  readonly page: Page;
  /** Pages on which the hostile words stood, as words. */
  readonly shown: Set<string>;
  /** What ran, was stopped by the policy, or was asked of another host's scripts and styles. */
  readonly caught: string[];
}

const test = base.extend<{ watched: Watched }>({
  watched: async ({ page }, use) => {
    const caught: string[] = [];
    page.on('dialog', (dialog) => {
      caught.push(`dialog on ${page.url()}`);
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => caught.push(`error on ${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted Type/i.test(message.text()))
        caught.push(`policy on ${page.url()}: ${message.text()}`);
    });
    page.on('request', (request) => {
      const isActive = ['script', 'stylesheet', 'document'].includes(request.resourceType());
      if (isActive && new URL(request.url()).hostname.endsWith('evil.test'))
        caught.push(`asked ${request.url()}`);
    });
    await use({ page, caught, shown: new Set() });
  },
});

async function visit({ page, shown }: Watched, path: string): Promise<void> {
  const reply = await page.goto(path, { waitUntil: 'load' });
  expect(reply?.status(), path).toBe(200);
  expect(reply?.headers()['content-security-policy'], path).toContain("default-src 'none'");
  // What loads late, comments and diagrams, is scrolled to.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForTimeout(400);
  if ((await page.getByText('alert(').filter({ visible: true }).count()) > 0) shown.add(path);
}

test('no text of a stranger runs in the browser of visitor, learner or staff', async ({ watched }) => {
  test.setTimeout(400_000);
  const reader = await makeMember('free');
  expect(HOSTILE_TEXTS).toHaveLength(120);
  const found = await onDatabase(async (client) => {
    await fillWithHostileTexts(client, reader.email);
    const paths: string[] = [];
    for (const statement of FOUND)
      paths.push(...(await client.query({ text: statement, rowMode: 'array' })).rows.flat());
    return paths;
  });
  expect(found).toHaveLength(FOUND.length);
  await test.step('staff saves the hostile pages', () => savePages(watched.page));
  for (const path of EVERYBODY) await visit(watched, path);
  for (const person of [reader, HEAD]) {
    await watched.page.context().clearCookies();
    await signIn(watched.page, person);
    const own = person === HEAD ? [...STAFF, ...found] : found.filter((path) => path.startsWith('/blogs'));
    for (const path of [...EVERYBODY, ...LEARNER, ...own]) await visit(watched, path);
  }
  expect(watched.caught).toEqual([]);
  expect([...SHOWN, found[2]].filter((path) => !watched.shown.has(path ?? ''))).toEqual([]);
});

/** Pages and head tags that an administrator wrote, or somebody in the name of one. */
async function savePages(page: Page): Promise<void> {
  await signIn(page, HEAD);
  const origin = new URL(page.url()).origin;
  const html = HOSTILE_TEXTS.join('\n');
  const items = HOSTILE_TEXTS.slice(0, 60).map((text, index) => ({
    id: `q${index}`,
    question: text.slice(0, 200),
    answer: text,
  }));
  const title = '</title><script>alert(1)</script>';
  const seo = { title, description: '"><script>alert(1)</script>', keywords: title };
  const saves: readonly (readonly [string, object])[] = [
    ['/api/admin/pages/terms', { content: { kind: 'html', html } }],
    ['/api/admin/pages/faq', { content: { kind: 'faq', items } }],
    ['/api/admin/settings/seo', seo],
  ];
  for (const [address, body] of saves) {
    let saved = await page.request.put(address, { data: { ...body, version: 0 }, headers: { origin } });
    if (saved.status() === 409) {
      // Somebody saved it before: the reply tells which version is the current one.
      const { version } = (await saved.json()).data.current;
      saved = await page.request.put(address, { data: { ...body, version }, headers: { origin } });
    }
    expect(saved.status(), `${address} ${await saved.text()}`).toBe(200);
  }
  await page.context().clearCookies();
}

test('a text that runs is caught: the watch can fail', async ({ watched }) => {
  await watched.page.goto('/faq');
  await watched.page.evaluate(() => {
    const picture = document.createElement('img');
    picture.setAttribute('onerror', 'alert(1)');
    picture.src = '/no-such-picture';
    document.body.append(picture);
  });
  await expect.poll(() => watched.caught.join('\n')).toContain('Content Security Policy');
});
