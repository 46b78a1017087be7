import { expect } from 'vitest';
import { listRequests } from '#server/areas/admin/billing/legal/list-requests';
import { refundInvoice } from '#server/areas/admin/billing/person';
import { endPayments } from '#server/areas/billing/endings/end-payments';
import { carryOutRequests } from '#server/areas/billing/law/carry-out';
import { withdraw } from '#server/areas/billing/law/withdraw';
import { reconcileAll } from '#server/areas/billing/looks/reconcile';
import { payer } from '#server/areas/billing/member/own';
import type { Db } from '#server/db/client';
import { type PaymentProvider, PaymentsAway } from '#server/platform/payments/payment-provider';
import { test } from '#tests/kit/database';
import { DAY } from '#tests/stripe/fake/store';
import { createSubscription } from '#tests/stripe/fake/subscriptions';
import { openGermanShop, orderAndPay, saveLaw } from '#tests/stripe/law';
import { buy, openShop, type Shop } from '#tests/stripe/shop';

const LOCALE = { locale: 'en' };
const amounts = ({ stripe }: Shop) =>
  stripe.fake.store
    .all('refund')
    .map(({ amount }) => amount)
    .sort((a, b) => b - a);
const requests = ({ as, services }: Shop) => listRequests(services, as('admin'));
const live = ({ stripe }: Shop) =>
  stripe.fake.store.all('subscription').filter(({ ended_at }) => ended_at === null);
const forgetPrices = (db: Db) =>
  db.pool.query("update plan_prices set provider_price = 'away ' || provider_price");

/** The services of a shop whose provider does some things otherwise. */
function withChanges({ services }: Shop, change: (payments: PaymentProvider) => Partial<PaymentProvider>) {
  const { payments } = services;
  if (!payments) throw new Error('nothing is sold');
  return { ...services, payments: { ...payments, ...change(payments) } };
}

test('a refund whose answer was lost is done once while a price is in no plan, and the request is settled', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  const { as, services, stripe } = shop;
  await orderAndPay(shop, true);
  shop.wait(10 * DAY);
  await db.pool.query('update sessions set proved_at = $1', [services.clock.now()]);
  const invoice = stripe.fake.store.all('invoice').at(0)?.id ?? '';
  const order = { id: payer(shop.member).userId, invoice, amount: 1100, refunded: 0, reason: 'Asked for' };
  await refundInvoice(services, as('admin'), order);
  await forgetPrices(db);
  const away = withChanges(shop, ({ refund }) => ({
    refund: (asked) => {
      stripe.faults.push('none', 'lost-reply');
      return refund(asked);
    },
  }));
  await withdraw(away, shop.member, LOCALE);
  const gone = [1100, 233];
  expect(amounts(shop)).toEqual(gone);
  expect(await requests(shop)).toMatchObject([{ state: 'accepted' }]);
  shop.wait(61);
  expect(await carryOutRequests(services)).toBe(1);
  expect(amounts(shop)).toEqual(gone);
  expect(await requests(shop)).toMatchObject([{ state: 'done' }]);
});

test.for(['lost-reply', 'closed'] as const)(
  'after the answer %s to the first of two refunds both are done once while a price is in no plan',
  async (fault, { db }) => {
    const shop = await openGermanShop(db);
    await orderAndPay(shop, false);
    await saveLaw(shop, { withdrawalDays: 60 });
    shop.wait(31 * DAY);
    await reconcileAll(shop.services);
    expect(shop.stripe.fake.store.all('invoice')).toHaveLength(2);
    await forgetPrices(db);
    let isFirst = true;
    const away = withChanges(shop, ({ refund }) => ({
      refund: (asked) => {
        if (isFirst) shop.stripe.faults.push('none', fault);
        isFirst = false;
        return refund(asked);
      },
    }));
    await withdraw(away, shop.member, LOCALE);
    for (let turn = 0; turn < 3; turn += 1) {
      shop.wait(61);
      await carryOutRequests(shop.services);
    }
    expect(amounts(shop)).toEqual([1999, 1999]);
    expect(await requests(shop)).toMatchObject([{ state: 'done', lastError: null }]);
  },
);

/** Two subscriptions of one person, as two payment pages that are both paid would make them, of a price in no plan. */
async function openTwice(db: Db): Promise<Shop> {
  const shop = await openShop(db);
  await buy(shop);
  shop.wait(60);
  const [first] = live(shop);
  const price = first?.items.data[0]?.price.id ?? '';
  const customer = first?.customer ?? '';
  createSubscription(shop.stripe.fake.store, { customer, items: [{ price }] }, 'good');
  await reconcileAll(shop.services);
  await forgetPrices(db);
  return shop;
}

test('a second subscription that is paid back already is ended while a price is in no plan', async ({
  db,
}) => {
  const shop = await openTwice(db);
  const away = withChanges(shop, () => ({
    cancelNow: () => Promise.reject(new PaymentsAway('no answer')),
  }));
  await endPayments(away);
  expect([live(shop).length, amounts(shop)]).toEqual([2, [1999]]);
  await endPayments(shop.services);
  expect([live(shop).length, amounts(shop)]).toEqual([1, [1999]]);
});

/** How often something was ended or canceled, as it stays written down. */
async function countEndings(db: Db) {
  const commands = await db.pool.query(
    "select 1 from billing_commands where kind in ('end-second', 'cancel', 'refund-second')",
  );
  const audited = await db.pool.query(
    "select 1 from audit_log where action in ('billing.end-second', 'billing.cancel', 'billing.refund-second')",
  );
  return [commands.rowCount, audited.rowCount];
}

test('a second subscription is ended once, also while a price is in no plan', async ({ db }) => {
  const shop = await openTwice(db);
  for (let minute = 0; minute < 4; minute += 1) {
    await endPayments(shop.services);
    shop.wait(60);
  }
  expect([live(shop).length, amounts(shop)]).toEqual([1, [1999]]);
  // It was paid back, and ended.
  expect(await countEndings(db)).toEqual([2, 2]);
  const ended = shop.logged.filter(({ msg }) => String(msg).startsWith('a second subscription of one'));
  expect(ended).toHaveLength(1);
});

test('a renewal is stopped once for who leaves, also while a price is in no plan', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  await forgetPrices(db);
  const later = new Date(shop.services.clock.now().getTime() + 7 * DAY * 1000);
  await db.pool.query('update users set erase_at = $1 where id = $2', [later, payer(shop.member).userId]);
  for (let minute = 0; minute < 4; minute += 1) {
    await endPayments(shop.services);
    shop.wait(60);
  }
  expect(live(shop)).toMatchObject([{ cancel_at_period_end: true }]);
  expect(await countEndings(db)).toEqual([1, 1]);
});

/** Changes the subscription to a dearer price of no plan, which is charged at once, as the provider's dashboard does. */
function changeInDashboard({ stripe }: Shop) {
  const { store, subscriptions } = stripe.fake;
  const [subscription] = store.all('subscription');
  const old = subscription?.items.data[0]?.price;
  if (!subscription || !old) throw new Error('nothing was bought');
  const price = store.add('price', { ...structuredClone(old), id: store.id('price'), unit_amount: 4999 });
  subscriptions.update(subscription, { item: { price: price.id }, proration_behavior: 'always_invoice' });
}
const paid = ({ stripe }: Shop) =>
  stripe.fake.store
    .all('invoice')
    .map(({ amount_paid }) => amount_paid)
    .sort((a, b) => b - a);

test.for([
  { beginNow: false, gone: [2500, 1999] },
  // Five days of thirty were used before the change, and none since.
  { beginNow: true, gone: [2500, 1666] },
])(
  'what was charged at a price in no plan goes back with a withdrawal, too: $gone',
  async (shown, { db }) => {
    const shop = await openGermanShop(db);
    await orderAndPay(shop, shown.beginNow);
    shop.wait(5 * DAY);
    changeInDashboard(shop);
    await withdraw(shop.services, shop.member, LOCALE);
    expect({ paid: paid(shop), gone: amounts(shop) }).toEqual({ paid: [2500, 1999], gone: shown.gone });
    expect(live(shop)).toEqual([]);
    expect(await requests(shop)).toMatchObject([{ state: 'done', lastError: null }]);
  },
);

test('what was charged before the withdrawal goes back, though the provider was away when it was declared', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  await orderAndPay(shop, false);
  await saveLaw(shop, { withdrawalDays: 60 });
  shop.wait(31 * DAY);
  const away = withChanges(shop, () => ({ look: () => Promise.reject(new PaymentsAway('no answer')) }));
  await withdraw(away, shop.member, LOCALE);
  expect(amounts(shop)).toEqual([]);
  shop.wait(61);
  expect(await carryOutRequests(shop.services)).toBe(1);
  expect(amounts(shop)).toEqual([1999, 1999]);
});

test('a withdrawal is not closed while something that was charged meanwhile is still here', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  await orderAndPay(shop, false);
  shop.wait(5 * DAY);
  const late = withChanges(shop, ({ cancelNow }) => ({
    cancelNow: async (asked) => {
      changeInDashboard(shop);
      await cancelNow(asked);
    },
  }));
  await withdraw(late, shop.member, LOCALE);
  expect(await requests(shop)).toMatchObject([
    { state: 'accepted', lastError: expect.stringContaining('charged meanwhile') },
  ]);
  shop.wait(61);
  expect(await carryOutRequests(shop.services)).toBe(1);
  expect(amounts(shop)).toEqual(paid(shop));
  expect(await requests(shop)).toMatchObject([{ state: 'done', lastError: null }]);
});
