import { expect, test } from 'vitest';
import { type AddressOwner, whoseSignIn } from './whose-sign-in.ts';

const plain: AddressOwner = { emailVerified: true, isAdmin: false, twoFactorEnabled: false };
const ADDRESS = 'ada@lovelace.test';

test('an address that the service has not verified opens nothing, whoever has it', () => {
  for (const owner of [null, plain, { ...plain, emailVerified: false }, { ...plain, isAdmin: true }])
    expect(whoseSignIn(null, owner)).toBe('address-unverified');
});

test('a verified address that nobody has becomes an account', () => {
  expect(whoseSignIn(ADDRESS, null)).toBe('create-account');
});

test('an account whose address nobody confirmed is claimed, not shared', () => {
  for (const isAdmin of [false, true])
    expect(whoseSignIn(ADDRESS, { ...plain, emailVerified: false, isAdmin })).toBe('claim-account');
});

test('an account with a confirmed address is linked, but not that of an administrator or with a second factor', () => {
  expect(whoseSignIn(ADDRESS, plain)).toBe('link-account');
  expect(whoseSignIn(ADDRESS, { ...plain, isAdmin: true })).toBe('link-first');
  expect(whoseSignIn(ADDRESS, { ...plain, twoFactorEnabled: true })).toBe('link-first');
});
