import { expect, test } from 'vitest';
import { formatDate, formatMinutes, formatPrice } from './format.ts';

test('a length is said as a person says it', () => {
  expect([45, 120, 200].map(formatMinutes)).toEqual(['45 min', '2 h', '3 h 20 min']);
});

test('a price keeps its two places, nothing to pay is $0', () => {
  expect([formatPrice('9.99'), formatPrice('10.00'), formatPrice('0.00')]).toEqual(['$9.99', '$10.00', '$0']);
});

test('a day is the same on server and browser', () => {
  expect(formatDate('2026-11-20T23:59:00.000Z')).toBe('Nov 20, 2026');
});
