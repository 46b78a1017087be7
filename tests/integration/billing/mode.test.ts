import fc from 'fast-check';
import { expect, vi } from 'vitest';
import type { Fact } from '#domain/billing/facts';
import { getBillingOverview } from '#server/areas/admin/billing/get-billing-overview';
import { getTimeline, giveGift } from '#server/areas/admin/billing/person';
import { getRevenue } from '#server/areas/admin/billing/reports/get-revenue';
import { listDisputes } from '#server/areas/admin/billing/reports/list-cases';
import { setUserTier } from '#server/areas/admin/users/set-user-tier';
import { followUpCommands } from '#server/areas/billing/commands/follow-up-commands';
import { followMode, setMode } from '#server/areas/billing/ledger/follow-mode';
import { insertFacts, selectAccount, selectFacts } from '#server/areas/billing/ledger/ledger-sql';
import { openAccount, SCHOOL } from '#server/areas/billing/ledger/open-account';
import { lookAt } from '#server/areas/billing/looks/look-at';
import { insertCustomer } from '#server/areas/billing/looks/look-sql';
import { sendDueMails } from '#server/areas/billing/mails/send-due-mails';
import { payer } from '#server/areas/billing/member/own';
import { hasSubscribers, isForSale } from '#server/areas/billing/prices/subscribers-sql';
import { mayTry } from '#server/areas/billing/trials/may-try';
import { setTrial } from '#server/areas/billing/trials/set-trial';
import type { Services } from '#server/services';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { disputeCharge } from '#tests/stripe/fake/payments';
import { anyFacts } from '#tests/stripe/proofs/any-fact';
import { buy, chargeOf, deliver, mine, openShop, type Shop } from '#tests/stripe/shop';
import { buySeats, fill, settle, tiersOf } from '#tests/stripe/team-shop';

const OTHER_MODE = 'payments of the other mode no longer count';

/** The same school after a start with another key: of live mode, of test mode, or none. */
async function startWith(shop: Shop, key: 'live' | 'test' | 'none'): Promise<Shop> {
  const { payments } = shop.services;
  if (!payments) throw new Error('the shop takes payments');
  const services: Services = {
    ...shop.services,
    payments: key === 'none' ? undefined : { ...payments, livemode: key === 'live' },
  };
  await setMode(services);
  await followMode(services);
  return { ...shop, services };
}
const customerOf = ({ services }: Shop) =>
  services.db.kysely
    .selectFrom('billing_customers')
    .select(['provider', 'customer'])
    .executeTakeFirstOrThrow();

test('a tier that a test card bought is held in test mode only', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  await deliver(shop);
  const paid = await tiersOf(shop, 'free');
  expect(paid).toEqual({ tier: 'premium', written: 'premium' });
  for (const key of ['live', 'none'] as const) {
    const started = await startWith(shop, key);
    expect(await tiersOf(started, 'free'), key).toEqual({ tier: 'free', written: 'free' });
    expect(await mine(started)).toMatchObject({ state: 'none', subscription: null, invoices: [] });
    const { facts } = await getTimeline(started.services, shop.as('admin'), {
      id: payer(shop.member).userId,
    });
    expect(facts).toEqual([]);
    expect((await getRevenue(started.services, shop.as('admin'), { months: 1 })).rows).toEqual([]);
    expect(await startWith(shop, 'test').then((back) => tiersOf(back, 'free'))).toEqual(paid);
  }
});

test('only a school that took payments is told that those of the other mode no longer count', async ({
  db,
}) => {
  const shop = await openShop(db);
  const warn = vi.spyOn(shop.services.log, 'warn');
  const said = () => warn.mock.calls.filter(([, text]) => text === OTHER_MODE).map(([about]) => about);
  await startWith(shop, 'none');
  await startWith(shop, 'test');
  expect(said()).toEqual([]);
  await buy(shop);
  await startWith(shop, 'none');
  expect(said()).toEqual([{ livemode: true, accounts: 1 }]);
});

test('what the school gives counts in every mode', async ({ db }) => {
  const shop = await openShop(db);
  const admin = shop.as('admin');
  const id = payer(shop.member).userId;
  await giveGift(shop.services, admin, { id, tier: 'basic', until: null, reason: 'jury' });
  await buy(shop);
  expect(await tiersOf(shop, 'free')).toEqual({ tier: 'premium', written: 'premium' });
  expect(await tiersOf(await startWith(shop, 'live'), 'free')).toEqual({ tier: 'basic', written: 'basic' });
  await setUserTier(shop.services, admin, { id, tier: 'premium' });
  expect(await tiersOf(await startWith(shop, 'none'), 'free')).toMatchObject({ written: 'premium' });
});

test('seats that a test card bought are nobody’s in live mode, also where no key is set', async ({ db }) => {
  const shop = await openShop(db);
  await buySeats(shop, 'basic', { seats: 2 });
  await fill(shop, 'basic', ['free']);
  await settle(shop);
  expect(await tiersOf(shop, 'free')).toEqual({ tier: 'premium', written: 'premium' });
  expect(await tiersOf(await startWith(shop, 'none'), 'free')).toEqual({ tier: 'free', written: 'free' });
  expect(await tiersOf(await startWith(shop, 'test'), 'free')).toMatchObject({ written: 'premium' });
});

test('disputes, failed commands and subscribers of test mode are no news in live mode', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  disputeCharge(shop.stripe.fake.store, chargeOf(shop));
  await deliver(shop);
  await db.kysely
    .updateTable('billing_commands')
    .set({ done_at: null, due_at: new Date(0) })
    .execute();
  const { plan_id } = await db.kysely
    .selectFrom('plan_prices')
    .select('plan_id')
    .where('tier', '=', 'premium')
    .executeTakeFirstOrThrow();
  const admin = shop.as('admin');
  const seen = async ({ services }: Shop) => ({
    disputes: (await getBillingOverview(services, admin)).disputes,
    listed: (await listDisputes(services, admin)).length,
    hasSubscribers: await hasSubscribers(db.kysely, plan_id ?? ''),
    isForSale: await isForSale(db.kysely, plan_id ?? ''),
  });
  expect(await seen(shop)).toEqual({ disputes: 1, listed: 1, hasSubscribers: true, isForSale: true });
  const live = await startWith(shop, 'live');
  expect(await seen(live)).toEqual({ disputes: 0, listed: 0, hasSubscribers: false, isForSale: false });
  expect(await followUpCommands(live.services)).toBe(0);
  expect(await followUpCommands((await startWith(shop, 'test')).services)).toBeGreaterThan(0);
});

test('no key is asked about customers of the other mode: their payments stay as they were', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  const live = await startWith(shop, 'live');
  expect(await lookAt(live.services, await customerOf(shop))).toBe('nobody');
  expect(await tiersOf(await startWith(shop, 'test'), 'free')).toMatchObject({ written: 'premium' });
});

test('a trial of test mode leaves the trial of live mode open', async ({ db }) => {
  const shop = await openShop(db);
  const premium = await db.kysely
    .selectFrom('subscription_plans')
    .select('id')
    .where('tier', '=', 'premium')
    .executeTakeFirstOrThrow();
  await setTrial(shop.services, shop.as('admin'), { planId: premium.id, days: 14 });
  expect((await buy(shop)).billed.state).toBe('trialing');
  const may = async ({ services }: Shop) => {
    const { userId } = payer(shop.member);
    const account = await selectAccount(db.kysely, userId);
    const facts = account ? await selectFacts(db.kysely, account.id) : [];
    return mayTry(services, { userId, accountId: account?.id ?? null, facts });
  };
  expect(await may(shop)).toBe(false);
  expect(await may(await startWith(shop, 'live'))).toBe(true);
  expect(await may(await startWith(shop, 'test'))).toBe(false);
});

test('what is paid in test mode is mailed about in test mode only', async ({ db }) => {
  const shop = await openShop(db);
  const premium = await db.kysely
    .selectFrom('subscription_plans')
    .select('id')
    .where('tier', '=', 'premium')
    .executeTakeFirstOrThrow();
  await setTrial(shop.services, shop.as('admin'), { planId: premium.id, days: 14 });
  await buy(shop);
  const planned = async ({ services }: Shop) => {
    await sendDueMails(services);
    const account = await db.kysely
      .selectFrom('billing_accounts')
      .select('mail_at')
      .where('user_id', '=', payer(shop.member).userId)
      .executeTakeFirstOrThrow();
    return account.mail_at;
  };
  const reminder = await planned(shop);
  expect(reminder).not.toBeNull();
  for (const key of ['live', 'none'] as const)
    expect(await planned(await startWith(shop, key)), key).toBeNull();
  expect(await planned(await startWith(shop, 'test'))).toEqual(reminder);
});

test('of whatever facts, those of the running mode and those of no mode count', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const { userId } = payer(as('free'));
  const now = services.clock.now();
  const account = await db.transaction((trx) => openAccount(trx, userId, now));
  if (!account) throw new Error('there is no account');
  const sources = { test: 'cus_test', live: 'cus_live', none: null } as const;
  await db.transaction(async (trx) => {
    for (const [mode, customer] of Object.entries(sources)) {
      const values = { provider: 'stripe', account_id: account.id, payer_id: null, created_at: now };
      if (customer !== null) await insertCustomer(trx, { ...values, customer, livemode: mode === 'live' });
    }
  });
  const anyMode = fc.constantFrom('test', 'live', 'none');
  const reported = fc.tuple(anyMode, anyFacts());
  await fc.assert(
    fc.asyncProperty(fc.array(reported, { maxLength: 4 }), async (written) => {
      const known = (await selectFacts(db.kysely, account.id)).length;
      expect(known).toBe(0);
      await db
        .transaction(async (trx) => {
          for (const [mode, facts] of written) {
            const customer = sources[mode as keyof typeof sources];
            const source = customer === null ? SCHOOL : { provider: 'stripe', customer };
            await insertFacts(trx, account.id, source, facts.map(withoutLook), now);
          }
          for (const mode of ['test', 'live'] as const) {
            await trx
              .updateTable('billing_mode')
              .set({ livemode: mode === 'live' })
              .execute();
            const counted = await selectFacts(trx, account.id);
            const wanted = written.flatMap(([from, facts]) =>
              from === mode || from === 'none' ? facts : [],
            );
            expect(counted.map(withoutLook)).toEqual(wanted.map(withoutLook));
          }
          throw new RolledBack();
        })
        .catch((error: unknown) => {
          if (!(error instanceof RolledBack)) throw error;
        });
    }),
    { numRuns: process.env.PROVE ? 500 : 25 },
  );
});

class RolledBack extends Error {}

function withoutLook({ v: _, ...fact }: Fact) {
  return fact;
}
