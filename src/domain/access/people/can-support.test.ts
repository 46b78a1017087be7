import { expect, test } from 'vitest';
import { type Member, VISITOR } from '../viewer.ts';
import { canChange, canSupport } from './can-support.ts';
import type { SupportMode } from './support-modes.ts';

const member: Member = {
  kind: 'member',
  userId: 'own',
  sessionId: 's',
  name: 'Ada',
  email: 'ada@school.test',
  tier: 'premium',
  isAdmin: false,
  avatarUrl: null,
  twoFactorEnabled: false,
};
const admin: Member = { ...member, isAdmin: true };
const supported = (mode: SupportMode): Member => ({
  ...member,
  support: { adminId: 'a', adminName: 'Grace', endsAt: new Date(0), mode },
});
const account = { userId: 'other', isAdmin: false, isDisabled: false };
const reason = (decision: ReturnType<typeof canSupport>) => (decision.allowed ? 'allowed' : decision.reason);

test('administrators look into accounts of users, and into no other', () => {
  expect(reason(canSupport(VISITOR, account))).toBe('sign-in-required');
  expect(reason(canSupport(member, account))).toBe('administrator-required');
  expect(reason(canSupport(admin, account))).toBe('allowed');
  expect(reason(canSupport(admin, { ...account, userId: 'own' }))).toBe('own-account');
  expect(reason(canSupport(admin, { ...account, isAdmin: true }))).toBe('support-refused');
  expect(reason(canSupport(admin, { ...account, isDisabled: true }))).toBe('support-refused');
});

test('a support session to look changes nothing but that it ends', () => {
  for (const viewer of [VISITOR, member, admin]) expect(reason(canChange(viewer, undefined))).toBe('allowed');
  expect(reason(canChange(supported('look'), undefined))).toBe('support-read-only');
  expect(reason(canChange(supported('look'), 'change'))).toBe('support-read-only');
  expect(reason(canChange(supported('look'), 'end'))).toBe('allowed');
});

test('a support session to change opens only what says so', () => {
  expect(reason(canChange(supported('change'), undefined))).toBe('support-closed');
  expect(reason(canChange(supported('change'), 'change'))).toBe('allowed');
  expect(reason(canChange(supported('change'), 'end'))).toBe('allowed');
});
