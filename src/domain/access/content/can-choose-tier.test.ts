import { expect, test } from 'vitest';
import { TIERS } from '../../tiers.ts';
import { type Member, VISITOR } from '../viewer.ts';
import { canChooseTier, isFreeChoice } from './can-choose-tier.ts';

const member: Member = {
  kind: 'member',
  userId: 'own',
  sessionId: 's',
  name: 'Ada',
  email: 'ada@school.test',
  tier: 'premium',
  isAdmin: false,
  avatarUrl: null,
  twoFactorEnabled: false,
};
const reason = (decision: ReturnType<typeof canChooseTier>) =>
  decision.allowed ? 'allowed' : decision.reason;

const POLICIES = [true, false].flatMap((takesPayments) =>
  [true, false].map((freeChoice) => ({ takesPayments, freeChoice })),
);

test('a visitor has no tier to choose', () => {
  for (const policy of POLICIES)
    expect(reason(canChooseTier(VISITOR, 'free', policy, 'free'))).toBe('sign-in-required');
});

test('without payments every tier can be chosen where the school allows it', () => {
  const policy = { takesPayments: false, freeChoice: true };
  for (const lasting of TIERS)
    for (const tier of TIERS) expect(reason(canChooseTier(member, tier, policy, lasting))).toBe('allowed');
});

test('elsewhere only what was given without an end can be chosen, whatever is held for a while', () => {
  for (const policy of POLICIES.filter((it) => !isFreeChoice(it)))
    expect(
      TIERS.map((lasting) => TIERS.map((tier) => reason(canChooseTier(member, tier, policy, lasting)))),
    ).toEqual([
      ['allowed', 'payment-required', 'payment-required'],
      ['allowed', 'allowed', 'payment-required'],
      ['allowed', 'allowed', 'allowed'],
    ]);
});

test('plans are free to choose only where the school allows it and takes no payments', () => {
  expect(POLICIES.filter(isFreeChoice)).toEqual([{ takesPayments: false, freeChoice: true }]);
});
