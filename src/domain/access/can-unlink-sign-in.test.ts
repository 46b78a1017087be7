import { expect, test } from 'vitest';
import { canUnlinkSignIn } from './can-unlink-sign-in.ts';

test('the last way to sign in stays', () => {
  expect(canUnlinkSignIn(0)).toEqual({ allowed: false, reason: 'last-sign-in' });
  expect(canUnlinkSignIn(1)).toEqual({ allowed: true });
});
