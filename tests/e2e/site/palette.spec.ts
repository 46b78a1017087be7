import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { unique } from '../kit/courses.ts';
import { expect, HEAD, makeMember, REFUSED, signIn, test } from '../kit/people.ts';

/** Right after a page has come nothing listens yet. */
async function openPalette(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toBeFocused({
      timeout: 500,
    });
  }).toPass();
}

test('Ctrl+K reaches pages, settings, courses, posts, people, and actions by keyboard alone', async ({
  page,
}) => {
  const person = await makeMember('basic', unique('Zuzanna Palettenberg'));
  await signIn(page, HEAD);
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Search' });
  const open = async (typed: string) => {
    await openPalette(page);
    await page.keyboard.type(typed);
  };

  await open('priv');
  await expect(palette.getByRole('option').first()).toHaveText('Privacy Policy');
  await expect(palette.getByRole('group', { name: 'Settings' }).getByRole('option')).toHaveCount(1);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  const selected = palette.getByRole('option', { selected: true });
  await expect(selected).toContainText('Privacy Policy');
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(selected).toHaveCSS('outline', /solid 2px$/);
  await page.emulateMedia({ forcedColors: null });
  await expect(selected).toHaveCSS('outline-style', 'none');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/settings/privacy');

  await open(person.name.slice('Zuzanna '.length));
  await expect(palette.getByRole('status')).toHaveText('1 result');
  const found = palette.getByRole('group', { name: 'Users' }).getByRole('option');
  await expect(found).toHaveText(`${person.name}${person.email}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: person.name })).toBeVisible();

  await open('sql from');
  await expect(palette.getByRole('group', { name: 'Courses' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/courses\/[\w-]{36}$/);

  await open('create post');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/blogs/new');

  await open('dark theme');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');

  await open('qqzz nothing');
  await expect(palette.getByRole('status')).toHaveText('No results');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(page).toHaveURL('/admin/blogs/new');
});

test('on a phone the palette opens from the sidebar; a member finds courses of theirs, and nobody else', async ({
  page,
}) => {
  const person = await makeMember('premium', 'Ada Kowalska');
  await page.setViewportSize({ width: 375, height: 700 });
  await signIn(page, person);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const palette = page.getByRole('dialog', { name: 'Search' });
  await expect(palette.getByRole('option', { name: 'My Courses' })).toBeVisible();
  await expect(palette.getByRole('group', { name: 'Settings' })).toHaveCount(0);
  await palette.getByRole('combobox').fill('python');
  const course = palette.getByRole('group', { name: 'Courses' }).getByRole('option').first();
  await expect(course).toHaveText(/Python/);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await palette.getByRole('combobox').fill('kowalska');
  await expect(palette.getByRole('status')).toHaveText('No results');
  await palette.getByRole('combobox').fill('python');
  await course.click();
  await expect(page).toHaveURL('/courses/python-for-data-tasks');
  await expect(page.getByRole('navigation', { name: 'Your pages' })).toBeHidden();
  await expect(palette).toBeHidden();
});

test.describe('a server that refuses', () => {
  test.use({ expected: { faults: [REFUSED] } });
  test('the palette says when courses and users could not be searched, and keeps the pages', async ({
    page,
  }) => {
    await signIn(page, HEAD);
    await openPalette(page);
    const palette = page.getByRole('dialog', { name: 'Search' });
    await page.route('**/api/admin/users?**', (route) => route.fulfill({ status: 429 }));
    await page.keyboard.type('user');
    await expect(palette.getByRole('status')).toHaveText(/couldn't be searched/);
    await expect(palette.getByRole('option', { name: 'User Management' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/admin/users');
  });
});
