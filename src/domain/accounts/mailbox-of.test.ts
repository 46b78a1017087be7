import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox-of.ts';

test('an address with a tag leads to the mailbox without it', () => {
  expect(mailboxOf('ada+news@school.test')).toBe('ada@school.test');
  expect(mailboxOf('Ada+1+2@School.test')).toBe('ada@school.test');
  expect(mailboxOf('ada@school.test')).toBe('ada@school.test');
  expect(mailboxOf('a.d.a@school.test')).toBe('a.d.a@school.test');
  expect(mailboxOf('+tag@school.test')).toBe('@school.test');
});
