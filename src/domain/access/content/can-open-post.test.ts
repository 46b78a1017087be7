import { expect, test } from 'vitest';
import { TIERS } from '../../tiers.ts';
import { type Member, VISITOR } from '../viewer.ts';
import { canOpenPost, isPostVisible } from './can-open-post.ts';

const member = (tier: (typeof TIERS)[number], isAdmin = false): Member => ({
  kind: 'member',
  userId: 'u',
  sessionId: 's',
  name: 'Ada',
  email: 'ada@school.test',
  tier,
  isAdmin,
  avatarUrl: null,
  twoFactorEnabled: false,
});
const now = new Date('2026-11-20T12:00:00Z');
const later = new Date('2026-11-20T12:00:01Z');

test('each tier opens its own posts and those below, a visitor the free ones', () => {
  const opened = (viewer: Parameters<typeof canOpenPost>[0]) =>
    TIERS.filter((tier) => canOpenPost(viewer, { subscriptionLevel: tier, publishedAt: now }).allowed);
  expect(opened(VISITOR)).toEqual(['free']);
  expect(opened(member('free'))).toEqual(['free']);
  expect(opened(member('basic'))).toEqual(['free', 'basic']);
  expect(opened(member('premium'))).toEqual(TIERS);
  expect(opened(member('free', true))).toEqual(TIERS);
});

test('drafts and scheduled posts are there for administrators only', () => {
  const seen = (publishedAt: Date | null, isAdmin: boolean) =>
    isPostVisible(member('premium', isAdmin), { subscriptionLevel: 'free', publishedAt }, now);
  expect([seen(null, false), seen(later, false), seen(now, false)]).toEqual([false, false, true]);
  expect([seen(null, true), seen(later, true)]).toEqual([true, true]);
});
