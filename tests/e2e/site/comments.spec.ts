import { randomBytes } from 'node:crypto';
import { axeOf, violationsInBothSchemes, WCAG } from '../kit/axe.ts';
import { choose, makeCourse, openThread, say } from '../kit/comment-thread.ts';
import { expectKept } from '../kit/keyboard.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

const unique = (text: string) => `${text} ${randomBytes(4).toString('hex')}`;

test('a member comments, edits, answers and deletes, and is told each time', async ({ page }) => {
  const { path } = await makeCourse();
  await signIn(page, await makeMember('free'), null);
  await openThread(page, path);
  await expect(page.getByText('No comments yet')).toBeVisible();
  await page.getByLabel('Write a comment').fill('  \n ');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.getByText('Empty or whitespace-only text cannot be posted or saved')).toBeVisible();
  const text = unique('What is a **join**');
  await say(page, text);
  await expect(page.getByLabel('Write a comment')).toHaveValue('');
  await expect(page.getByText('1 comment', { exact: true })).toBeVisible();
  const comment = page.getByRole('article', { name: 'Ada Kowalska' });
  await expect(comment.locator('strong', { hasText: 'join' })).toBeVisible();
  await choose(page, 'What is a', 'Edit');
  await page.getByLabel('Edit your comment').fill('What is an outer join');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Updated', { exact: true })).toBeVisible();
  await expect(comment.getByText('edited')).toBeVisible();
  await page.getByRole('button', { name: "Reply to Ada Kowalska's comment" }).click();
  await page.getByRole('textbox', { name: 'Reply to Ada Kowalska' }).fill('It keeps rows without a partner');
  await page.getByRole('button', { name: 'Post reply' }).click();
  const answer = page.getByRole('article').getByText('It keeps rows without a partner').first();
  await expect(answer).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Reply to Ada Kowalska' })).toHaveCount(0);
  await choose(page, 'What is an outer join', 'Delete');
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted', { exact: true })).toBeVisible();
  await expect(page.getByText('This comment has been removed.')).toBeVisible();
  await expect(answer).toBeVisible();
  await expect(page.getByText('What is an outer join')).toHaveCount(0);
});

test('a post can be discussed as a course can', async ({ page }) => {
  const { id } = await makeCourse();
  await onDatabase((client) => client.query("update courses set kind = 'post' where id = $1", [id]));
  await signIn(page, await makeMember('free'), null);
  await openThread(page, `/blogs/${id}`);
  const text = unique('About a post');
  await say(page, text);
  await page.reload();
  await page.locator('#comments').scrollIntoViewIfNeeded();
  await expect(page.getByText(text)).toBeVisible();
});

test('an administrator hides a comment, which is struck through and marked, and shows it again', async ({
  browser,
  page,
}) => {
  const { path } = await makeCourse();
  await signIn(page, await makeMember('free'), null);
  await openThread(page, path);
  await say(page, 'Rude words');
  const head = await browser.newPage();
  await signIn(head, HEAD, null);
  await openThread(head, path);
  await choose(head, 'Rude words', 'Hide');
  await expect(head.getByText('Hidden', { exact: true })).toBeVisible();
  await expect(head.getByText('(Hidden)')).toBeVisible();
  await head.getByText('Original text (administrators only)').click();
  await expect(head.getByText('Rude words')).toBeVisible();
  await openThread(page, path);
  await expect(page.locator('s')).toHaveText('[This comment has been hidden by admin]');
  await expect(page.getByText('(Hidden)')).toBeVisible();
  await expect(page.getByText('Rude words')).toHaveCount(0);
  await choose(head, '(Hidden)', 'Unhide');
  await openThread(page, path);
  await expect(page.getByText('Rude words')).toBeVisible();
  await head.close();
});

test('a comment, its edit and its hiding appear for another reader without a reload', async ({
  browser,
  page,
}) => {
  const { path } = await makeCourse();
  const reader = await browser.newPage();
  const reported = reader.waitForResponse(/\/api\/comments\/[^/]+\/events$/);
  await openThread(reader, path);
  await reported;
  await signIn(page, HEAD, null);
  await openThread(page, path);
  await say(page, 'Appears by itself');
  await expect(reader.getByText('Appears by itself')).toBeVisible();
  await choose(page, 'Appears by itself', 'Edit');
  await page.getByLabel('Edit your comment').fill('Changes by itself');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(reader.getByText('Changes by itself')).toBeVisible();
  await choose(page, 'Changes by itself', 'Hide');
  await expect(reader.getByText('(Hidden)')).toBeVisible();
  await expect(reader.getByText('Changes by itself')).toHaveCount(0);
  await reader.close();
});

test('while the stream is cut the page is right again as soon as somebody looks, and catches up with the stream', async ({
  browser,
  page,
}) => {
  const { path } = await makeCourse();
  const reader = await browser.newPage();
  let tries = 0;
  await reader.route('**/api/comments/*/events', (route) => {
    tries += 1;
    return route.abort();
  });
  await openThread(reader, path);
  await signIn(page, await makeMember('free'), null);
  await openThread(page, path);
  await say(page, 'Said while cut off');
  await reader.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(reader.getByText('Said while cut off')).toBeVisible();
  await expect.poll(() => tries, { timeout: 15_000 }).toBeGreaterThan(2);
  await say(page, 'Said before it is back');
  await reader.unroute('**/api/comments/*/events');
  await expect(reader.getByText('Said before it is back')).toBeVisible({ timeout: 15_000 });
  await reader.close();
});

test('what a visitor types survives a reload and the way through the sign-in, and ends with the session', async ({
  page,
}) => {
  const { path } = await makeCourse();
  const person = await makeMember('free');
  const text = unique('Typed before signing in');
  await openThread(page, path);
  await page.getByLabel('Write a comment').fill(text);
  await page.reload();
  await page.locator('#comments').scrollIntoViewIfNeeded();
  await expect(page.getByLabel('Write a comment')).toHaveValue(text);
  await page.getByRole('link', { name: 'Log in to comment' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(new RegExp(`${path}#comments$`));
  await expect(page.getByLabel('Write a comment')).toHaveValue(text);
  await page.getByRole('button', { name: 'Account menu for Ada Kowalska' }).click();
  await page.getByRole('menuitem', { name: /Log ?out/i }).click();
  await page.getByRole('button', { name: 'Log out and delete' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(text);
});

test('members report, and an administrator decides about several at once and takes it back', async ({
  browser,
  page,
}) => {
  const { path } = await makeCourse();
  const words = [unique('First rudeness'), unique('Second rudeness')];
  const writer = await browser.newPage();
  await signIn(writer, await makeMember('free', 'Rude Person'), null);
  await openThread(writer, path);
  for (const text of words) await say(writer, text);
  await signIn(page, await makeMember('free'), null);
  await openThread(page, path);
  for (const text of words) {
    await choose(page, text, 'Report');
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByText("Describe what's wrong with it")).toBeVisible();
    await page.getByLabel("What's wrong with it?").fill('This is rude');
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await onDatabase((client) =>
    client.query(
      "update comments set body = 'Nothing', body_html = '<p>Nothing</p>', edited_at = now() where body = $1",
      [words[0]],
    ),
  );
  const context = await browser.newContext({
    viewport: { width: 375, height: 900 },
    reducedMotion: 'reduce',
    baseURL: process.env.E2E_URL ?? '',
  });
  const head = await context.newPage();
  await signIn(head, HEAD, null);
  await openThread(head, path);
  await head.getByRole('link', { name: 'Reported comments' }).click();
  await expect(head.getByRole('heading', { name: 'Comments', level: 1 })).toBeVisible();
  await expect(head.getByRole('button', { name: 'Reported' })).toHaveAttribute('aria-pressed', 'true');
  const rows = head.getByRole('listitem').filter({ hasText: /rudeness [0-9a-f]{8}/ });
  const row = (text: string) => rows.filter({ hasText: text });
  await expect(row(words[0] ?? '')).toContainText('This is rude');
  // Edited since: what was reported stands beside it.
  await expect(row(words[0] ?? '')).toContainText(/Edited .+Nothing.*Edited since it was reported/s);
  await expect(row(words[1] ?? '')).not.toContainText('Edited');
  for (const text of words) await row(text).getByRole('checkbox').check();
  expect(await head.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  const { violations } = await axeOf(head).withTags(WCAG).analyze();
  expect(violations.map(({ id: rule, nodes }) => `${rule} ${nodes[0]?.target}`)).toEqual([]);
  await head.screenshot({ path: test.info().outputPath('queue.png') });
  await head.getByRole('button', { name: 'Hide', exact: true }).press('Enter');
  await expect(row(words[0] ?? '')).toHaveCount(0);
  await expectKept(head);
  const undo = head.getByRole('button', { name: 'Undo' });
  // Held, it stays for as long as the other page needs.
  await undo.hover();
  await expect(page.getByText('(Hidden)')).toHaveCount(2);
  await undo.click();
  await expect(head.getByText('Undone')).toBeVisible();
  await expect(row(words[1] ?? '')).toBeVisible();
  await expect(page.getByText('(Hidden)')).toHaveCount(0);
  for (const text of words) await row(text).getByRole('checkbox').check();
  await head.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText(words[1] ?? '')).toHaveCount(0);
  await writer.close();
  await context.close();
});

test('an administrator reaches every comment, finds one, hides it and shows it again', async ({
  browser,
  page,
}) => {
  const { path } = await makeCourse();
  const word = unique('Findable');
  const writer = await browser.newPage();
  await signIn(writer, await makeMember('free', 'Writing Person'), null);
  await openThread(writer, path);
  await say(writer, word);
  await signIn(page, HEAD, '/admin');
  await page.getByRole('navigation', { name: 'Your pages' }).getByRole('link', { name: 'Comments' }).click();
  await expect(page.getByRole('heading', { name: 'Comments', level: 1 })).toBeVisible();
  await page.getByLabel('Search by text or author').fill(word);
  const row = page.getByRole('main').getByRole('listitem');
  await expect(row).toHaveCount(1);
  await expect(row.getByRole('link')).toHaveAttribute('href', `${path}#comments`);
  await row.getByRole('button', { name: 'Hide the comment by Writing Person' }).click();
  await expect(row).toContainText('(Hidden)');
  await page.getByRole('button', { name: 'Hidden', exact: true }).click();
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: 'Unhide' }).click();
  await expect(page.getByRole('heading', { name: 'No comments found' })).toBeVisible();
  await writer.close();
});

test.describe('while the server refuses', () => {
  test.use({ expected: { faults: [REFUSED] } });
  test('nothing that was typed is lost, and the reader is told', async ({ page }) => {
    const { path } = await makeCourse();
    await signIn(page, await makeMember('free'), null);
    await openThread(page, path);
    await page.route('**/api/comments/*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 429,
            json: { code: 'RATE_LIMITED', message: '', fields: {}, requestId: 'x' },
          })
        : route.continue(),
    );
    await page.getByLabel('Write a comment').fill('Not lost');
    await page.getByRole('button', { name: 'Post comment' }).click();
    await expect(page.getByText('Failed to add comment')).toBeVisible();
    await expect(page.getByLabel('Write a comment')).toHaveValue('Not lost');
  });
});

for (const width of [375, 1280]) {
  test.describe(`at ${width} px, light and dark`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme: 'light' });
    test('a thread with everything in it fits, and axe finds nothing', async ({ page }) => {
      const { id, path } = await makeCourse();
      const person = await makeMember('free', 'Grace Hopper');
      await onDatabase((client) =>
        client.query(
          `with author as (select id from users where email = $2),
             root as (insert into comments (course_id, author_id, body, body_html, edited_at)
               select $1, id, 'x', '<p>A long comment with <code>select count(*) from everything_there_is_in_the_whole_wide_world_of_tables</code> and <a href="https://a.test" rel="nofollow ugc">https://a.test/averyveryverylongaddressthatdoesnotbreakanywhereatall/andmore</a></p><pre tabindex="0"><code>select something from somewhere where something is not null and everything else is too wide\n</code></pre>', now() from author returning id),
             reply as (insert into comments (course_id, parent_id, body, body_html) select $1, id, 'x', '<p>A reply</p><ul><li>one</li><li>two</li></ul>' from root)
             insert into comments (course_id, author_id, body, body_html, hidden_at) select $1, id, 'x', '<p>x</p>', now() from author`,
          [id, person.email],
        ),
      );
      await signIn(page, HEAD, null);
      await openThread(page, path);
      await page.getByRole('button', { name: "Reply to Grace Hopper's comment" }).first().click();
      expect(await violationsInBothSchemes(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.screenshot({ path: test.info().outputPath('thread.png'), fullPage: true });
    });
  });
}

test('in a long thread, own new comments and replies follow their edits and go when they are deleted', async ({
  page,
}) => {
  test.slow();
  const { id, path } = await makeCourse();
  await onDatabase((client) =>
    client.query(
      `with roots as (insert into comments (course_id, body, body_html, created_at)
         select $1, 'x', '<p>Root ' || n || '</p>', now() - make_interval(mins => 40 - n)
         from generate_series(1, 31) n returning id, body_html)
       insert into comments (course_id, parent_id, body, body_html)
         select $1, id, 'x', '<p>Reply</p>' from roots, generate_series(1, 51) where body_html = '<p>Root 1</p>'`,
      [id],
    ),
  );
  await signIn(page, await makeMember('free'), null);
  await openThread(page, path);
  await expect(page.getByRole('button', { name: 'Show more comments' })).toBeVisible();
  const write = {
    comment: () => say(page, 'First words'),
    reply: async () => {
      await page
        .locator('article', { hasText: 'Root 1' })
        .first()
        .getByRole('button', { name: /^Reply/ })
        .click();
      await page.getByRole('textbox', { name: /^Reply to/ }).fill('First words');
      await page.getByRole('button', { name: 'Post reply' }).click();
    },
  };
  for (const post of Object.values(write)) {
    await post();
    await expect(page.getByText('First words')).toHaveCount(1);
    for (const [before, after] of [
      ['First words', 'Second words'],
      ['Second words', 'Third words'],
    ] as const) {
      await choose(page, before, 'Edit');
      await page.getByLabel('Edit your comment').fill(after);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByLabel('Edit your comment')).toHaveCount(0);
      await expect(page.getByRole('article').getByText(after)).toBeVisible();
      await expect(page.getByText(before)).toHaveCount(0);
    }
    await choose(page, 'Third words', 'Delete');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('Third words')).toHaveCount(0);
  }
});
