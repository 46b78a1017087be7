import { expect, test } from 'vitest';
import { readStripeNotice } from '#server/platform/payments/stripe-notice';
import { signNotice } from './server/webhooks.ts';

const SECRET = 'whsec_12345678';
const now = new Date('2026-11-25T12:00:00Z');
const stamp = now.getTime() / 1000;

function event(object: object): string {
  return JSON.stringify({
    id: 'evt_1',
    type: 'customer.subscription.updated',
    created: stamp,
    livemode: false,
    data: { object },
  });
}

function read(text: string, signature: string, secrets = [SECRET]) {
  return readStripeNotice(Buffer.from(text), signature, { now, secrets });
}

const payload = event({ object: 'subscription', id: 'sub_1', customer: 'cus_1' });

test('a notice that is signed now is read, whichever of two secrets signed it', () => {
  expect(read(payload, signNotice(payload, [SECRET], stamp))).toEqual({
    id: 'evt_1',
    type: 'customer.subscription.updated',
    created: now,
    livemode: false,
    customer: 'cus_1',
    charge: null,
  });
  expect(read(payload, signNotice(payload, ['whsec_another1', SECRET], stamp))).toBeDefined();
  expect(read(payload, signNotice(payload, [SECRET], stamp), ['whsec_another1', SECRET])).toBeDefined();
});

test.each([-301, 301, 86_400])('a notice signed %d seconds from now is refused', (away) => {
  expect(read(payload, signNotice(payload, [SECRET], stamp + away))).toBeUndefined();
});

test.each([-300, 300])('a notice signed %d seconds from now is read', (away) => {
  expect(read(payload, signNotice(payload, [SECRET], stamp + away))).toBeDefined();
});

test('a notice that was changed, or that nobody signed, is refused', () => {
  const signature = signNotice(payload, [SECRET], stamp);
  expect(read(payload.replace('cus_1', 'cus_2'), signature)).toBeUndefined();
  expect(read(payload, signNotice(payload, ['whsec_another1'], stamp))).toBeUndefined();
  const other = [
    '',
    't=',
    `t=${stamp}`,
    `v1=${'0'.repeat(64)}`,
    `t=${stamp},v1=`,
    `t=${stamp},t=1,${signature}`,
    `t=${stamp},v0=${signature.split('v1=')[1]}`,
    '=,=,=',
  ];
  expect(other.map((one) => read(payload, one))).toEqual(other.map(() => undefined));
});

test('a signed text that is no event is refused', () => {
  for (const text of ['', '[]', '{', 'null', '{"id":"evt_1"}'])
    expect(read(text, signNotice(text, [SECRET], stamp))).toBeUndefined();
});

test('a notice rings for the customer, or for the charge of a dispute, and for nobody else', () => {
  const of = (object: object) => {
    const text = event(object);
    const { charge, customer } = read(text, signNotice(text, [SECRET], stamp)) ?? {};
    return { charge, customer };
  };
  expect(of({ object: 'customer', id: 'cus_1' })).toEqual({ charge: null, customer: 'cus_1' });
  expect(of({ object: 'invoice', customer: { id: 'cus_2' } })).toEqual({ charge: null, customer: 'cus_2' });
  expect(of({ object: 'dispute', charge: 'ch_1' })).toEqual({ charge: 'ch_1', customer: null });
  expect(of({ object: 'price', id: 'price_1' })).toEqual({ charge: null, customer: null });
  expect(of({ customer: 7, charge: ['x'] })).toEqual({ charge: null, customer: null });
});
