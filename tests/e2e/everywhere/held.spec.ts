import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { hold } from '../kit/hold.ts';
import { expect, HEAD, makeMember, onDatabase, signIn, test } from '../kit/people.ts';

/** How often this is called until the page is closed. */
function count(page: Page, method: string, address: RegExp): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (request.method() === method && address.test(request.url())) calls += 1;
  });
  return () => calls;
}

test('who confirms twice does it once', async ({ page }) => {
  const slug = `twice-${randomBytes(4).toString('hex')}`;
  const id = await onDatabase(async (client) => {
    const { rows } = await client.query(
      'insert into question_banks (slug, title) values ($1, $1) returning id',
      [slug],
    );
    return String(rows[0].id);
  });
  await signIn(page, HEAD, `/admin/questions/${id}`);
  const address = /\/api\/admin\/.*banks\/[0-9a-f-]{36}$/;
  const calls = count(page, 'DELETE', address);
  const release = await hold(page, address);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveAccessibleDescription(/questions|bank/);
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true });
  await confirm.dblclick();
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
  release();
  await expect(page).toHaveURL(/\/admin\/questions$/);
  expect(calls()).toBe(1);
});

test('an item of a menu whose work is under way keeps the focus and the menu, and does nothing', async ({
  page,
}) => {
  // On a phone the actions are in a menu.
  await page.setViewportSize({ width: 375, height: 800 });
  const { email } = await makeMember('free');
  await signIn(page, HEAD, `/admin/users?q=${encodeURIComponent(email)}`);
  const line = page.getByRole('row').filter({ hasText: email });
  const release = await hold(page, /\/api\/admin\/users\/.*tier$/);
  await line.getByRole('combobox').selectOption('premium');
  await line.getByRole('button', { name: /^Actions for/ }).press('Enter');
  await page.keyboard.press('ArrowDown');
  const item = page.getByRole('menuitem', { name: /admin/i });
  await expect(item).toHaveAttribute('aria-disabled', 'true');
  await expect(item).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(item).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(item).not.toHaveAttribute('aria-disabled');
  await expect(item).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a deletion that is done at last closes its own question, not the one that was asked since', async ({
  page,
}) => {
  const word = `since ${randomBytes(4).toString('hex')}`;
  await onDatabase((client) =>
    client.query(
      `insert into courses (title, description, slug, thumbnail, subscription_level)
       select title, 'D', replace(title, ' ', '-'), '/covers/sql-from-scratch.svg', 'free'
       from unnest($1::text[]) as title`,
      [[`one ${word}`, `two ${word}`]],
    ),
  );
  await signIn(page, HEAD, `/admin/courses?q=${encodeURIComponent(word)}`);
  const ask = (title: string) =>
    page
      .getByRole('row')
      .filter({ hasText: title })
      .getByRole('button', { name: /^Delete/ })
      .click();
  const dialog = page.getByRole('dialog');
  const release = await hold(page, /\/api\/admin\/courses\/[0-9a-f-]{36}$/);
  await ask(`one ${word}`);
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await ask(`two ${word}`);
  release();
  await expect(page.getByText('Course deleted')).toBeVisible();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(0);
});
