import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, HEAD, onDatabase, signIn, test } from '../../kit/people.ts';

/** So many courses or posts whose titles begin alike, the last one updated last: it is on the last page. */
async function makeMany(kind: 'course' | 'post', count: number): Promise<string> {
  const name = `Paged ${randomBytes(6).toString('hex')}`;
  await onDatabase((client) =>
    client.query(
      `insert into courses (kind, title, description, slug, thumbnail, subscription_level, updated_at)
       select $1::course_kind, $2 || ' ' || n, 'Made for a test.', replace(lower($2), ' ', '-') || '-' || n, '/covers/a.svg', 'free',
         now() - n * interval '1 minute' from generate_series(1, $3::int) n`,
      [kind, name, count],
    ),
  );
  return name;
}

const rows = (page: Page) => page.getByRole('rowheader');

test('who deletes the last row of the last page sees the page before', async ({ page }) => {
  const name = await makeMany('course', 51);
  await signIn(page, HEAD, `/admin/courses?q=${encodeURIComponent(name)}&page=2`);
  await expect(rows(page)).toHaveText([`${name} 51`]);
  await page.getByRole('button', { name: `Delete ${name} 51` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(rows(page)).toHaveCount(50);
  await expect(page).not.toHaveURL(/page=/);
  await expect(page).toHaveURL(/q=Paged/);
  await expect(page.getByText('Get started by creating your first course.')).toHaveCount(0);
});

for (const { kind, path } of [
  { kind: 'course', path: 'courses' },
  { kind: 'post', path: 'blogs' },
] as const)
  test(`an address behind the last page of ${path} leads to the last one`, async ({ page }) => {
    const name = await makeMany(kind, 60);
    await signIn(page, HEAD);
    await page.goto(`/admin/${path}?q=${encodeURIComponent(name)}&page=9`);
    await expect(rows(page)).toHaveCount(10);
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    // The address that led nowhere is not a step back.
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

test('an address behind the last page of the question banks leads to the last one', async ({ page }) => {
  await signIn(page, HEAD, '/admin/questions?q=no-bank-at-all&page=3');
  await expect(page.getByText('No question banks')).toBeVisible();
  await expect(page).not.toHaveURL(/page=/);
});

test('a page that is not the last any more since it was read stays while it is read again', async ({
  page,
}) => {
  const name = await makeMany('course', 51);
  const rename = (from: string, to: string) =>
    onDatabase((client) => client.query('update courses set title = $2 where title = $1', [from, to]));
  const away = name.replace('Paged', 'Away');
  await signIn(page, HEAD, `/admin/courses?q=${encodeURIComponent(name)}`);
  await expect(rows(page)).toHaveCount(50);
  const second = page.getByRole('link', { name: 'Page 2', exact: true });
  // The first page goes on saying that there is a second one.
  await page.route(/\/api\/admin\/courses\?.*\bpage=1\b/, () => undefined);
  await rename(`${name} 51`, away);
  await second.click();
  await expect(page).not.toHaveURL(/page=/);
  await rename(away, `${name} 51`);
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/admin\/courses\?.*\bpage=2\b/, async (route) => {
    await isAnswered;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/api\/admin\/courses\?.*\bpage=2\b/);
  await second.click();
  await asked;
  await expect(page).toHaveURL(/page=2/);
  answer();
  await expect(rows(page)).toHaveText([`${name} 51`]);
  await expect(page).toHaveURL(/page=2/);
});

for (const path of ['courses', 'blogs'])
  test(`an address behind the last page of /${path} says how to go back`, async ({ page }) => {
    await page.goto(`/${path}?page=99`);
    await page.getByRole('link', { name: 'Page 1', exact: true }).click();
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Previous page' })).toHaveCount(0);
    if (path === 'blogs') return;
    await page.goto('/courses?page=99');
    await expect(page.getByText('No courses are available for your subscription level.')).toHaveCount(0);
    await page.getByRole('link', { name: 'Show all courses' }).click();
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  });
