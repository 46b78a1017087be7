import { expect } from 'vitest';
import type { NewFact } from '#domain/billing/facts';
import { getBillingOverview } from '#server/areas/admin/billing/get-billing-overview';
import { getHealth } from '#server/areas/admin/billing/reports/get-health';
import { listAlarms } from '#server/areas/billing/alarms/list-alarms';
import { insertFacts } from '#server/areas/billing/ledger/ledger-sql';
import { openAccount, SCHOOL } from '#server/areas/billing/ledger/open-account';
import { secondsOf } from '#server/areas/billing/ledger/seconds';
import { reconcile } from '#server/areas/billing/looks/reconcile';
import { payer } from '#server/areas/billing/member/own';
import { test } from '#tests/kit/database';
import { createPrice, createProduct } from '#tests/stripe/fake/catalogue';
import { refundCharge } from '#tests/stripe/fake/payments';
import { DAY } from '#tests/stripe/fake/store';
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

test('of two subscriptions the one whose payment failed says until when it must be paid', async ({ db }) => {
  const shop = await openShop(db);
  const { clock } = shop.services;
  const now = secondsOf(clock.now());
  const common = { tier: 'premium' as const, price: 'p', currency: 'eur' };
  const subscription = (id: string, state: 'running' | 'overdue'): NewFact => ({
    ...{ ...common, kind: 'subscription', id, state, interval: 'month', unitAmount: 1999, quantity: 1 },
    startedAt: now - (state === 'running' ? 60 : 40) * DAY,
    periodEnd: now + 28 * DAY,
    ...{ trialFrom: null, trialTo: null, endsAt: null },
  });
  const paid = (sub: string, to: number): NewFact => ({
    ...{
      ...common,
      kind: 'paid',
      id: `line of ${sub}`,
      sub,
      invoice: `invoice of ${sub}`,
      number: null,
      seats: 1,
    },
    ...{ amount: 1999, from: to - 30 * DAY, to, at: to - 30 * DAY },
  });
  const facts = [
    ...[subscription('first', 'running'), paid('first', now + 28 * DAY)],
    ...[subscription('second', 'overdue'), paid('second', now - 2 * DAY)],
  ];
  await db.transaction(async (trx) => {
    const account = await openAccount(trx, payer(shop.member).userId, clock.now());
    if (account) await insertFacts(trx, account.id, SCHOOL, facts, clock.now());
  });
  const { overdue } = await getBillingOverview(shop.services, shop.as('admin'));
  expect(overdue).toMatchObject([{ payBy: new Date((now + 5 * DAY) * 1000).toISOString() }]);
});
