import { expect, test } from 'vitest';
import type { Tier } from '../../tiers.ts';
import type { Decision } from '../decision.ts';
import { type Member, VISITOR } from '../viewer.ts';
import { canEditReview } from './can-edit-review.ts';
import { canReadReviews } from './can-read-reviews.ts';
import { canRemoveReview } from './can-remove-review.ts';
import { canReview } from './can-review.ts';

function member(userId: string, tier: Tier, isAdmin = false): Member {
  const unasked = { sessionId: 's', name: 'A', email: 'a@school.test', avatarUrl: null };
  return { kind: 'member', userId, tier, isAdmin, twoFactorEnabled: false, ...unasked };
}
const author = member('author', 'basic');
const free = member('free', 'free');
const admin = member('admin', 'free', true);
const course = { subscriptionLevel: 'basic', openTo: 'everyone', enrolled: false } as const;
const learned = { hasEnrolled: true, sectionsDone: 1 };
const word = (decision: Decision) => (decision.allowed ? 'yes' : decision.reason);

test('a course is reviewed by who may open it, enrolled, and completed a section', () => {
  expect([VISITOR, free, author].map((viewer) => word(canReview(viewer, course, learned)))).toEqual([
    'sign-in-required',
    'tier-required',
    'yes',
  ]);
  expect(word(canReview(author, course, { hasEnrolled: true, sectionsDone: 0 }))).toBe('section-required');
  expect(word(canReview(author, course, { hasEnrolled: false, sectionsDone: 3 }))).toBe('section-required');
  expect(word(canReview(admin, course, { hasEnrolled: false, sectionsDone: 0 }))).toBe('section-required');
  expect(word(canReview(author, { ...course, openTo: 'nobody' }, learned))).toBe('not-open');
});

test('reviews are read where the page of the course is, also above the own plan', () => {
  expect([VISITOR, free, author, admin].map((viewer) => word(canReadReviews(viewer, course)))).toEqual([
    'yes',
    'yes',
    'yes',
    'yes',
  ]);
  const draft = { ...course, openTo: 'nobody' } as const;
  expect([VISITOR, author, admin].map((viewer) => word(canReadReviews(viewer, draft)))).toEqual([
    'not-open',
    'not-open',
    'yes',
  ]);
});

test('a review is changed by its author only, and not while it is hidden', () => {
  const shown = { authorId: 'author', isHidden: false };
  expect([VISITOR, free, author, admin].map((viewer) => word(canEditReview(viewer, shown)))).toEqual([
    'sign-in-required',
    'author-required',
    'yes',
    'author-required',
  ]);
  expect(word(canEditReview(author, { ...shown, isHidden: true }))).toBe('review-hidden');
  expect(word(canEditReview(author, { ...shown, authorId: null }))).toBe('author-required');
});

test('a review is removed by its author; an administrator has to give a reason', () => {
  expect(
    [VISITOR, free, author, admin].map((viewer) => word(canRemoveReview(viewer, { authorId: 'author' }))),
  ).toEqual(['sign-in-required', 'author-required', 'yes', 'author-required']);
});
