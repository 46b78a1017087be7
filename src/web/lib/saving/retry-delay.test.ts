import { expect, test } from 'vitest';
import { ApiError, type FailureCode } from '../api/api-error.ts';
import { retryDelay } from './retry-delay.ts';

const failure = (code: FailureCode) =>
  new ApiError({ code, message: code, fields: {}, requestId: '', status: 0 });

test('a lost connection is tried again soon, a refusal later, and none without its person', () => {
  expect(retryDelay(failure('UNREACHABLE'))).toBe(5000);
  expect(retryDelay(failure('RATE_LIMITED'))).toBe(30_000);
  expect(retryDelay(new TypeError('broken'))).toBe(30_000);
  expect(retryDelay(failure('SIGN_IN_REQUIRED'))).toBeNull();
});
