import { expect, test } from 'vitest';
import { MAIL_PRIORITY, mailPriority } from './mail-priority.ts';

test('codes and links that somebody waits for leave first, mail to many people last', () => {
  for (const template of ['sign-in-code', 'proof-code', 'reset-password', 'confirm-email'] as const)
    expect(mailPriority(template)).toBe(MAIL_PRIORITY.urgent);
  for (const template of ['announcement', 'course-published', 'digest'] as const)
    expect(mailPriority(template)).toBe(MAIL_PRIORITY.bulk);
});

test('mails about accounts and payments leave before notices', () => {
  for (const template of [
    'billing-receipt',
    'billing-failed',
    'tier-changed',
    'password-changed',
    'new-device',
  ] as const)
    expect(mailPriority(template)).toBe(MAIL_PRIORITY.account);
  for (const template of ['comment-reply', 'exam-marked', 'welcome'] as const)
    expect(mailPriority(template)).toBe(MAIL_PRIORITY.notice);
});

test('mails that must not tell whether an address is known have the same priority', () => {
  expect(mailPriority('already-registered')).toBe(mailPriority('confirm-email'));
  expect(mailPriority('address-taken')).toBe(mailPriority('address-confirm'));
});
