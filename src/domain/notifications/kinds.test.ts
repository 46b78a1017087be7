import { expect, test } from 'vitest';
import { isAlwaysSent, NOTICE_KINDS, noticeKindsOf } from './kinds.ts';

test('only administrators choose how to hear of new users, contact messages and payments', () => {
  expect(noticeKindsOf(true)).toEqual(NOTICE_KINDS.filter((kind) => !isAlwaysSent(kind)));
  expect(noticeKindsOf(true).filter((kind) => !noticeKindsOf(false).includes(kind))).toEqual([
    'new-user',
    'contact-message',
    'payment-alarm',
    'billing-request',
    'export-finished',
  ]);
});

test('nobody chooses not to be told that an administrator was in their account', () => {
  expect(NOTICE_KINDS.filter(isAlwaysSent)).toEqual(['support-session']);
});
