import { expect } from 'vitest';
import { listRequests } from '#server/areas/admin/billing/legal/list-requests';
import { refundInvoice } from '#server/areas/admin/billing/person';
import { endPayments } from '#server/areas/billing/endings/end-payments';
import { carryOutRequests } from '#server/areas/billing/law/carry-out';
import { withdraw } from '#server/areas/billing/law/withdraw';
import { reconcileAll } from '#server/areas/billing/looks/reconcile';
import { meet } from '#server/areas/billing/member/meet';
import { payer } from '#server/areas/billing/member/own';
import { PaymentsAway } from '#server/platform/payments/payment-provider';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { createSubscription } from '#tests/stripe/fake/subscriptions';
import { openGermanShop, orderAndPay } from '#tests/stripe/law';
import { buy, mine, openShop, type Shop, tierOf } from '#tests/stripe/shop';

const amounts = ({ stripe }: Shop) => stripe.fake.store.all('refund').map(({ amount }) => amount);
const live = ({ stripe }: Shop) =>
  stripe.fake.store.all('subscription').filter(({ ended_at }) => ended_at === null);

/** Gives the only customer a credit at the provider, in cents. */
function credit({ stripe }: Shop, amount: number): void {
  for (const customer of stripe.fake.store.all('customer')) customer.balance = -amount;
}

/** A German shop of which a plan for 19.99 was paid, 5.00 of it from a credit. */
async function openCredited(...given: Parameters<typeof openGermanShop>): Promise<Shop> {
  const shop = await openGermanShop(...given);
  await meet(shop.services, shop.member);
  credit(shop, 500);
  await orderAndPay(shop, false);
  expect((await mine(shop)).invoices).toMatchObject([{ amount: 1499, refunded: 0 }]);
  return shop;
}

test('who withdraws gets back what was charged, where a credit paid a part', async ({ db }) => {
  const shop = await openCredited(db);
  await withdraw(shop.services, shop.member, { locale: 'en' });
  expect(amounts(shop)).toEqual([1499]);
  expect(live(shop)).toEqual([]);
  expect(await tierOf(shop)).toBe('free');
  expect(await listRequests(shop.services, shop.as('admin'))).toMatchObject([{ state: 'done' }]);
});

test('a withdrawal that was accepted for more than was charged is carried out and closed', async ({ db }) => {
  const shop = await openCredited(db);
  const { payments } = shop.services;
  if (!payments) throw new Error('nothing is sold');
  const refusing = () => Promise.reject(new PaymentsAway('closed'));
  const losing: typeof payments.refund = async (asked) => {
    await payments.refund(asked);
    throw new PaymentsAway('no answer');
  };
  const withRefund = (refund: typeof payments.refund) => ({
    ...shop.services,
    payments: { ...payments, refund },
  });
  await withdraw(withRefund(refusing), shop.member, { locale: 'en' });
  await db.pool.query("update billing_requests set targets = jsonb_set(targets, '{0,refunded}', '1999')");
  for (const services of [withRefund(losing), shop.services]) {
    shop.wait(3 * 60);
    await carryOutRequests(services);
  }
  expect(amounts(shop)).toEqual([1499]);
  const requests = await listRequests(shop.services, shop.as('admin'));
  expect(requests).toMatchObject([{ state: 'done', lastError: null }]);
});

test.for([
  [500, [1499]],
  [1999, []],
] as const)(
  'a second subscription of which a credit paid %i cents is paid back and ended',
  async ([paid, back], { db }) => {
    const shop = await openShop(db);
    await buy(shop);
    shop.wait(60);
    credit(shop, paid);
    const [first] = live(shop);
    const price = first?.items.data[0]?.price.id ?? '';
    createSubscription(
      shop.stripe.fake.store,
      { customer: first?.customer ?? '', items: [{ price }] },
      'good',
    );
    await reconcileAll(shop.services);
    await endPayments(shop.services);
    expect([live(shop).map(({ id }) => id), amounts(shop)]).toEqual([[first?.id], back]);
  },
);

test('an administrator pays back no more than was charged', async ({ db }) => {
  const shop = await openCredited(db);
  await db.pool.query('update sessions set proved_at = $1', [shop.services.clock.now()]);
  const invoice = shop.stripe.fake.store.all('invoice').at(0)?.id ?? '';
  const order = { id: payer(shop.member).userId, invoice, refunded: 0, reason: 'Asked for' };
  const refund = (amount: number) => refundInvoice(shop.services, shop.as('admin'), { ...order, amount });
  expect(await failureOf(refund(1500))).toBe('INVOICE_NOT_FOUND');
  await refund(1499);
  expect(amounts(shop)).toEqual([1499]);
  expect((await mine(shop)).invoices).toMatchObject([{ amount: 1499, refunded: 1499 }]);
});
