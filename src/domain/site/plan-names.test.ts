import { expect, test } from 'vitest';
import { planNames } from './plan-names.ts';

test('a tier is called by its plan, unless it has none or several', () => {
  expect(
    planNames([
      { name: 'Starter', tier: 'free' },
      { name: 'Gold', tier: 'premium' },
      { name: 'Platinum', tier: 'premium' },
    ]),
  ).toEqual({ free: 'Starter' });
  expect(planNames([])).toEqual({});
});
