import { expect, test } from 'vitest';
import { followsAccount } from './mails-that-follow.ts';

test('emails for whoever has the account follow it to its new address', () => {
  for (const template of [
    'announcement',
    'bank-order',
    'billing-receipt',
    'billing-request',
    'comment-reply',
    'digest',
    'exam-marked',
  ] as const)
    expect(followsAccount(template)).toBe(true);
});

test('codes, links and warnings stay with the address they were written to', () => {
  for (const template of [
    'address-asked',
    'address-changed',
    'address-confirm',
    'invitation',
    'new-device',
    'password-changed',
    'proof-code',
    'reset-password',
    'sign-in-code',
    'support-session',
    'system-alert',
    'team-invitation',
  ] as const)
    expect(followsAccount(template)).toBe(false);
});
