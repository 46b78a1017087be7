import { expect, test } from 'vitest';
import { type Member, VISITOR } from '../viewer.ts';
import { canCloseAccount } from './can-close-account.ts';
import { canDeleteOwnAccount } from './can-delete-own-account.ts';
import { canResetSecondFactor } from './can-reset-second-factor.ts';
import { canRevokeAdmin } from './can-revoke-admin.ts';

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
const other = { userId: 'other', isAdmin: false, otherAdministrators: 1 };
const reason = (decision: ReturnType<typeof canCloseAccount>) =>
  decision.allowed ? 'allowed' : decision.reason;

test('only administrators close accounts or take rights', () => {
  for (const rule of [canCloseAccount, canRevokeAdmin]) {
    expect(reason(rule(VISITOR, other))).toBe('sign-in-required');
    expect(reason(rule(member, other))).toBe('administrator-required');
    expect(reason(rule(admin, other))).toBe('allowed');
  }
});

test('nobody closes the own account, but may give the own rights back', () => {
  const own = { userId: 'own', isAdmin: true, otherAdministrators: 3 };
  expect(reason(canCloseAccount(admin, own))).toBe('own-account');
  expect(reason(canRevokeAdmin(admin, own))).toBe('allowed');
});

test('the last administrator stays, whoever asks', () => {
  const last = { userId: 'other', isAdmin: true, otherAdministrators: 0 };
  expect(reason(canCloseAccount(admin, last))).toBe('last-administrator');
  expect(reason(canRevokeAdmin(admin, last))).toBe('last-administrator');
  expect(reason(canCloseAccount(admin, { ...last, isAdmin: false }))).toBe('allowed');
});

test('everybody may have the own account deleted, but the last administrator', () => {
  const facts = { isAdmin: true, otherAdministrators: 0 };
  expect(reason(canDeleteOwnAccount(VISITOR, facts))).toBe('sign-in-required');
  expect(reason(canDeleteOwnAccount(member, { ...facts, isAdmin: false }))).toBe('allowed');
  expect(reason(canDeleteOwnAccount(admin, facts))).toBe('last-administrator');
  expect(reason(canDeleteOwnAccount(admin, { ...facts, otherAdministrators: 1 }))).toBe('allowed');
});

test('an administrator resets the second factor of others, never the own', () => {
  const theirs = { userId: 'other' };
  expect(reason(canResetSecondFactor(VISITOR, theirs))).toBe('sign-in-required');
  expect(reason(canResetSecondFactor(member, theirs))).toBe('administrator-required');
  expect(reason(canResetSecondFactor(admin, theirs))).toBe('allowed');
  expect(reason(canResetSecondFactor(admin, { userId: 'own' }))).toBe('own-account');
});
