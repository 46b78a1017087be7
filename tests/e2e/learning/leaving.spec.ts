import { axeOf } from '../kit/axe.ts';
import { mailTo } from '../kit/mail.ts';
import { expect, makeMember, onDatabase, signIn, test } from '../kit/people.ts';

test('somebody who leaves is told the day, sees it on every page, and can keep the account', async ({
  page,
}) => {
  const person = await makeMember('free', 'Rosalind Franklin');
  await signIn(page, person, '/profile?tab=security');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText('In 14 days');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  const banner = page.getByRole('region', { name: 'Account scheduled for deletion' });
  await expect(banner).toContainText(/Your account will be deleted on \w{3} \d+, \d{4}\./);
  const mail = await onDatabase(async (client) => {
    const { rows } = await client.query('select erase_at from users where email = $1', [person.email]);
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(
      rows[0].erase_at,
    );
    return mailTo(person.email, `Your account will be deleted on ${day}`);
  });
  expect(mail.text).toContain('choose “Keep my account”');
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/courses');
    await expect(banner).toBeVisible();
    expect((await axeOf(page).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.context().clearCookies();
  await signIn(page, person);
  await banner.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByText("Your account won't be deleted")).toBeVisible();
  await expect(banner).toHaveCount(0);
  await mailTo(person.email, "Your account won't be deleted");
});

test('when the time is over the account is gone, and the comments are by a deleted user', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const person = await makeMember('free', 'Vera Rubin');
  await onDatabase(async (client) => {
    await client.query(
      `insert into comments (course_id, author_id, body, body_html)
       select c.id, u.id, 'Galaxies turn too fast.', '<p>Galaxies turn too fast.</p>' from courses c, users u
       where c.slug = 'sql-from-scratch' and u.email = $1`,
      [person.email],
    );
    await client.query("update users set erase_at = now() - interval '1 minute' where email = $1", [
      person.email,
    ]);
  });
  await expect(async () => {
    const left = await onDatabase(
      async (client) => (await client.query('select from users where email = $1', [person.email])).rowCount,
    );
    expect(left).toBe(0);
  }).toPass({ timeout: 90_000, intervals: [2000] });
  await signIn(page, await makeMember(), '/courses/sql-from-scratch');
  await page.locator('#comments').scrollIntoViewIfNeeded();
  const comment = page.getByRole('article').filter({ hasText: 'Galaxies turn too fast.' });
  await expect(comment).toContainText('Deleted user');
  await expect(comment).not.toContainText('Vera Rubin');
});
