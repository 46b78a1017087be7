import { expect, test } from 'vitest';
import { ApiError, type FailureCode } from './api-error.ts';
import { errorCopy } from './error-copy.ts';

const failed = (code: FailureCode, data?: unknown) =>
  errorCopy(new ApiError({ code, message: '', fields: {}, requestId: 'r', status: 429, data })).description;

test('a limit says how long it still lasts', () => {
  expect(failed('RATE_LIMITED', { retryAfter: 3600 })).toBe('Try again in 60 min.');
  expect(failed('RATE_LIMITED', { retryAfter: 61 })).toBe('Try again in 2 min.');
  expect(failed('DAILY_LIMIT', { retryAfter: 7200 })).toBe('Try again in 120 min.');
  expect(failed('DAILY_LIMIT', { retryAfter: 7201 })).toBe('Try again in 3 hours.');
  expect(failed('ACCOUNT_LOCKED', { retryAfter: 5 })).toBe('Try again in 1 min.');
});

test('without a time, and for every other failure, the words of the code are shown', () => {
  expect(failed('RATE_LIMITED')).toBe('Please wait before you try again.');
  expect(failed('RATE_LIMITED', { retryAfter: 'soon' })).toBe('Please wait before you try again.');
  expect(failed('SLUG_TAKEN')).toContain('slug');
  expect(errorCopy(new Error('none')).title).toBe('Something went wrong');
  expect(errorCopy(null).title).toBe('Something went wrong');
});
