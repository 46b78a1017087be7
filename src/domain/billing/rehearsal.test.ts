import { expect, test } from 'vitest';
import { isRehearsed, REHEARSED, takesOrders } from './rehearsal.ts';

test('a rehearsal is whole only with each of its parts', () => {
  const whole = { payment: true, cancellation: true, refund: true };
  expect(isRehearsed(whole)).toBe(true);
  for (const part of REHEARSED) expect(isRehearsed({ ...whole, [part]: false })).toBe(false);
});

test('a test key sells at once, a live key after the rehearsal and the choice of a country', () => {
  const ready = { livemode: true, isRehearsed: true, country: 'DE' };
  expect(takesOrders(ready)).toBe(true);
  expect(takesOrders({ ...ready, isRehearsed: false })).toBe(false);
  expect(takesOrders({ ...ready, country: '' })).toBe(false);
  expect(takesOrders({ livemode: false, isRehearsed: false, country: '' })).toBe(true);
});
