import { randomBytes } from 'node:crypto';
import { violationsInBothSchemes } from '../kit/axe.ts';
import { unique } from '../kit/courses.ts';
import { hold } from '../kit/hold.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

/** A course of the basic plan with a section that this member has completed. */
async function makeLearnedCourse(email: string): Promise<string> {
  const slug = `reviewed-${randomBytes(6).toString('hex')}`;
  await onDatabase(async (client) => {
    const { rows } = await client.query(
      `insert into courses (title, description, slug, thumbnail, subscription_level, published_at)
       values ('A course to review', 'Say what you think.', $1, $2, 'basic', now()) returning id`,
      [slug, `/covers/${slug}.svg`],
    );
    const { id } = rows[0];
    const section = await client.query(
      `insert into course_content (course_id, key, title, content, content_html, sort_order)
       values ($1, '1-start', 'Start', 'Text', '<p>Text</p>', 1) returning id`,
      [id],
    );
    await client.query(
      `with who as (select id from users where email = $1),
        enrolled as (insert into enrolments (user_id, course_id) select id, $2::uuid from who)
       insert into section_progress (user_id, course_id, section_id, position_at, done_at)
       select id, $2, $3, now(), now() from who`,
      [email, id, section.rows[0].id],
    );
  });
  return slug;
}

test('a learner reviews a course, everyone sees it, and an administrator hides it with a reason', async ({
  browser,
  page,
}) => {
  const learner = await makeMember('basic', unique('Rita Reviewer'));
  const slug = await makeLearnedCourse(learner.email);
  await signIn(page, learner, `/courses/${slug}`);
  await page.locator('#comments').scrollIntoViewIfNeeded();
  const form = page.getByRole('region', { name: 'Write a review' });
  await form.getByRole('button', { name: 'Post review' }).click();
  await expect(form.getByText('Choose 1 to 5 stars')).toBeVisible();
  await form.getByRole('radio', { name: '4 stars' }).check({ force: true });
  await form.getByLabel(/What did you think of it/).fill('Short and clear.');
  await form.getByRole('button', { name: 'Post review' }).click();
  const own = page.getByRole('region', { name: 'Your review' });
  await expect(own.getByText('Short and clear.')).toBeVisible();
  await own.getByRole('button', { name: 'Edit review' }).click();
  await page.getByRole('radio', { name: '5 stars' }).check({ force: true });
  await page.getByRole('button', { name: 'Save review' }).click();
  await expect(own.getByRole('img', { name: '5.0 out of 5 stars' })).toBeVisible();
  await expect(page.locator('main header').getByText('(1 review)')).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto(`/courses/${slug}`);
  const reported = await visitor.locator('script[type="application/ld+json"]').allTextContents();
  expect(reported.join()).toContain('"ratingValue":5');
  await visitor.locator('main header').getByText('(1 review)').click();
  await expect(visitor.getByRole('article', { name: learner.name })).toContainText('Short and clear.');

  await signIn(visitor, HEAD, `/admin/reviews?q=${encodeURIComponent(learner.name)}`);
  const row = visitor.getByRole('listitem').filter({ hasText: learner.name });
  await row.getByRole('button', { name: `Hide the review by ${learner.name}` }).click();
  const dialog = visitor.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Hide' }).click();
  await expect(dialog.getByText('Enter a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('It names another learner');
  await dialog.getByRole('button', { name: 'Hide' }).click();
  await expect(row.getByText('Reason: It names another learner')).toBeVisible();

  await page.reload();
  await page.locator('#comments').scrollIntoViewIfNeeded();
  await expect(own.getByText('Reason: It names another learner')).toBeVisible();
  await expect(page.locator('main header').getByText('(1 review)')).toHaveCount(0);
  await own.getByRole('button', { name: 'Delete review' }).click();
  await expect(page.getByRole('dialog')).toContainText("you can't write another one for this course");
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(own).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Write a review' })).toHaveCount(0);

  await visitor.reload();
  await expect(row.getByText('(Deleted by its author)')).toBeVisible();
  await expect(row.getByText('Short and clear.')).toHaveCount(0);
  await expect(row.getByRole('button', { name: `Unhide the review by ${learner.name}` })).toHaveCount(0);
  await context.close();
});

test.describe('in two tabs', () => {
  test.use({ expected: { faults: [REFUSED] } });
  test('a review that was typed stays when the other tab posts one, and when it is deleted meanwhile', async ({
    page,
  }) => {
    const learner = await makeMember('basic', 'Tara Twotabs');
    const slug = await makeLearnedCourse(learner.email);
    await signIn(page, learner, `/courses/${slug}`);
    const other = await page.context().newPage();
    await other.goto(`/courses/${slug}`);
    for (const [each, words] of [
      [page, 'Words from here'],
      [other, 'Words from there'],
    ] as const) {
      await each.locator('#comments').scrollIntoViewIfNeeded();
      await each.getByRole('radio', { name: '4 stars' }).check({ force: true });
      await each.getByLabel(/What did you think of it/).fill(words);
    }
    await other.getByRole('button', { name: 'Post review' }).click();
    const own = page.getByRole('region', { name: 'Your review' });
    await expect(other.getByRole('region', { name: 'Your review' })).toContainText('Words from there');
    await other.close();
    const box = page.getByLabel(/What did you think of it/);
    await page.getByRole('button', { name: 'Post review' }).click();
    await expect(page.getByText('You changed this review somewhere else')).toBeVisible();
    await expect(box).toHaveValue('Words from here');
    await page.getByRole('button', { name: 'Save review' }).click();
    await expect(own.locator('p', { hasText: 'Words from here' })).toBeVisible();

    await own.getByRole('button', { name: 'Edit review' }).click();
    await box.fill('Words for later');
    await onDatabase((client) =>
      client.query('delete from course_reviews where course_id = (select id from courses where slug = $1)', [
        slug,
      ]),
    );
    await page.getByRole('button', { name: 'Save review' }).click();
    await expect(page.getByText('This review has been deleted')).toBeVisible();
    await expect(box).toHaveValue('Words for later');
    await page.getByRole('button', { name: 'Post review' }).click();
    await expect(own.locator('p', { hasText: 'Words for later' })).toBeVisible();
  });
});

test('nothing is typed into a review while it is saved: it would go with the form', async ({ page }) => {
  const learner = await makeMember('basic', 'Ina Impatient');
  const slug = await makeLearnedCourse(learner.email);
  await signIn(page, learner, `/courses/${slug}`);
  await page.locator('#comments').scrollIntoViewIfNeeded();
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true });
  const box = page.getByLabel(/What did you think of it/);
  await box.fill('Clear');
  const release = await hold(page, /\/api\/.*reviews/);
  await page.getByRole('button', { name: 'Post review' }).click();
  await expect(page.getByRole('button', { name: 'Post review' })).toHaveAttribute('aria-disabled', 'true');
  await box.pressSequentially(' and short');
  await page.getByRole('radio', { name: '1 star', exact: true }).click({ force: true });
  await expect(box).toHaveValue('Clear');
  await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked();
  release();
  await expect(page.getByRole('region', { name: 'Your review' })).toContainText('Clear');
});
