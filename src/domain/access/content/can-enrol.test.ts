import { expect, test } from 'vitest';
import { type Member, VISITOR } from '../viewer.ts';
import { canEnrol } from './can-enrol.ts';

const basic: Member = {
  kind: 'member',
  userId: 'own',
  sessionId: 's',
  name: 'Ada',
  email: 'ada@school.test',
  tier: 'basic',
  isAdmin: false,
  avatarUrl: null,
  twoFactorEnabled: false,
};
const enrols = (viewer: Parameters<typeof canEnrol>[0], subscriptionLevel: Member['tier']) => {
  const decision = canEnrol(viewer, { subscriptionLevel, openTo: 'everyone', enrolled: false });
  return decision.allowed ? 'allowed' : decision.reason;
};

test('a visitor signs in first, even for a free course', () => {
  expect(enrols(VISITOR, 'free')).toBe('sign-in-required');
});

test('a member studies what the own tier opens, an administrator everything', () => {
  expect(enrols(basic, 'free')).toBe('allowed');
  expect(enrols(basic, 'basic')).toBe('allowed');
  expect(enrols(basic, 'premium')).toBe('tier-required');
  expect(enrols({ ...basic, isAdmin: true }, 'premium')).toBe('allowed');
});
