import { expect, test } from 'vitest';
import type { Tier } from '../../tiers.ts';
import { canReceiveCertificate } from './can-receive-certificate.ts';

test.for<[tier: Tier, isAdmin: boolean, certificate: boolean, answer: string]>([
  ['free', false, true, 'tier-required'],
  ['basic', false, true, 'tier-required'],
  ['premium', false, true, 'allowed'],
  ['free', true, true, 'allowed'],
  ['basic', true, true, 'allowed'],
  ['premium', true, true, 'allowed'],
  ['free', false, false, 'no-certificate'],
  ['basic', false, false, 'no-certificate'],
  ['premium', false, false, 'no-certificate'],
  ['free', true, false, 'no-certificate'],
  ['premium', true, false, 'no-certificate'],
])('tier %s, administrator %s, course gives certificates %s: %s', ([tier, isAdmin, certificate, answer]) => {
  const decision = canReceiveCertificate({ tier, isAdmin }, { certificate });
  expect(decision.allowed ? 'allowed' : decision.reason).toBe(answer);
  if (answer === 'tier-required') expect(decision).toMatchObject({ tier: 'premium' });
});
