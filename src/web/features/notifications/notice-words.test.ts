import { expect, test } from 'vitest';
import { noticeLine } from './notice-words.ts';

const changed = (tier: string) => ({ kind: 'tier-changed' as const, props: { tier } });
const tierName = (tier: string) => `plan ${tier}`;

test('a notice of another tier calls it by the name of its plan', () => {
  expect(noticeLine(changed('premium'), tierName)).toContain('plan premium');
  expect(noticeLine(changed('free'), tierName)).toContain('plan free');
});

test('what is no tier is shown as it was written', () => {
  expect(noticeLine(changed('gold'), tierName)).toContain('gold');
  expect(noticeLine(changed('gold'), tierName)).not.toContain('plan');
});
