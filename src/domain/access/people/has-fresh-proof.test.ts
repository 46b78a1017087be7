import { expect, test } from 'vitest';
import { hasFreshProof, missingProof } from './has-fresh-proof.ts';

const now = new Date('2026-05-05T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const proofs = (identity: number, factor: number | null = null) => ({
  provedAt: ago(identity),
  factorProvedAt: factor === null ? null : ago(factor),
});
const refused = { allowed: false, reason: 'proof-required' };

test('a proof counts for ten minutes, and not a second longer', () => {
  expect(hasFreshProof(proofs(0), false, now)).toEqual({ allowed: true });
  expect(hasFreshProof(proofs(600), false, now)).toEqual({ allowed: true });
  expect(hasFreshProof(proofs(601), false, now)).toEqual(refused);
});

test('an account with a second factor proves both, each within ten minutes', () => {
  expect(hasFreshProof(proofs(0), true, now)).toEqual(refused);
  expect(hasFreshProof(proofs(0, 601), true, now)).toEqual(refused);
  expect(hasFreshProof(proofs(601, 0), true, now)).toEqual(refused);
  expect(hasFreshProof(proofs(600, 600), true, now)).toEqual({ allowed: true });
});

test('what is missing is named, and the second factor is asked of nobody who has none', () => {
  expect(missingProof(proofs(601), false, now)).toEqual({ identity: true, secondFactor: false });
  expect(missingProof(proofs(601), true, now)).toEqual({ identity: true, secondFactor: true });
  expect(missingProof(proofs(0), true, now)).toEqual({ identity: false, secondFactor: true });
  expect(missingProof(proofs(601, 0), true, now)).toEqual({ identity: true, secondFactor: false });
});
