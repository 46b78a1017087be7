import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { COMPARE_ALL_CHORE } from '#domain/billing/compare-chores';
import { askForComparison } from '#server/areas/admin/billing/ask-for-comparison';
import { getBillingOverview } from '#server/areas/admin/billing/get-billing-overview';
import { insertFacts, selectAccount } from '#server/areas/billing/ledger/ledger-sql';
import { reconcile, reconcileAll } from '#server/areas/billing/looks/reconcile';
import { cancel } from '#server/areas/billing/member/cancel';
import { payer } from '#server/areas/billing/member/own';
import type { Db } from '#server/db/client';
import { startSchedule } from '#server/jobs/schedule';
import { test } from '#tests/kit/database';
import { createCustomer } from '#tests/stripe/fake/catalogue';
import { refundCharge } from '#tests/stripe/fake/payments';
import { DAY } from '#tests/stripe/fake/store';
import { createSubscription } from '#tests/stripe/fake/subscriptions';
import { buy, chargeOf, deliver, GOOD, open, openShop, type Shop, tierOf } from '#tests/stripe/shop';

const overview = (shop: Shop) => getBillingOverview(shop.services, shop.as('admin'));
const priceOf = ({ stripe }: Shop) => stripe.fake.store.all('price').at(-1)?.id ?? '';
const factCount = async (db: Db) =>
  (await db.kysely.selectFrom('billing_facts').select('no').execute()).length;

test('every hour those are asked about whose payments may change, every week everybody', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  await cancel(shop.services, shop.member);
  const looked = async (run: typeof reconcile) => (await run(shop.services, 0)).looked;
  expect(await looked(reconcile)).toBe(1);
  shop.wait(20 * DAY);
  expect(await looked(reconcile)).toBe(1);
  shop.wait(20 * DAY);
  await deliver(shop);
  shop.wait(59 * DAY);
  expect(await looked(reconcile)).toBe(1);
  shop.wait(2 * DAY);
  expect([await looked(reconcile), await looked(reconcileAll)]).toEqual([0, 1]);
});

test('a yearly subscription of which nothing was heard for months is asked about every hour', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  shop.stripe.webhooks.queue = [];
  shop.wait(200 * DAY);
  expect(await reconcile(shop.services, 0)).toEqual({ looked: 1, changed: 1, failed: 0 });
});

test('the sums agree after purchases, changes, credits, codes and refunds', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop, 'basic');
  const { store, subscriptions } = shop.stripe.fake;
  const [subscription] = store.all('subscription');
  if (!subscription) throw new Error('nothing was bought');
  const [basic, premium] = store.all('price').map(({ id }) => id);
  for (const price of [premium, basic, premium]) {
    shop.wait(5 * DAY);
    subscriptions.update(subscription, { item: { price }, proration_behavior: 'always_invoice' });
  }
  refundCharge(store, { charge: chargeOf(shop), amount: 250 });
  shop.wait(40 * DAY);
  await reconcile(shop.services, 0);
  expect((await overview(shop)).drifts).toEqual([]);
  expect(shop.stripe.fake.store.all('invoice').some(({ total }) => total < 0)).toBe(true);
});

test('sums that differ are shown until they agree again, and nothing is corrected', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  await reconcile(shop.services, 0);
  const charge = shop.stripe.fake.store.get(chargeOf(shop), 'charge');
  charge.amount_captured = 1500;
  const before = await factCount(db);
  for (let times = 0; times < 2; times += 1) await reconcile(shop.services, 0);
  const { drifts } = await overview(shop);
  expect(drifts).toMatchObject([
    { kind: 'balance', name: 'free', currency: 'eur', inLedger: 1999, atProvider: 1500 },
  ]);
  const reported = shop.logged.filter(({ msg }) => msg === "the ledger and the provider's books disagree");
  expect([reported.length, await factCount(db), await tierOf(shop)]).toEqual([1, before, 'premium']);
  charge.amount_captured = 1999;
  await reconcile(shop.services, 0);
  expect((await overview(shop)).drifts).toEqual([]);
});

test('a payment that the ledger alone knows of is shown', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  const { userId } = payer(shop.member);
  const account = await selectAccount(db.kysely, userId);
  const customer = shop.stripe.fake.store.all('customer').at(0)?.id ?? '';
  const forged = {
    kind: 'paid' as const,
    id: 'il_forged',
    sub: 's',
    invoice: 'in_forged',
    number: null,
    tier: 'basic' as const,
    seats: 1,
    from: 1,
    to: 2,
    amount: 5,
    currency: 'eur',
    at: 1,
  };
  await db.transaction((trx) =>
    insertFacts(
      trx,
      account?.id ?? '',
      { provider: 'stripe', customer },
      [forged],
      shop.services.clock.now(),
    ),
  );
  await reconcile(shop.services, 0);
  expect((await overview(shop)).drifts).toMatchObject([{ inLedger: 2004, atProvider: 1999 }]);
});

test('a provider that is away is not asked about everybody, and who waited longest is first next time', async ({
  db,
}) => {
  const shop = await openShop(db);
  const members = (['free', 'basic', 'premium', 'second', 'admin'] as const).map((who) => ({
    ...shop,
    member: shop.as(who),
  }));
  for (const member of members) await open(member, 'premium');
  shop.wait(60);
  const asked = () => shop.stripe.requests.filter((request) => request === 'GET /v1/subscriptions').length;
  const before = asked();
  shop.stripe.outage = '500';
  expect(await reconcile(shop.services, 0)).toEqual({ looked: 0, changed: 0, failed: 3 });
  expect(asked() - before).toBe(3);
  shop.wait(60);
  await reconcile(shop.services, 0);
  const { rows } = await db.pool.query(
    'select count(distinct tried_at)::int as n, count(*)::int as all from billing_customers',
  );
  expect(rows).toEqual([{ n: 2, all: 5 }]);
  shop.stripe.outage = undefined;
  expect(await reconcile(shop.services, 0)).toMatchObject({ looked: 5, failed: 0 });
});

test('a process that stops ends the comparison at the next customer, keeps what it found, and answers nothing for all', async ({
  db,
}) => {
  const shop = await openShop(db);
  for (const who of ['free', 'basic', 'premium'] as const)
    await open({ ...shop, member: shop.as(who) }, 'premium');
  shop.wait(60);
  for (const run of [reconcile, reconcileAll]) {
    const ending = new AbortController();
    const asked = () => shop.stripe.requests.filter((request) => request === 'GET /v1/subscriptions').length;
    const before = asked();
    const comparing = run(shop.services, 60_000, ending.signal);
    await expect.poll(() => asked() - before).toBe(1);
    // In the pause after the first one.
    await wait(200);
    ending.abort(new Error('The server stopped.'));
    await expect(comparing).rejects.toThrow('The server stopped.');
    expect(asked() - before).toBe(1);
  }
  const { rows } = await db.pool.query('select looked from billing_checks');
  expect(rows).toEqual([{ looked: 1 }, { looked: 1 }]);
});

test('a customer that was forgotten here is taken back by whom it was made for', async ({ db }) => {
  const shop = await openShop(db);
  shop.stripe.fake.checkout.pay(await open(shop, 'premium'), GOOD);
  // As after a restore of a backup that is older than the purchase.
  await db.pool.query(
    'delete from billing_commands; delete from billing_customers; delete from billing_accounts',
  );
  expect(await reconcile(shop.services, 0)).toMatchObject({ looked: 0 });
  expect(await tierOf(shop)).toBe('free');
  expect(await reconcileAll(shop.services, 0)).toEqual({ looked: 1, changed: 1, failed: 0 });
  expect(await tierOf(shop)).toBe('premium');
  expect(shop.stripe.fake.store.all('customer')).toHaveLength(1);
});

test('a customer of nobody is shown when it pays, and never looked at', async ({ db }) => {
  const shop = await openShop(db);
  const { store } = shop.stripe.fake;
  const metadata = { account: randomUUID() };
  const stranger = createCustomer(store, { metadata }, 'good').id;
  createCustomer(store, { metadata }, 'good');
  createSubscription(store, {
    customer: createCustomer(store, {}, 'good').id,
    items: [{ price: priceOf(shop) }],
  });
  createSubscription(store, { customer: stranger, items: [{ price: priceOf(shop) }] });
  expect(await reconcileAll(shop.services, 0)).toEqual({ looked: 0, changed: 0, failed: 0 });
  expect((await overview(shop)).drifts).toMatchObject([
    { kind: 'customer', customer: stranger, currency: null, userId: null },
  ]);
  for (const { amount, id, paid } of store.all('charge'))
    if (paid && amount > 0) refundCharge(store, { charge: id });
  await reconcileAll(shop.services, 0);
  expect((await overview(shop)).drifts).toEqual([]);
});

test('a price that is in no plan is told, counted, and loses nothing; sold again, all is well', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  const { store, subscriptions } = shop.stripe.fake;
  const [subscription] = store.all('subscription');
  if (!subscription) throw new Error('nothing was bought');
  await db.pool.query("update plan_prices set provider_price = 'away ' || provider_price");
  subscriptions.update(subscription, { cancel_at_period_end: true });
  expect(await reconcile(shop.services, 0)).toMatchObject({ failed: 1 });
  expect(await overview(shop)).toMatchObject({ looksFailing: 1 });
  expect(await tierOf(shop)).toBe('premium');
  await db.pool.query("update plan_prices set provider_price = replace(provider_price, 'away ', '')");
  expect(await reconcile(shop.services, 0)).toMatchObject({ changed: 1, failed: 0 });
  expect(await overview(shop)).toMatchObject({ looksFailing: 0 });
});

test('a comparison that an administrator asks for is answered at once, and made once by a worker', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  await db.pool.query(
    `insert into chore_runs (name, holder, leased_until, last_started_at, last_finished_at, failures, every_seconds)
     values ($1, $2, now(), now() - interval '1 minute', now(), 0, 604800)`,
    [COMPARE_ALL_CHORE, randomUUID()],
  );
  let runs = 0;
  let wake: () => void = () => undefined;
  const chore = { name: COMPARE_ALL_CHORE, everyMs: 7 * DAY * 1000, scope: 'school' as const };
  const run = async () => {
    runs += 1;
  };
  const schedule = startSchedule(shop.services, [{ ...chore, run }], (woken) => {
    wake = woken;
    return () => undefined;
  });
  // A provider that never answers.
  const payments = new Proxy(shop.services.payments ?? {}, { get: () => () => new Promise(() => undefined) });
  const services = { ...shop.services, payments: payments as Shop['services']['payments'] };
  for (const _ of [1, 2]) expect(await askForComparison(services, shop.as('admin'))).toEqual({ asked: true });
  for (const _ of [1, 2]) {
    wake();
    await wait(300);
  }
  await schedule.stop();
  expect(runs).toBe(1);
  expect((await overview(shop)).lastReconciledAt).not.toBeNull();
});
