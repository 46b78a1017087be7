import { expect, test } from 'vitest';
import { hasFreshProof } from './has-fresh-proof.ts';

const now = new Date('2026-05-05T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

test('a proof counts for ten minutes, and not a second longer', () => {
  expect(hasFreshProof(ago(0), now)).toEqual({ allowed: true });
  expect(hasFreshProof(ago(600), now)).toEqual({ allowed: true });
  expect(hasFreshProof(ago(601), now)).toEqual({ allowed: false, reason: 'proof-required' });
});
