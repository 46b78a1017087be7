import { expect, test } from 'vitest';
import type { Tier } from '../../tiers.ts';
import type { Decision } from '../decision.ts';
import { type Member, VISITOR } from '../viewer.ts';
import { canComment } from './can-comment.ts';
import { canEditComment } from './can-edit-comment.ts';
import { canHideComment } from './can-hide-comment.ts';
import { canRemoveComment } from './can-remove-comment.ts';
import { canReportComment } from './can-report-comment.ts';

function member(userId: string, tier: Tier, isAdmin = false): Member {
  const unasked = { sessionId: 's', name: 'A', email: 'a@school.test', avatarUrl: null };
  return { kind: 'member', userId, tier, isAdmin, twoFactorEnabled: false, ...unasked };
}
const author = member('author', 'basic');
const other = member('other', 'basic');
const free = member('free', 'free');
const admin = member('admin', 'free', true);
const OPEN = { openTo: 'everyone', enrolled: false } as const;
const comment = { authorId: 'author', isHidden: false, subscriptionLevel: 'basic', ...OPEN } as const;
const word = (decision: Decision) => (decision.allowed ? 'yes' : decision.reason);

test('who is signed in and may open a course may comment on it', () => {
  const basic = { subscriptionLevel: 'basic', ...OPEN } as const;
  const answers = [VISITOR, free, author, admin].map((viewer) => word(canComment(viewer, basic)));
  expect(answers).toEqual(['sign-in-required', 'tier-required', 'yes', 'yes']);
  expect(word(canComment(VISITOR, { subscriptionLevel: 'free', ...OPEN }))).toBe('sign-in-required');
});

test('a comment is changed by its author only, and not while it is hidden', () => {
  const answers = [VISITOR, other, author, admin].map((viewer) => word(canEditComment(viewer, comment)));
  expect(answers).toEqual(['sign-in-required', 'author-required', 'yes', 'author-required']);
  expect(word(canEditComment(author, { ...comment, isHidden: true }))).toBe('comment-hidden');
  expect(word(canEditComment({ ...author, tier: 'free' }, comment))).toBe('tier-required');
  expect(word(canEditComment(other, { ...comment, authorId: null }))).toBe('author-required');
});

test('a comment is removed by its author, whatever the plan, and by administrators', () => {
  const answers = [VISITOR, other, author, admin].map((viewer) => word(canRemoveComment(viewer, comment)));
  expect(answers).toEqual(['sign-in-required', 'author-required', 'yes', 'yes']);
  expect(word(canRemoveComment({ ...author, tier: 'free' }, comment))).toBe('yes');
  expect(word(canRemoveComment(other, { authorId: null }))).toBe('author-required');
});

test('only administrators hide', () => {
  expect([VISITOR, author, admin].map((viewer) => word(canHideComment(viewer)))).toEqual([
    'sign-in-required',
    'administrator-required',
    'yes',
  ]);
});

test('a comment is reported by who may read and did not write it', () => {
  const answers = [VISITOR, free, other, author].map((viewer) => word(canReportComment(viewer, comment)));
  expect(answers).toEqual(['sign-in-required', 'tier-required', 'yes', 'own-comment']);
});
