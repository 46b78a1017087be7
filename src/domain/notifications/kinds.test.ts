import { expect, test } from 'vitest';
import { NOTICE_KINDS, noticeKindsOf } from './kinds.ts';

test('only administrators choose how to hear of new users and contact messages', () => {
  expect(noticeKindsOf(true)).toEqual(NOTICE_KINDS);
  expect(NOTICE_KINDS.filter((kind) => !noticeKindsOf(false).includes(kind))).toEqual([
    'new-user',
    'contact-message',
  ]);
});
