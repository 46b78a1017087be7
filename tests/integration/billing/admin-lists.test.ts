import { expect } from 'vitest';
import { getBillingOverview } from '#server/areas/admin/billing/get-billing-overview';
import { getHealth } from '#server/areas/admin/billing/reports/get-health';
import { listAlarms } from '#server/areas/billing/alarms/list-alarms';
import { reconcile } from '#server/areas/billing/looks/reconcile';
import { test } from '#tests/kit/database';
import { createPrice, createProduct } from '#tests/stripe/fake/catalogue';
import { refundCharge } from '#tests/stripe/fake/payments';
import { createSubscription } from '#tests/stripe/fake/subscriptions';
import { chargeOf, openShop } from '#tests/stripe/shop';
import { buySeats } from '#tests/stripe/team-shop';

const TEAM = { userId: null, name: 'Blue Harbor' };

test('what is wrong with the payments of a team is listed by the name of the team', async ({ db }) => {
  const shop = await openShop(db);
  const admin = shop.as('admin');
  await buySeats(shop, 'free');
  const { store } = shop.stripe.fake;
  const customer = store.all('customer')[0]?.id ?? '';
  refundCharge(store, { charge: chargeOf(shop) });
  await reconcile(shop.services, 0);
  expect((await getHealth(shop.services, admin)).lastCheck?.differences).toMatchObject([TEAM]);
  const product = createProduct(store, { name: 'Foreign' }).id;
  const monthly = { currency: 'eur', unit_amount: 500, recurring: { interval: 'month' } };
  const price = createPrice(store, { product, ...monthly }).id;
  createSubscription(store, { customer, items: [{ price }] }, 'good');
  await reconcile(shop.services, 0);
  expect((await getHealth(shop.services, admin)).failed).toMatchObject([{ ...TEAM, customer }]);
  expect(await listAlarms(shop.services, admin)).toMatchObject([{ userId: null, team: 'Blue Harbor' }]);
  await db.pool.query(
    `insert into billing_drifts (provider, livemode, kind, customer, currency, in_ledger, at_provider, found_at)
     values ('stripe', false, 'balance', $1, 'eur', 1, 2, now())`,
    [customer],
  );
  expect((await getBillingOverview(shop.services, admin)).drifts).toMatchObject([TEAM]);
});
