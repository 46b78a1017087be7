import { expect, test } from 'vitest';
import { type CertificateFacts, certificateState, isRenewable } from './certificate-state.ts';
import { expiryDate } from './expiry-date.ts';

const now = new Date('2026-11-21T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 3600 * 1000);
const plain: CertificateFacts = { expiresAt: null, revokedAt: null, replacedFor: null };

test.for<[name: string, facts: Partial<CertificateFacts>, state: string, renewable: boolean]>([
  ['one without an end', {}, 'valid', false],
  ['one that ends in a year', { expiresAt: inDays(365) }, 'valid', false],
  ['one that ends in 61 days', { expiresAt: inDays(61) }, 'valid', false],
  ['one that ends in 60 days', { expiresAt: inDays(60) }, 'valid', true],
  ['one that ends this instant', { expiresAt: now }, 'expired', true],
  ['one that ended a year ago', { expiresAt: inDays(-365) }, 'expired', true],
  ['a revoked one', { revokedAt: inDays(-1) }, 'revoked', false],
  ['a revoked one that ended', { revokedAt: inDays(-9), expiresAt: inDays(-1) }, 'revoked', false],
  ['a renewed one', { expiresAt: inDays(20), replacedFor: 'renewal' }, 'renewed', false],
  ['one under an old name', { expiresAt: inDays(20), replacedFor: 'name' }, 'reissued', false],
  ['a revoked one that was written anew', { revokedAt: now, replacedFor: 'name' }, 'revoked', false],
])('%s', ([_name, facts, state, renewable]) => {
  expect(certificateState({ ...plain, ...facts }, now)).toBe(state);
  expect(isRenewable({ ...plain, ...facts }, now)).toBe(renewable);
});

test.for([
  ['2026-11-21T10:00:00.000Z', 12, '2027-11-21T10:00:00.000Z'],
  ['2026-08-31T10:00:00.000Z', 6, '2027-02-28T10:00:00.000Z'],
  ['2027-08-31T10:00:00.000Z', 6, '2028-02-29T10:00:00.000Z'],
  ['2028-02-29T10:00:00.000Z', 12, '2029-02-28T10:00:00.000Z'],
] as const)('%s and %i months is %s', ([from, months, end]) => {
  expect(expiryDate(new Date(from), months)?.toISOString()).toBe(end);
});

test('without a number of months a certificate holds for ever', () => {
  expect(expiryDate(now, null)).toBeNull();
});
