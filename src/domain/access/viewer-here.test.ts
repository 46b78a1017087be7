import { expect, test } from 'vitest';
import { VISITOR } from './viewer.ts';
import { viewerHere } from './viewer-here.ts';

const member = {
  kind: 'member',
  userId: 'u',
  sessionId: 's',
  name: 'Ada',
  email: 'ada@school.test',
  tier: 'basic',
  isAdmin: false,
  avatarUrl: null,
  twoFactorEnabled: false,
} as const;
const admin = { ...member, isAdmin: true };
const OPEN = { twoFactor: false, isAddressAllowed: true };

test('an administrator is a member where administration is closed, and known to be one elsewhere', () => {
  const elsewhere = { ...member, administersElsewhere: true };
  expect(viewerHere(admin, { ...OPEN, isAddressAllowed: false })).toEqual(elsewhere);
  expect(viewerHere(admin, { ...OPEN, twoFactor: true })).toEqual(elsewhere);
  expect(viewerHere({ ...admin, twoFactorEnabled: true }, { ...OPEN, twoFactor: true })).toMatchObject({
    isAdmin: true,
  });
  expect(viewerHere(admin, OPEN)).toBe(admin);
});

test('members and visitors are the same everywhere', () => {
  const closed = { twoFactor: true, isAddressAllowed: false };
  expect(viewerHere(member, closed)).toBe(member);
  expect(viewerHere(VISITOR, closed)).toBe(VISITOR);
});
