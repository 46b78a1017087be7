import { expect } from 'vitest';
import { balancesOf } from '#domain/billing/balances';
import { entitlement, POLICY } from '#domain/billing/entitlement';
import type { Fact } from '#domain/billing/facts';
import { liveSubscriptions } from '#domain/billing/live-subscription';
import { tierAt } from '#server/areas/accounts/sessions/tier-at';
import { endPayments } from '#server/areas/billing/endings/end-payments';
import { selectAccount, selectFacts } from '#server/areas/billing/ledger/ledger-sql';
import { lookAt } from '#server/areas/billing/looks/look-at';
import { reconcileAll } from '#server/areas/billing/looks/reconcile';
import { selectFactsOf } from '#server/areas/billing/looks/reconcile-sql';
import { payer } from '#server/areas/billing/member/own';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { Books } from '../books.ts';
import { DAY } from '../fake/store.ts';
import { randomOf } from '../random-life.ts';
import { openShop, type Shop } from '../shop.ts';
import { overviewOf, ProductLife } from './product-life.ts';

const LIVES = process.env.PROVE ? 500 : 20;
const STEPS = 10;
/** What no table, log line or reply may hold. */
const SECRETS = ['sk_test_', 'whsec_', '/c/pay/', '/p/session/', '4242 4242'];

async function factsOf({ member, services }: Shop): Promise<Fact[]> {
  const account = await selectAccount(services.db.kysely, payer(member).userId);
  return account ? selectFacts(services.db.kysely, account.id) : [];
}

const seconds = ({ services }: Shop) => Math.floor(services.clock.now().getTime() / 1000);

/** The tier that a viewer is given follows from the facts, at every moment. */
async function expectProjection(shop: Shop): Promise<void> {
  const { member, services } = shop;
  const held = await services.db.kysely
    .selectFrom('profiles')
    .select(['subscription_tier', 'tier_until', 'tier_after'])
    .where('id', '=', payer(member).userId)
    .executeTakeFirstOrThrow();
  const { tier } = entitlement(await factsOf(shop), seconds(shop), POLICY);
  expect(tierAt(held, services.clock.now())).toBe(tier);
}

/** I5: what was learned in pieces is what one look learns, at every time. I1: in whatever order it is read. */
async function expectAgreement(shop: Shop, db: Db, customer: string): Promise<void> {
  const { payments } = shop.services;
  if (!payments) throw new Error('nobody takes payments');
  const fresh = new Books(payments, POLICY);
  for (const { provider_price, tier } of await db.kysely
    .selectFrom('plan_prices')
    .select(['provider_price', 'tier'])
    .execute())
    fresh.tiers.set(provider_price, tier);
  await fresh.look(customer);
  const learned = await selectFactsOf(db.kysely, { provider: 'stripe', customer });
  const mixed = [...learned, ...learned].reverse();
  for (let days = -400; days <= 400; days += 7) {
    const at = seconds(shop) + days * DAY;
    expect(entitlement(learned, at, POLICY), `day ${days}`).toEqual(fresh.at(customer, at));
    expect(entitlement(mixed, at, POLICY), `day ${days}`).toEqual(fresh.at(customer, at));
  }
}

/** I9: of two notices of one person in a row none says the same tier. */
async function expectNoticesOnce(db: Db): Promise<void> {
  const events = await db.kysely
    .selectFrom('notice_events')
    .select(['event_key', 'props'])
    .where('kind', '=', 'tier-changed')
    .execute();
  // Several are written in one moment: the last fact that each knew, and the moment that was written before, order them.
  const placed = events.map(({ event_key, props }) => {
    const [fact = 0, until = 0] = event_key.split(':').slice(3, 5).map(Number);
    return { fact, until, tier: (props as { tier?: string }).tier };
  });
  const tiers = placed.sort((a, b) => a.fact - b.fact || a.until - b.until).map(({ tier }) => tier);
  expect(tiers.filter((tier, place) => place > 0 && tier === tiers[place - 1])).toEqual([]);
}

/** I10 */
async function expectNoSecrets(shop: Shop, db: Db): Promise<void> {
  const tables = [
    'audit_log',
    'billing_facts',
    'billing_commands',
    'billing_customers',
    'billing_inbox',
    'billing_drifts',
    'notice_events',
  ] as const;
  const rows = await Promise.all(tables.map((table) => db.kysely.selectFrom(table).selectAll().execute()));
  const written = JSON.stringify([rows, shop.logged, await overviewOf(shop)], (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  for (const secret of SECRETS) expect(written, secret).not.toContain(secret);
}

test.for(Array.from({ length: LIVES }, (_, index) => index + 1))(
  'life %d ends as the provider has it, whatever happens to requests and notices',
  async (seed, { db }) => {
    const random = randomOf(seed * 7919);
    for (let skip = 0; skip < 5; skip += 1) random();
    const shop = await openShop(db);
    const { store } = shop.stripe.fake;
    store.settings.cancelAs = random() < 0.5 ? 'flag' : 'date';
    store.settings.afterDunning = random() < 0.5 ? 'canceled' : 'unpaid';
    const life = new ProductLife(shop, random);
    await life.sellYears();
    for (let step = 0; step < STEPS; step += 1) {
      await life.step();
      await expectProjection(shop);
    }
    shop.wait(4 * 3600);
    await life.deliver({ doubled: 0.4, dropped: 0 });
    await reconcileAll(shop.services, 0);
    const customer = store.all('customer').at(0)?.id;
    if (customer === undefined) return;
    await expectAgreement(shop, db, customer);
    // I6
    await endPayments(shop.services);
    expect(liveSubscriptions(await factsOf(shop)).length).toBeLessThanOrEqual(1);
    // I4
    const known = (await factsOf(shop)).length;
    expect(await lookAt(shop.services, { provider: 'stripe', customer })).toBe(0);
    expect(await factsOf(shop)).toHaveLength(known);
    // I7
    await reconcileAll(shop.services, 0);
    expect((await overviewOf(shop)).drifts).toEqual([]);
    for (const { charged, shown } of life.changes) expect(charged).toBe(shown);
    for (const amount of balancesOf(await factsOf(shop)).values())
      expect(Number.isInteger(amount)).toBe(true);
    await expectProjection(shop);
    await expectNoticesOnce(db);
    await expectNoSecrets(shop, db);
    store.verify();
  },
);
