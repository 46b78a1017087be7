import { expect, test } from 'vitest';
import { canAdministerHere } from './can-administer-here.ts';
import { type Member, VISITOR } from './viewer.ts';

const member = (isAdmin: boolean, twoFactorEnabled: boolean): Member => ({
  kind: 'member',
  userId: 'u',
  sessionId: 's',
  name: 'Ada',
  email: 'ada@school.test',
  tier: 'premium',
  isAdmin,
  avatarUrl: null,
  twoFactorEnabled,
});
const reasonOf = (...args: Parameters<typeof canAdministerHere>) => {
  const decision = canAdministerHere(...args);
  return decision.allowed ? 'allowed' : decision.reason;
};

test('without rules every administrator may, and nobody else', () => {
  const open = { twoFactor: false, isAddressAllowed: true };
  expect(reasonOf(VISITOR, open)).toBe('sign-in-required');
  expect(reasonOf(member(false, true), open)).toBe('administrator-required');
  expect(reasonOf(member(true, false), open)).toBe('allowed');
});

test('a second factor is demanded where the school demands it', () => {
  const strict = { twoFactor: true, isAddressAllowed: true };
  expect(reasonOf(member(true, false), strict)).toBe('two-factor-required');
  expect(reasonOf(member(true, true), strict)).toBe('allowed');
});

test('from another address nobody administers, and only administrators learn why', () => {
  const elsewhere = { twoFactor: true, isAddressAllowed: false };
  expect(reasonOf(member(true, true), elsewhere)).toBe('address-not-allowed');
  expect(reasonOf(member(false, true), elsewhere)).toBe('administrator-required');
});
