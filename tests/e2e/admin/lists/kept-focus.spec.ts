import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectKept } from '../../kit/keyboard.ts';
import { expect, HEAD, onDatabase, signIn, test } from '../../kit/people.ts';

async function makeCourses(count: number): Promise<string> {
  const name = `Kept ${randomBytes(6).toString('hex')}`;
  await onDatabase((client) =>
    client.query(
      `insert into courses (title, description, slug, thumbnail, subscription_level, updated_at)
       select $1 || ' ' || n, 'Made for a test.', replace(lower($1), ' ', '-') || '-' || n, '/covers/a.svg', 'free',
         now() - n * interval '1 minute' from generate_series(1, $2::int) n`,
      [name, count],
    ),
  );
  return name;
}

async function remove(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${title}` }).press('Enter');
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true });
  await expect(sure).toBeEnabled();
  await sure.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('rowheader', { name: title })).toHaveCount(0);
}

test('the focus goes on at the next row of a table, and stays on the page without one', async ({ page }) => {
  const name = await makeCourses(2);
  await signIn(page, HEAD, `/admin/courses?q=${encodeURIComponent(name)}`);
  await remove(page, `${name} 1`);
  await expect(page.getByRole('row').filter({ hasText: `${name} 2` })).toBeFocused();
  await remove(page, `${name} 2`);
  await expect(page.getByText('No courses found')).toBeVisible();
  await expectKept(page);
  await page.goto('/admin/trash');
  await page.getByRole('button', { name: `Restore ${name} 1` }).press('Enter');
  await expect(page.getByRole('button', { name: `Restore ${name} 1` })).toHaveCount(0);
  await expectKept(page);
});

test('a category that is taken out of a course leaves the focus in its field', async ({ page }) => {
  await signIn(page, HEAD, '/admin/courses/new');
  await page.getByRole('tab', { name: 'Course Settings' }).click();
  const list = page.getByLabel('Categories', { exact: true });
  const names = ['Databases', 'Data'];
  for (const label of names) await list.selectOption({ label });
  await page.getByRole('button', { name: 'Remove Databases' }).press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Data' }).first()).toBeFocused();
  await page.getByRole('button', { name: 'Remove Data' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Data' })).toHaveCount(0);
  await expectKept(page);
});
