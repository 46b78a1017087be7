import { expect } from 'vitest';
import { answerNotices } from '#server/areas/billing/inbox/answer-notices';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { signNotice } from '#tests/stripe/server/webhooks';
import { buy, open, openShop, SECRET, type Shop, tierOf } from '#tests/stripe/shop';

const seconds = ({ services }: Shop) => Math.floor(services.clock.now().getTime() / 1000);
const kept = (db: Db) => db.kysely.selectFrom('billing_inbox').select(['event_id', 'done_at']).execute();

/** A notice as Stripe writes it, about a customer. */
function noticeOf(customer: string, more: object = {}): Record<string, unknown> {
  return {
    id: 'evt_forged',
    object: 'event',
    type: 'customer.subscription.created',
    created: 1_795_600_000,
    livemode: false,
    data: { object: { id: 'sub_forged', object: 'subscription', customer, status: 'active' } },
    ...more,
  };
}

async function post(shop: Shop, body: string, headers: Record<string, string>): Promise<Response> {
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  return shop.app.request('/webhooks/stripe', { method: 'POST', body, headers: { ...length, ...headers } });
}

const signed = (shop: Shop, body: string, secret = SECRET, at = seconds(shop)) => ({
  'stripe-signature': signNotice(body, [secret], at),
});

test('a notice that is not signed with our secret, now, is refused without a word and not kept', async ({
  db,
}) => {
  const shop = await openShop(db);
  const body = JSON.stringify(noticeOf('cus_1'));
  const good = signed(shop, body)['stripe-signature'];
  const [stamp = '', signature = ''] = good.split(',');
  const forged: Record<string, Record<string, string>> = {
    'no signature': {},
    'an empty one': { 'stripe-signature': '' },
    'one of another secret': signed(shop, body, 'whsec_another0001'),
    'one of no secret': signed(shop, body, ''),
    'one of another body': signed(shop, `${body} `),
    'one of long ago': signed(shop, body, SECRET, seconds(shop) - 301),
    'one of the future': signed(shop, body, SECRET, seconds(shop) + 301),
    'one without its time': { 'stripe-signature': signature },
    'a newer time in front': { 'stripe-signature': `t=${seconds(shop) + 1},${good}` },
    'another scheme': { 'stripe-signature': `${stamp},${signature.replace('v1=', 'v0=')}` },
    'half of one': { 'stripe-signature': good.slice(0, -10) },
  };
  for (const [name, headers] of Object.entries(forged)) {
    const reply = await post(shop, body, headers);
    expect([reply.status, await reply.text()], name).toEqual([400, '']);
  }
  const ofBrowser = await post(shop, body, { cookie: 'lectern.test=admin' });
  expect(ofBrowser.status).toBe(403);
  expect(await kept(db)).toEqual([]);
});

test('a notice sent many times is kept once and worked on once', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  const [customer] = shop.stripe.fake.store.all('customer');
  const body = JSON.stringify(noticeOf(customer?.id ?? ''));
  for (let times = 0; times < 5; times += 1)
    expect((await post(shop, body, signed(shop, body))).status).toBe(200);
  expect(await kept(db)).toHaveLength(1);
  await answerNotices(shop.services);
  const asked = shop.stripe.requests.length;
  expect((await post(shop, body, signed(shop, body))).status).toBe(200);
  await answerNotices(shop.services);
  expect(shop.stripe.requests).toHaveLength(asked);
});

test('nothing that a notice says is believed: the provider is asked', async ({ db }) => {
  const shop = await openShop(db);
  await open(shop, 'premium');
  const [customer] = shop.stripe.fake.store.all('customer');
  const paid = noticeOf(customer?.id ?? '', {
    type: 'invoice.paid',
    data: {
      object: {
        id: 'in_forged',
        object: 'invoice',
        customer: customer?.id,
        status: 'paid',
        amount_paid: 1999,
        metadata: { tier: 'premium' },
      },
    },
  });
  const body = JSON.stringify(paid);
  expect((await post(shop, body, signed(shop, body))).status).toBe(200);
  await answerNotices(shop.services);
  expect(await tierOf(shop)).toBe('free');
  expect(await db.kysely.selectFrom('billing_facts').selectAll().execute()).toEqual([]);
});

test.for([
  ['of a customer of nobody', noticeOf('cus_of_nobody')],
  ['of another product', noticeOf('', { type: 'issuing_card.created', data: { object: { id: 'ic_1' } } })],
  ['of the other mode', noticeOf('cus_1', { livemode: true })],
  ['of a name that is SQL', noticeOf("'; drop table users; --")],
] as const)('a notice %s is answered with 200 and does no work', async ([, notice], { db }) => {
  const shop = await openShop(db);
  const asked = shop.stripe.requests.length;
  const body = JSON.stringify(notice);
  expect((await post(shop, body, signed(shop, body))).status).toBe(200);
  await answerNotices(shop.services);
  expect(shop.stripe.requests).toHaveLength(asked);
  expect((await kept(db)).every(({ done_at }) => done_at !== null)).toBe(true);
});

test('a notice that is too large is not read, with a length and without', async ({ db }) => {
  const shop = await openShop(db);
  const body = JSON.stringify(noticeOf('cus_1', { filling: 'x'.repeat(300 * 1024) }));
  expect((await post(shop, body, signed(shop, body))).status).toBe(413);
  const stream = new Blob([body]).stream();
  const request = {
    method: 'POST',
    headers: signed(shop, body),
    body: stream,
    duplex: 'half',
  } as RequestInit;
  expect((await shop.app.request('/webhooks/stripe', request)).status).toBeGreaterThanOrEqual(400);
  expect(await kept(db)).toEqual([]);
});

test('the address answers to nothing but a notice', async ({ db }) => {
  const shop = await openShop(db);
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect((await shop.app.request('/webhooks/stripe', { method })).status, method).toBeGreaterThanOrEqual(
      400,
    );
});
