import { expect } from 'vitest';
import { contract } from '#contract/contract';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { openGermanShop } from '#tests/stripe/law';
import type { Shop } from '#tests/stripe/shop';
import { statedProcedures } from '../check-contract.ts';
import { dailyGate } from './daily-calls.ts';
import { NO_LIMITS } from './limits.ts';

const declare = statedProcedures(contract).find(({ name }) => name === 'legal.declare');
const LIMITS = { ...NO_LIMITS, procedureFactor: 1 };
const MINUTES = 2 * 60;
const VALID = {
  kind: 'withdrawal',
  name: 'Maya',
  email: 'maya@example.org',
  contract: 'Premium',
  reason: '',
  isExtraordinary: false,
  endsOn: null,
  website: '',
};
const send = async ({ ask }: Shop, body: object, headers: Record<string, string> = {}) =>
  (await ask('visitor', 'POST', '/api/legal/declarations', { body, headers })).status;

test('one network sends only so many declarations in a day, and hears when the next one is possible', async ({
  db,
}) => {
  const { as, services, wait } = await openVerbs(db);
  const gate = dailyGate(services, LIMITS);
  const limitPerDay = declare?.meta.limitPerDay;
  const sendFrom = (ipAddress: string) =>
    gate({ name: 'legal.declare', caller: { ...as('visitor'), ipAddress }, limitPerDay }, async () => 'sent');
  for (let host = 1; host <= 100; host += 1) await sendFrom(`2001:db8:1:1::${host}`);
  wait(6 * 3600);
  const refused = await sendFrom('2001:db8:1:1::ffff').catch((failure: unknown) => failure);
  expect(refused).toMatchObject({ code: 'RATE_LIMITED', data: { retryAfter: 18 * 3600 } });
  await sendFrom('2001:db8:1:2::1');
  wait(18 * 3600);
  await sendFrom('2001:db8:1:1::ffff');
  await sendFrom('192.0.2.1');
});

test('many declarations at the same moment are no more than one after the other', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const gate = dailyGate(services, LIMITS);
  const call = { name: 'legal.declare', caller: as('visitor'), limitPerDay: 100 };
  const sent = await Promise.allSettled(Array.from({ length: 120 }, () => gate(call, async () => 'sent')));
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
});

test('declarations that nobody kept close the form to nobody', async ({ db }) => {
  const shop = await openGermanShop(db, LIMITS);
  const refused = { invalid: 0, limited: 0 };
  for (let call = 0; call < 231; call += 1) {
    // Now and then within the limit of a minute, so that both refuse.
    if (call % 11 === 0) shop.wait(MINUTES);
    const status = await send(shop, {});
    if (status === 429) refused.limited += 1;
    else refused.invalid += 1;
  }
  expect(refused).toEqual({ invalid: 105, limited: 126 });
  shop.wait(MINUTES);
  expect(await send(shop, VALID)).toBe(201);
});

test('a declaration that is repeated counts once', async ({ db }) => {
  const shop = await openGermanShop(db, LIMITS);
  const key = { 'idempotency-key': 'the-one-declaration' };
  for (let call = 0; call < 101; call += 1) {
    if (call % 5 === 0) shop.wait(MINUTES);
    expect(await send(shop, VALID, key)).toBe(201);
  }
  shop.wait(MINUTES);
  expect(await send(shop, { ...VALID, contract: 'Basic' })).toBe(201);
});
