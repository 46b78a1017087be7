import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expect, HEAD, signIn, test } from '../../kit/people.ts';

/** Types words and follows a link in the same moment. */
async function typeAndFollow(page: Page, words: string, link: string): Promise<void> {
  const box = await page.getByRole('main').getByRole('searchbox').elementHandle();
  await page
    .locator(link)
    .first()
    .evaluate(
      (followed, { field, typed }) => {
        if (!(field instanceof HTMLInputElement && followed instanceof HTMLElement))
          throw new Error('not there');
        // As the browser does it: React hears of it.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed);
        field.dispatchEvent(new Event('input', { bubbles: true }));
        followed.click();
      },
      { field: box, typed: words },
    );
}

test('the search box of a list says what the list shows', async ({ page }) => {
  await signIn(page, HEAD, '/admin/users');
  const box = page.getByRole('searchbox');
  // A space between two words is not eaten while the list answers.
  await box.pressSequentially('zzz nobody', { delay: 250 });
  await expect(box).toHaveValue('zzz nobody');
  await expect(page).toHaveURL(/q=zzz(\+|%20)nobody/);
  await page.getByRole('link', { name: 'Show all users' }).click();
  await expect(page.getByRole('rowheader')).not.toHaveCount(0);
  await expect(box).toHaveValue('');
});

for (const path of ['users', 'courses', 'blogs', 'questions', 'media', 'audit'])
  test(`the search box of ${path} follows the address`, async ({ page }) => {
    await signIn(page, HEAD, `/admin/${path}?${path === 'audit' ? 'actor' : 'q'}=zzz`);
    const box = page.getByRole('main').getByRole('searchbox');
    await expect(box).toHaveValue('zzz');
    await page.locator(`nav a[href="/admin/${path}"]`).first().click();
    await expect(page).toHaveURL(new RegExp(`/admin/${path}$`));
    await expect(box).toHaveValue('');
    await page.goBack();
    await expect(box).toHaveValue('zzz');
  });

test('a link that is followed right after typing leads where it says, also where that takes a while', async ({
  page,
}) => {
  await signIn(page, HEAD, '/admin/users');
  await expect(page.getByRole('rowheader')).not.toHaveCount(0);
  // Longer than the search box waits for the next key.
  await page.route('**/api/courses?*', async (route) => {
    await wait(1500);
    await route.continue();
  });
  await typeAndFollow(page, 'zzz', 'a[href="/courses"]');
  await expect(page).toHaveURL(/\/courses$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Available Courses');
  await expect(page).toHaveURL(/\/courses$/);
});

test('a category that is chosen right after typing is kept when the words are looked for', async ({
  page,
}) => {
  await signIn(page, HEAD, '/courses');
  await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible();
  await page.route('**/api/courses?*', async (route) => {
    await wait(1000);
    await route.continue();
  });
  await typeAndFollow(page, 'queue', 'main a[href^="/courses?category="]');
  await expect(page).toHaveURL(/category=/);
  await expect(page).toHaveURL(/(?=.*category=)(?=.*q=queue)/);
});
