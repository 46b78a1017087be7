import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DISCOUNT_DURATIONS, type Discount, netOfDiscounts } from './discount.ts';

const half: Discount = { code: 'HALF', percentOff: 50, amountOff: null, duration: 'forever', endsAt: null };

test('what lasts comes off, what is for one payment or over does not', () => {
  expect(netOfDiscounts(1999, [half], 100)).toBe(1000);
  expect(netOfDiscounts(1999, [{ ...half, percentOff: null, amountOff: 500 }], 100)).toBe(1499);
  expect(netOfDiscounts(1999, [{ ...half, duration: 'once' }], 100)).toBe(1999);
  const repeating: Discount = { ...half, duration: 'repeating', endsAt: 100 };
  expect(netOfDiscounts(1999, [repeating], 99)).toBe(1000);
  expect(netOfDiscounts(1999, [repeating], 100)).toBe(1999);
});

test('what is left is never negative and never more than the price', () => {
  const discount = fc.record({
    code: fc.constant('X'),
    percentOff: fc.option(fc.integer({ min: 1, max: 100 })),
    amountOff: fc.option(fc.integer({ min: 1, max: 5000 })),
    duration: fc.constantFrom(...DISCOUNT_DURATIONS),
    endsAt: fc.option(fc.integer({ min: 0, max: 200 })),
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5000 }), fc.array(discount, { maxLength: 4 }), (amount, all) => {
      const net = netOfDiscounts(amount, all, 100);
      expect(net).toBeGreaterThanOrEqual(0);
      expect(net).toBeLessThanOrEqual(amount);
    }),
  );
});
