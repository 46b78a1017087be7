import { expect, test } from 'vitest';
import { TIERS } from '../../tiers.ts';
import { type Member, VISITOR } from '../viewer.ts';
import { canChooseTier } from './can-choose-tier.ts';

const member = (tier: Member['tier']): Member => ({
  kind: 'member',
  userId: 'own',
  sessionId: 's',
  name: 'Ada',
  email: 'ada@school.test',
  tier,
  isAdmin: false,
  avatarUrl: null,
  twoFactorEnabled: false,
});
const reason = (decision: ReturnType<typeof canChooseTier>) =>
  decision.allowed ? 'allowed' : decision.reason;

test('a visitor has no tier to choose', () => {
  for (const pays of [true, false])
    expect(reason(canChooseTier(VISITOR, 'free', pays))).toBe('sign-in-required');
});

test('without payments every tier can be chosen', () => {
  for (const held of TIERS)
    for (const tier of TIERS) expect(reason(canChooseTier(member(held), tier, false))).toBe('allowed');
});

test('with payments a higher tier has to be paid for, a lower one can be chosen', () => {
  const table = TIERS.map((held) => TIERS.map((tier) => reason(canChooseTier(member(held), tier, true))));
  expect(table).toEqual([
    ['allowed', 'payment-required', 'payment-required'],
    ['allowed', 'allowed', 'payment-required'],
    ['allowed', 'allowed', 'allowed'],
  ]);
});
