import { expect, test } from 'vitest';
import { canRemoveSignInMethod } from './can-remove-sign-in-method.ts';

const NONE = { hasPassword: false, services: 0, passkeys: 0 };

test('the last way to sign in stays', () => {
  expect(canRemoveSignInMethod(NONE)).toEqual({ allowed: false, reason: 'last-sign-in' });
});

test('a password, a linked service and a passkey are each a way that is left', () => {
  for (const left of [{ hasPassword: true }, { services: 1 }, { passkeys: 1 }])
    expect(canRemoveSignInMethod({ ...NONE, ...left })).toEqual({ allowed: true });
});
