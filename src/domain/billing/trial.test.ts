import { expect, test } from 'vitest';
import type { SubscriptionFact } from './facts.ts';
import { hasTried, isTrialFree, OFFER_SECONDS } from './trial.ts';

const sub: SubscriptionFact = {
  kind: 'subscription',
  id: 's',
  v: 1,
  state: 'stopped',
  tier: 'premium',
  price: 'p',
  interval: 'month',
  unitAmount: 1999,
  currency: 'eur',
  quantity: 1,
  startedAt: 0,
  periodEnd: 10,
  trialFrom: null,
  trialTo: null,
  endsAt: null,
};

test('an account had its trial once any subscription of it began with one, also one that stopped', () => {
  expect(hasTried([sub])).toBe(false);
  expect(hasTried([{ ...sub, trialFrom: 0, trialTo: 10 }, sub])).toBe(true);
});

test('a mailbox has one trial, and one open offer at a time', () => {
  const offered = { accountId: 'a', offeredAt: 1000, startedAt: null };
  expect(isTrialFree(undefined, null, 1000)).toBe(true);
  expect(isTrialFree(offered, 'a', 1001)).toBe(true);
  for (const other of ['b', null]) {
    expect(isTrialFree(offered, other, 999 + OFFER_SECONDS)).toBe(false);
    expect(isTrialFree(offered, other, 1000 + OFFER_SECONDS)).toBe(true);
  }
  for (const any of ['a', 'b', null])
    expect(isTrialFree({ ...offered, startedAt: 1000 }, any, 1_000_000_000)).toBe(false);
});
