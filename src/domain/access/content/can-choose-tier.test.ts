import { expect, test } from 'vitest';
import { TIERS } from '../../tiers.ts';
import { type Member, VISITOR } from '../viewer.ts';
import { canChooseTier, isFreeChoice } from './can-choose-tier.ts';

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

const POLICIES = [true, false].flatMap((takesPayments) =>
  [true, false].map((freeChoice) => ({ takesPayments, freeChoice })),
);

test('a visitor has no tier to choose', () => {
  for (const policy of POLICIES)
    expect(reason(canChooseTier(VISITOR, 'free', policy))).toBe('sign-in-required');
});

test('without payments every tier can be chosen where the school allows it', () => {
  const policy = { takesPayments: false, freeChoice: true };
  for (const held of TIERS)
    for (const tier of TIERS) expect(reason(canChooseTier(member(held), tier, policy))).toBe('allowed');
});

test('elsewhere a higher tier is paid for or given, and a lower one can be chosen', () => {
  for (const policy of POLICIES.filter((it) => !isFreeChoice(it)))
    expect(
      TIERS.map((held) => TIERS.map((tier) => reason(canChooseTier(member(held), tier, policy)))),
    ).toEqual([
      ['allowed', 'payment-required', 'payment-required'],
      ['allowed', 'allowed', 'payment-required'],
      ['allowed', 'allowed', 'allowed'],
    ]);
});

test('plans are free to choose only where the school allows it and takes no payments', () => {
  expect(POLICIES.filter(isFreeChoice)).toEqual([{ takesPayments: false, freeChoice: true }]);
});
