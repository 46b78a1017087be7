import { expect } from 'vitest';
import { getBillingOverview } from '#server/areas/admin/billing/get-billing-overview';
import { answerNotices } from '#server/areas/billing/inbox/answer-notices';
import { forgetNotices } from '#server/areas/billing/inbox/forget-notices';
import { lookAt } from '#server/areas/billing/looks/look-at';
import type { Db } from '#server/db/client';
import { startPaymentRelay } from '#server/jobs/payment-relay';
import type { PaymentProvider } from '#server/platform/payments/payment-provider';
import { test } from '#tests/kit/database';
import { endSubscription } from '#tests/stripe/fake/end-subscription';
import { refundCharge } from '#tests/stripe/fake/payments';
import { DAY } from '#tests/stripe/fake/store';
import { buy, chargeOf, GOOD, mine, open, openShop, post, type Shop, tierOf } from '#tests/stripe/shop';

const customerOf = ({ stripe }: Shop) => ({
  provider: 'stripe',
  customer: stripe.fake.store.all('customer').at(0)?.id ?? '',
});
const undone = async (db: Db) =>
  (await db.kysely.selectFrom('billing_inbox').select('event_id').where('done_at', 'is', null).execute()).map(
    ({ event_id }) => event_id,
  );
const lookRequests = ({ stripe }: Shop) =>
  stripe.requests.filter((request) => request === 'GET /v1/subscriptions').length;

function paymentsOf({ services }: Shop): PaymentProvider {
  if (!services.payments) throw new Error('nobody takes payments');
  return services.payments;
}

/** The same services, whose looks wait between the answer of the provider and its writing. */
function withPause(shop: Shop, meanwhile: () => Promise<unknown>): Shop['services'] {
  const payments = paymentsOf(shop);
  const look: PaymentProvider['look'] = async (customer, tierOfPrice) => {
    const seen = await payments.look(customer, tierOfPrice);
    await meanwhile();
    return seen;
  };
  return { ...shop.services, payments: { ...payments, look } };
}

test('an answer that was asked for earlier is not written over a newer one', async ({ db }) => {
  const shop = await openShop(db);
  shop.stripe.fake.checkout.pay(await open(shop, 'premium'), GOOD);
  const { store } = shop.stripe.fake;
  const slow = withPause(shop, async () => {
    shop.wait(60);
    refundCharge(store, { charge: chargeOf(shop) });
    for (const subscription of store.all('subscription'))
      endSubscription(store, subscription, 'cancellation_requested');
    expect(await lookAt(shop.services, customerOf(shop))).toBeGreaterThan(0);
  });
  expect(await lookAt(slow, customerOf(shop))).toBe('late');
  expect(await tierOf(shop)).toBe('free');
});

test('a look that fails after a later one succeeded is no trouble any more', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  const slow = withPause(shop, async () => {
    await lookAt(shop.services, customerOf(shop));
    throw new Error('too slow');
  });
  await expect(lookAt(slow, customerOf(shop))).rejects.toThrow('too slow');
  const failed = () => db.kysely.selectFrom('billing_customers').select('last_error').execute();
  expect(await failed()).toEqual([{ last_error: null }]);
  const failing = withPause(shop, () => Promise.reject(new Error('out of order')));
  await expect(lookAt(failing, customerOf(shop))).rejects.toThrow('out of order');
  expect(await failed()).toEqual([{ last_error: 'Error: out of order' }]);
});

test('a look answers every notice that rang before it, and none that rings during it', async ({ db }) => {
  const shop = await openShop(db);
  shop.stripe.fake.checkout.pay(await open(shop, 'premium'), GOOD);
  const [first, ...others] = shop.stripe.webhooks.queue
    .splice(0)
    .filter(({ data }) => 'customer' in data.object);
  if (!first) throw new Error('nothing rang');
  for (const notice of others) expect(await post(shop, notice)).toBe(200);
  expect((await undone(db)).length).toBe(others.length);
  await lookAt(
    withPause(shop, () => post(shop, first)),
    customerOf(shop),
  );
  expect(await undone(db)).toEqual([first.id]);
  const before = lookRequests(shop);
  expect(await answerNotices(shop.services)).toBe(1);
  expect([await undone(db), lookRequests(shop) - before]).toEqual([[], 1]);
});

test('a burst of notices is answered by one look', async ({ ownDb }) => {
  const shop = await openShop(ownDb);
  shop.stripe.fake.checkout.pay(await open(shop, 'premium'), GOOD);
  const before = lookRequests(shop);
  let wake: () => void = () => undefined;
  const relay = startPaymentRelay(shop.services, (woken) => {
    wake = woken;
    return () => undefined;
  });
  try {
    for (const notice of shop.stripe.webhooks.queue.splice(0)) {
      expect(await post(shop, notice)).toBe(200);
      wake();
    }
    await expect.poll(() => undone(ownDb), { timeout: 10_000 }).toEqual([]);
    expect(lookRequests(shop) - before).toBe(1);
    expect(await tierOf(shop)).toBe('premium');
  } finally {
    await relay.stop();
  }
});

test('while the provider is away one request is made in a round, however many notices wait', async ({
  db,
}) => {
  const shop = await openShop(db);
  shop.stripe.fake.checkout.pay(await open(shop, 'premium'), GOOD);
  for (const notice of shop.stripe.webhooks.queue.splice(0)) await post(shop, notice);
  shop.stripe.outage = '500';
  const asked = shop.stripe.requests.length;
  // Which of them is first is open: one that rings for nobody needs no request.
  await answerNotices(shop.services);
  expect(shop.stripe.requests.slice(asked)).toHaveLength(1);
  expect(await undone(db)).not.toEqual([]);
});

test('a provider that says how long to wait is not asked before', async ({ db }) => {
  const shop = await openShop(db);
  shop.stripe.fake.checkout.pay(await open(shop, 'premium'), GOOD);
  for (const notice of shop.stripe.webhooks.queue.splice(0)) await post(shop, notice);
  shop.stripe.retryAfter = 90;
  shop.stripe.outage = '429';
  await answerNotices(shop.services);
  shop.stripe.outage = undefined;
  const asked = shop.stripe.requests.length;
  shop.wait(89);
  await answerNotices(shop.services);
  // Notices that ring for nobody need no request.
  expect(shop.stripe.requests.length - asked).toBe(0);
  shop.wait(1);
  await answerNotices(shop.services);
  expect(await tierOf(shop)).toBe('premium');
});

test('a notice is tried for hours, then parked and shown, and answered by whatever look comes next', async ({
  db,
}) => {
  const shop = await openShop(db);
  shop.stripe.fake.checkout.pay(await open(shop, 'premium'), GOOD);
  const notice = shop.stripe.webhooks.queue.splice(0).find(({ type }) => type === 'invoice.paid');
  if (!notice) throw new Error('nothing rang');
  await post(shop, notice);
  shop.stripe.outage = '500';
  const health = async () => (await getBillingOverview(shop.services, shop.as('admin'))).inbox;
  let tries = 0;
  for (; (await health()).parked === 0 && tries < 20; tries += 1) {
    await answerNotices(shop.services);
    shop.wait(4 * 3600);
  }
  expect(tries).toBe(9);
  expect(await health()).toMatchObject({ waiting: 0, parked: 1, lastError: 'status 500' });
  expect(shop.logged.some(({ msg }) => msg === 'a payment notice was parked')).toBe(true);
  shop.stripe.outage = undefined;
  expect(await answerNotices(shop.services)).toBe(0);
  await lookAt(shop.services, customerOf(shop));
  expect(await health()).toMatchObject({ waiting: 0, parked: 0 });
});

test('a notice that cannot be stored is answered with a fault, so that it comes again', async ({ db }) => {
  const shop = await openShop(db);
  shop.stripe.fake.checkout.pay(await open(shop, 'premium'), GOOD);
  const [notice] = shop.stripe.webhooks.queue.splice(0);
  if (!notice) throw new Error('nothing rang');
  const { db: whole } = shop.services;
  Object.assign(shop.services, {
    db: { ...whole, pool: { query: () => Promise.reject(new Error('the disk is full')) } },
  });
  expect(await post(shop, notice)).toBeGreaterThanOrEqual(500);
  Object.assign(shop.services, { db: whole });
  expect(await post(shop, notice)).toBe(200);
});

test('many notices for a customer of nobody are answered in one round', async ({ db }) => {
  const shop = await openShop(db);
  for (let count = 0; count < 5; count += 1)
    await post(shop, {
      id: `evt_of_nobody_${count}`,
      object: 'event',
      type: 'invoice.paid',
      created: 1_795_600_000,
      livemode: false,
      data: { object: { id: 'in_1', object: 'invoice', customer: 'cus_of_nobody' } },
    });
  await answerNotices(shop.services);
  expect(await undone(db)).toEqual([]);
});

test('an answered notice is forgotten after five weeks, one that waits never', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  const [answered, waiting] = shop.stripe.webhooks.queue
    .splice(0)
    .filter(({ type }) => /^invoice/.test(type));
  if (!answered || !waiting) throw new Error('nothing rang');
  await post(shop, answered);
  await answerNotices(shop.services);
  await post(shop, waiting);
  shop.wait(34 * DAY);
  expect(await forgetNotices(shop.services)).toBe(0);
  shop.wait(2 * DAY);
  expect(await forgetNotices(shop.services)).toBe(1);
  expect(await undone(db)).toEqual([waiting.id]);
});

test('a look at somebody who paid for three years takes four requests, one of them for the next charge', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  shop.wait(3 * 365 * DAY);
  const asked = shop.stripe.requests.length;
  await lookAt(shop.services, customerOf(shop));
  expect(shop.stripe.requests.slice(asked)).toEqual([
    'GET /v1/subscriptions',
    'GET /v1/invoices',
    'POST /v1/invoices/create_preview',
    'GET /v1/charges',
  ]);
});

/** Buys basic and changes to premium within one second; with a look after each, or one for both. */
async function payTwice(shop: Shop, looks: 1 | 2) {
  const { db } = shop.services;
  const { store } = shop.stripe.fake;
  shop.stripe.fake.checkout.pay(await open(shop, 'basic'), GOOD);
  if (looks === 2) await lookAt(shop.services, customerOf(shop));
  const { provider_price: price } = await db.kysely
    .selectFrom('plan_prices')
    .select('provider_price')
    .where('id', '=', shop.offers.premium)
    .executeTakeFirstOrThrow();
  const [subscription] = store.all('subscription');
  const order = { customer: customerOf(shop).customer, subscription: subscription?.id ?? '', price };
  await paymentsOf(shop).upgrade({ key: 'elsewhere', ...order, at: shop.services.clock.now() });
  await lookAt(shop.services, customerOf(shop));
}

test.for([1, 2] as const)(
  'two payments of one second stand in their order with %i looks',
  async (looks, { db }) => {
    const shop = await openShop(db);
    await payTwice(shop, looks);
    const { invoices } = await mine(shop);
    expect(new Set(invoices.map(({ paidAt }) => paidAt)).size).toBe(1);
    expect(invoices.map(({ amount }) => amount)).toEqual([1000, 999]);
    // As administrators see and export them: by the time, then by the number.
    const { rows } = await db.pool.query<{ invoice: string }>(
      "select body ->> 'invoice' as invoice from billing_facts where kind = 'paid' order by no",
    );
    const paid = shop.stripe.fake.store.all('invoice').map(({ id }) => id);
    expect([...new Set(rows.map(({ invoice }) => invoice))]).toEqual(paid);
  },
);
