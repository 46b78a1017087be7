import { expect, test } from 'vitest';
import { planForm } from './plan-form.ts';

const priceOf = (price: string) =>
  planForm.safeParse({ name: 'Team', tier: 'basic', price }).data?.price ?? null;

test('a price is an exact decimal with two places', () => {
  expect(['0', '9.9', '9.99', '0007.5', '12345678.01', ' 3 '].map(priceOf)).toEqual([
    '0.00',
    '9.90',
    '9.99',
    '7.50',
    '12345678.01',
    '3.00',
  ]);
});

test('a negative, finer, larger or unreadable price is refused', () => {
  for (const price of ['-1', '1.999', '123456789', '1e3', 'free', '', '1,5'])
    expect(priceOf(price)).toBeNull();
});

test('a feature is listed only once and never empty', () => {
  const base = { name: 'Team', tier: 'basic', price: '1' };
  expect(planForm.safeParse({ ...base, features: ['A', ' A '] }).success).toBe(false);
  expect(planForm.safeParse({ ...base, features: [' '] }).success).toBe(false);
  expect(planForm.parse({ ...base, features: [' A ', 'B'] }).features).toEqual(['A', 'B']);
});
