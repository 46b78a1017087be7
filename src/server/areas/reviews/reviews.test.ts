import { expect } from 'vitest';
import { publishingForm } from '#contract/administration/settings';
import { sectionForm } from '#contract/courses/course-form';
import { reviewForm } from '#contract/courses/reviews';
import { eraseAccount } from '#server/areas/accounts/erasure/erase-account';
import { getCourse } from '#server/areas/courses/catalogue/get-course';
import { addSection } from '#server/areas/courses/editing/add-section';
import { enrol } from '#server/areas/learning/enrol';
import { leaveCourse } from '#server/areas/learning/leave-course';
import { saveSetting } from '#server/areas/settings/save-setting';
import type { Db } from '#server/db/client';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { hideReview } from './hide-review.ts';
import { listAllReviews } from './list-all-reviews.ts';
import { listReviews } from './list-reviews.ts';
import { removeReview } from './remove-review.ts';
import { saveReview } from './save-review.ts';
import { takeDownReview } from './take-down-review.ts';
import { unhideReview } from './unhide-review.ts';

type Who = Parameters<Verbs['as']>[0];

/** A course of the basic plan with one section, and people who learn in it. */
async function openCourse(db: Db) {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const slug = 'sql';
  const { id: courseId } = await makeCourse(verbs, { slug, subscriptionLevel: 'basic' });
  const form = sectionForm.parse({ title: 'One', content: 'Text' });
  await addSection(services, as('admin'), { ...form, id: courseId });
  return {
    ...verbs,
    courseId,
    begin: (who: Who) => enrol(services, as(who), { courseId }),
    learn: async (who: Who) => {
      await enrol(services, as(who), { courseId });
      const viewer = as(who).viewer;
      await db.pool.query(
        `insert into section_progress (user_id, course_id, section_id, position_at, done_at)
         select $1, course_id, id, now(), now() from course_content where course_id = $2`,
        [viewer.kind === 'member' ? viewer.userId : null, courseId],
      );
    },
    review: (who: Who, rating: 1 | 2 | 3 | 4 | 5, body = '', version = 0) =>
      saveReview(services, as(who), { courseId, rating, body, version }),
    read: (who: Who, after?: string) => listReviews(services, as(who), { courseId, after }),
    rating: async () => (await getCourse(services, as('visitor'), { slug })).rating,
  };
}

test('who completed a section reviews the course once, and everyone who finds it reads the review', async ({
  db,
}) => {
  const { begin, learn, rating, read, review } = await openCourse(db);
  expect(await failureOf(review('visitor', 5))).toBe('SIGN_IN_REQUIRED');
  expect(await failureOf(review('free', 5))).toBe('TIER_REQUIRED');
  expect(await failureOf(review('basic', 5))).toBe('SECTION_REQUIRED');
  await begin('basic');
  expect(await failureOf(review('basic', 5))).toBe('SECTION_REQUIRED');
  expect((await read('basic')).writing).toBe('section-required');
  expect(await rating()).toBeNull();
  await learn('basic');
  await learn('second');
  await review('basic', 5, 'Clear from the start.');
  await review('second', 4);
  const page = await read('visitor');
  expect(page).toMatchObject({ stars: [0, 0, 0, 1, 1], own: null, writing: 'closed', next: null });
  expect(page.items.map(({ author, body, rating }) => [author?.name, rating, body])).toEqual(
    expect.arrayContaining([
      ['basic', 5, 'Clear from the start.'],
      ['second', 4, ''],
    ]),
  );
  expect(await rating()).toEqual({ count: 2, average: 4.5 });
  expect((await read('basic')).own).toMatchObject({ rating: 5, version: 1, hidden: null });
});

test('a review is changed where it was read last, stays after leaving the course, and is deleted by its author', async ({
  db,
}) => {
  const { as, courseId, learn, rating, read, review, services } = await openCourse(db);
  await learn('basic');
  const first = await review('basic', 2, 'Too fast');
  expect(await review('basic', 2, 'Too fast')).toEqual(first);
  expect(await failureOf(review('basic', 3, 'From an old page'))).toBe('VERSION_CONFLICT');
  expect(await review('basic', 4, 'Better now', 1)).toMatchObject({ rating: 4, version: 2 });
  expect((await read('visitor')).items[0]?.editedAt).not.toBeNull();
  await leaveCourse(services, as('basic'), { courseId });
  expect(await rating()).toEqual({ count: 1, average: 4 });
  expect(await failureOf(removeReview(services, as('second'), { id: first.id }))).toBe('AUTHOR_REQUIRED');
  await removeReview(services, as('basic'), { id: first.id });
  expect(await rating()).toBeNull();
  expect(await failureOf(removeReview(services, as('basic'), { id: first.id }))).toBe('REVIEW_NOT_FOUND');
});

test('of two first reviews at one moment one is written, and the other is told', async ({ ownDb }) => {
  const { learn, rating, review } = await openCourse(ownDb);
  await learn('basic');
  const outcomes = await Promise.all([failureOf(review('basic', 5)), failureOf(review('basic', 1))]);
  expect(outcomes.filter((outcome) => outcome === 'VERSION_CONFLICT')).toHaveLength(1);
  expect((await rating())?.count).toBe(1);
});

test('a hidden review neither shows nor counts; its author sees why and cannot change it', async ({ db }) => {
  const { as, learn, rating, read, review, services } = await openCourse(db);
  await learn('basic');
  await learn('second');
  const { id } = await review('basic', 1, 'Buy my course instead');
  await review('second', 5);
  expect(await failureOf(hideReview(services, as('second'), { id, reason: 'An advertisement' }))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
  await hideReview(services, as('admin'), { id, reason: 'An advertisement' });
  expect(await rating()).toEqual({ count: 1, average: 5 });
  expect((await read('second')).items.map((item) => item.author?.name)).toEqual(['second']);
  expect((await read('basic')).own?.hidden).toEqual({ reason: 'An advertisement' });
  expect(await failureOf(review('basic', 3, 'Again', 1))).toBe('REVIEW_HIDDEN');
  const hidden = await listAllReviews(services, as('admin'), { q: 'buy MY', state: 'hidden' });
  expect(hidden.items).toMatchObject([
    { id, hidden: { reason: 'An advertisement' }, course: { slug: 'sql' } },
  ]);
  await unhideReview(services, as('admin'), { id });
  expect(await rating()).toEqual({ count: 2, average: 3 });
  await takeDownReview(services, as('admin'), { id, reason: 'An advertisement' });
  expect(await rating()).toEqual({ count: 1, average: 5 });
  const { rows } = await db.pool.query(
    "select after ->> 'reason' as reason from audit_log where entity = 'review' and action in ('review.hide', 'review.take-down')",
  );
  expect(rows).toEqual([{ reason: 'An advertisement' }, { reason: 'An advertisement' }]);
});

test('a hidden review that its author deletes stays away until an administrator deletes it, too', async ({
  db,
}) => {
  const { as, courseId, learn, rating, read, review, services } = await openCourse(db);
  await learn('basic');
  const written = await review('basic', 1, 'Buy my course instead');
  const { id } = written;
  await hideReview(services, as('admin'), { id, reason: 'An advertisement' });
  await removeReview(services, as('basic'), { id });
  expect(await read('basic')).toMatchObject({ own: null, writing: 'closed', items: [] });
  for (const version of [0, written.version])
    for (const body of ['Buy my course instead', ''])
      expect(await failureOf(review('basic', 1, body, version))).toBe('REVIEW_HIDDEN');
  expect(await rating()).toBeNull();
  expect(await failureOf(removeReview(services, as('basic'), { id }))).toBe('REVIEW_NOT_FOUND');
  expect(await failureOf(unhideReview(services, as('admin'), { id }))).toBe('REVIEW_NOT_FOUND');
  const { rows } = await db.pool.query('select body from course_reviews where course_id = $1', [courseId]);
  expect(rows).toEqual([{ body: '' }]);
  expect((await listAllReviews(services, as('admin'), { q: '', state: 'hidden' })).items).toMatchObject([
    { id, body: '', hidden: { reason: 'An advertisement' }, isRemoved: true },
  ]);
  await takeDownReview(services, as('admin'), { id, reason: 'They may try again' });
  expect(await review('basic', 4, 'A good course')).toMatchObject({ rating: 4, hidden: null });
  expect(await rating()).toEqual({ count: 1, average: 4 });
});

test('the mark of a deleted review goes with the account of its author', async ({ db }) => {
  const { as, courseId, learn, review, services } = await openCourse(db);
  for (const who of ['basic', 'second'] as const) await learn(who);
  const { id } = await review('basic', 1, 'Buy my course instead');
  await review('second', 5);
  await hideReview(services, as('admin'), { id, reason: 'An advertisement' });
  await removeReview(services, as('basic'), { id });
  const { viewer } = as('basic');
  const userId = viewer.kind === 'member' ? viewer.userId : '';
  await db.transaction((trx) => eraseAccount(trx, services, userId));
  const { rows } = await db.pool.query('select rating from course_reviews where course_id = $1', [courseId]);
  expect(rows).toEqual([{ rating: 5 }]);
});

test('pages follow each other without a gap, newest first', async ({ db }) => {
  const { courseId, read } = await openCourse(db);
  await db.pool.query(
    `insert into course_reviews (course_id, rating, body, created_at)
     select $1, 1 + n % 5, 'Review ' || n, timestamptz '2026-11-01' + n * interval '1 minute' from generate_series(1, 25) n`,
    [courseId],
  );
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await read('visitor', after);
    seen.push(...items.map(({ body }) => body));
    after = next ?? undefined;
  } while (after);
  expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `Review ${25 - n}`));
});

test('with reviews turned off nobody reads or writes any, and the course page has no rating', async ({
  db,
}) => {
  const { as, learn, rating, read, review, services } = await openCourse(db);
  await learn('basic');
  await review('basic', 5);
  await saveSetting(services, as('admin'), {
    name: 'publishing',
    form: publishingForm,
    version: 0,
    value: { drafts: false, reviews: false },
  });
  expect(await rating()).toBeNull();
  expect(await failureOf(read('visitor'))).toBe('REVIEWS_OFF');
  expect(await failureOf(review('basic', 4, '', 1))).toBe('REVIEWS_OFF');
});

test('a rating is one to five stars, and a text has at most 2000 characters', () => {
  expect(reviewForm.safeParse({ rating: 0 }).success).toBe(false);
  expect(reviewForm.safeParse({ rating: 4.5 }).success).toBe(false);
  expect(reviewForm.safeParse({ rating: 5, body: `  ${'x'.repeat(2000)}  ` }).success).toBe(true);
  expect(reviewForm.safeParse({ rating: 5, body: 'x'.repeat(2001) }).success).toBe(false);
});
