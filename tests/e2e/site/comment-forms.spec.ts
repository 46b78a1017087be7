import type { Page } from '@playwright/test';
import { choose, makeCourse, openThread, say } from '../kit/comment-thread.ts';
import { expect, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

/** What others do meanwhile, until the page has read the comments again. */
async function meanwhile(page: Page, path: string, change: string, values: readonly string[]): Promise<void> {
  await onDatabase((client) => client.query(change, [...values]));
  const read = page.waitForResponse(new RegExp(`/api/comments/${path}(\\?|$)`));
  // The stream of changes is opened again, and what it missed is read.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await read;
}
const REMOVE = 'update comments set removed_at = now() where course_id = $1 and body = $2';

test('a reply that is being written stays when the comment that it answers is deleted', async ({ page }) => {
  const { id, path } = await makeCourse();
  await onDatabase((client) =>
    client.query(
      `insert into comments (course_id, body, body_html, created_at)
       select $1, 'Root ' || n, '<p>Root ' || n || '</p>', now() - make_interval(mins => 9 - n) from generate_series(1, 3) n`,
      [id],
    ),
  );
  await signIn(page, await makeMember('free'), null);
  await openThread(page, path);
  const roots = page.getByRole('article').filter({ hasText: /Root|removed/ });
  await roots
    .nth(1)
    .getByRole('button', { name: /^Reply/ })
    .click();
  const box = page.getByRole('textbox', { name: /^Reply to/ });
  await box.fill('Half an answer');
  await meanwhile(page, id, REMOVE, [id, 'Root 2']);
  await expect(roots).toHaveText([/Root 1/, 'This comment has been removed.', /Root 3/]);
  await expect(box).toHaveValue('Half an answer');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(roots).toHaveText([/Root 1/, /Root 3/]);
  await expect(page.locator('#comments-title')).toBeFocused();
});

test('an edit under further replies stays when others delete around it, and when its comment is deleted', async ({
  page,
}) => {
  const { id, path } = await makeCourse();
  const person = await makeMember('free');
  await onDatabase((client) =>
    client.query(
      `with root as (insert into comments (course_id, body, body_html) values ($1, 'Root', '<p>Root</p>') returning id)
       insert into comments (course_id, parent_id, author_id, body, body_html, created_at)
       select $1, root.id, u.id, 'Reply ' || n, '<p>Reply ' || n || '</p>', now() + make_interval(secs => n)
       from root, users u, generate_series(1, 53) n where u.email = $2`,
      [id, person.email],
    ),
  );
  await signIn(page, person, null);
  await openThread(page, path);
  await page.getByRole('button', { name: 'Show more replies' }).click();
  const box = page.getByLabel('Edit your comment');
  const edit = async (text: string) => {
    await choose(page, text, 'Edit');
    await expect(box).toHaveValue(text);
    await box.fill('Half an edit');
  };
  // The first of the further ones, which will be among the others.
  await edit('Reply 51');
  await meanwhile(page, id, REMOVE, [id, 'Reply 7']);
  await expect(page.getByText('Reply 7', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Reply 53', { exact: true })).toHaveCount(1);
  await expect(box).toHaveValue('Half an edit');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Reply 51', { exact: true })).toHaveCount(1);
  await edit('Reply 52');
  await meanwhile(page, id, REMOVE, [id, 'Reply 52']);
  await expect(page.getByText('This comment has been removed.')).toBeVisible();
  await expect(box).toHaveValue('Half an edit');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('This comment has been removed.')).toHaveCount(0);
  await expect(page.locator('#comments-title')).toBeFocused();
});

test.describe('in two tabs', () => {
  test.use({ expected: { faults: [REFUSED] } });
  test('an edit never replaces one that it did not begin with unasked, and Escape drops no words', async ({
    page,
  }) => {
    const { id, path } = await makeCourse();
    await signIn(page, await makeMember('free'), null);
    await openThread(page, path);
    await say(page, 'First words');
    await choose(page, 'First words', 'Edit');
    const box = page.getByLabel('Edit your comment');
    // Escape that only ends the composition of a word.
    await box.dispatchEvent('keydown', { key: 'Escape', isComposing: true });
    await expect(box).toBeFocused();
    await box.press('Escape');
    await expect(box).toHaveCount(0);
    await choose(page, 'First words', 'Edit');
    await box.fill('Words from here');
    const change = `update comments set body = $2, body_html = '<p>' || $2 || '</p>', version = version + 1 where course_id = $1`;
    await meanwhile(page, id, change, [id, 'Words from there']);
    await box.press('Escape');
    await expect(box).toHaveValue('Words from here');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('You changed this comment somewhere else')).toBeVisible();
    await expect(page.getByText('Words from there')).toBeVisible();
    await expect(box).toHaveValue('Words from here');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(box).toHaveCount(0);
    await expect(page.getByText('Words from here')).toBeVisible();
  });
});
