import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, HEAD, makeMember, onDatabase, openAwake, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [/Failed to load resource/, /^ApiError: Broken/] } });

const unique = (words: string) => `${words} ${randomBytes(3).toString('hex')}`;

/** Writes a whole new post; the administrator is on its edit page afterwards. */
async function write(page: Page, title: string, tier: string): Promise<string> {
  await page.goto('/admin/blogs/new');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Description').fill(`What ${title} tells.`);
  await page.getByLabel('Categories').selectOption({ label: 'Databases' });
  await page.getByLabel('Subscription Level').selectOption({ label: tier });
  await page.getByLabel('Text (Markdown)').fill('Words that **matter**.');
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page).toHaveURL(/\/admin\/blogs\/[0-9a-f-]{36}$/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

test('a post is written, read by everybody at once, changed, and deleted', async ({ browser, page }) => {
  test.slow();
  const title = unique('On waiting');
  await signIn(page, HEAD);
  const id = await write(page, title, 'Free');
  await expect(page.getByText('Post created successfully')).toBeVisible();
  const visitor = await browser.newPage();
  await visitor.goto('/blogs?kind=post');
  await visitor.getByRole('link', { name: title }).click();
  await expect(visitor).toHaveURL(new RegExp(`/blogs/${id}$`));
  await expect(visitor.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(visitor.locator('article strong')).toHaveText('matter');
  const html = await (await visitor.request.get(`/blogs/${id}`)).text();
  expect(html).toContain('"@type":"Article"');
  expect(html).toContain('matter');

  await page.getByLabel('Description').fill('Other words.');
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page.getByText('Post updated successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Back to draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Back to draft' }).click();
  await expect(page.getByText('Only administrators can see it.')).toBeVisible();
  await visitor.goto(`/blogs/${id}`);
  await expect(visitor).toHaveURL(/\/blogs$/);
  await expect(visitor.getByText('Blog not found.').first()).toBeVisible();
  await visitor.close();

  await page.goto(`/admin/blogs?q=${encodeURIComponent(title)}&state=draft`);
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await expect(
    page.getByText(
      'This action cannot be undone. This will permanently delete the post and all its comments.',
    ),
  ).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Post deleted successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No blogs found.' })).toBeVisible();
});

test('a premium post is locked for visitors and basic members, with the way to the plans', async ({
  browser,
  page,
}) => {
  test.slow();
  const title = unique('For premium');
  await signIn(page, HEAD);
  const id = await write(page, title, 'Premium');
  const visitor = await browser.newPage();
  const locked = await visitor.request.get(`/blogs/${id}`);
  expect(await locked.text()).not.toContain('matter');
  await visitor.goto(`/blogs/${id}`);
  await expect(visitor.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(visitor.getByText('Log in to read this post.')).toBeVisible();
  await visitor.goto('/blogs');
  await expect(visitor.getByText('Log in to see posts for members.')).toBeVisible();
  await expect(visitor.getByRole('link', { name: title })).toHaveCount(0);
  await signIn(visitor, await makeMember('basic'), `/blogs/${id}`);
  await expect(visitor.getByText('This post is part of the Premium plan.')).toBeVisible();
  await visitor.getByRole('link', { name: 'See plans' }).click();
  await expect(visitor).toHaveURL(/\/pricing$/);
  await visitor.close();
  await onDatabase((client) => client.query('delete from courses where id = $1', [id]));
});

test('unknown and failing blogs say so and lead back', async ({ page }) => {
  await page.goto('/blogs/00000000-0000-4000-8000-000000000000');
  await expect(page).toHaveURL(/\/blogs$/);
  await expect(page.getByText('Not found', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Blog not found.').first()).toBeVisible();
  const unknown = await page.request.get('/blogs/00000000-0000-4000-8000-000000000000');
  expect(unknown.status()).toBe(404);

  const failing = {
    status: 500,
    json: { code: 'INTERNAL', message: 'Broken', fields: {}, requestId: 'r-1' },
  };
  await openAwake(page, '/blogs?kind=post');
  await page.route('**/api/posts/*', (route) => route.fulfill(failing));
  await page.locator('article a').first().click();
  await expect(page.getByText('Failed to load blog.').first()).toBeVisible();
  await expect(page).toHaveURL(/\/blogs$/);
  await openAwake(page, '/help');
  await page.route('**/api/posts?*', (route) => route.fulfill(failing));
  await page.getByRole('link', { name: 'Blogs' }).first().click();
  await expect(page.getByRole('heading', { name: 'Failed to load blogs' })).toBeVisible();
});

test('a feed without anything says so', async ({ page }) => {
  await openAwake(page, '/help');
  await page.route('**/api/posts?*', (route) =>
    route.fulfill({ json: { items: [], total: 0, page: 1, pageSize: 12 } }),
  );
  await page.getByRole('link', { name: 'Blogs' }).first().click();
  await expect(page.getByRole('heading', { name: 'No blogs found.' })).toBeVisible();
});

test('the address of a course among the blogs leads to the course', async ({ page }) => {
  const { rows } = await onDatabase((client) =>
    client.query("select id from courses where slug = 'sql-from-scratch'"),
  );
  await page.goto(`/blogs/${rows[0].id}`);
  await expect(page).toHaveURL(/\/courses\/sql-from-scratch$/);
});

test('a member makes a private feed, reads it, and revokes it', async ({ page, request }) => {
  await signIn(page, await makeMember('basic'), '/blogs');
  await page.getByText('Subscribe via RSS or Atom').click();
  await page.getByRole('button', { name: 'Create feed link' }).click();
  const address = (await page.locator('details code').textContent()) ?? '';
  expect((await request.get(address)).headers()['content-type']).toContain('application/rss+xml');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('button', { name: 'Create feed link' })).toBeVisible();
  expect((await request.get(address)).status()).toBe(404);
});
