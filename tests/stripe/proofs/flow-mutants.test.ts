import { expect } from 'vitest';
import { entitlement, POLICY } from '#domain/billing/entitlement';
import type { Fact, Seen } from '#domain/billing/facts';
import { liveSubscriptions } from '#domain/billing/live-subscription';
import { answerNotices } from '#server/areas/billing/inbox/answer-notices';
import { leaseNotice, markDone } from '#server/areas/billing/inbox/inbox-sql';
import { selectAccount, selectFacts } from '#server/areas/billing/ledger/ledger-sql';
import { insertGracePeriod } from '#server/areas/billing/ledger/policy-sql';
import { lookAt } from '#server/areas/billing/looks/look-at';
import { selectTiersOfPrices } from '#server/areas/billing/looks/look-sql';
import { confirm } from '#server/areas/billing/member/checkout';
import { payer } from '#server/areas/billing/member/own';
import type { Db } from '#server/db/client';
import type { PaymentProvider } from '#server/platform/payments/payment-provider';
import { test } from '#tests/kit/database';
import { endSubscription } from '../fake/end-subscription.ts';
import { refundCharge } from '../fake/payments.ts';
import { DAY } from '../fake/store.ts';
import { RandomLife, randomOf } from '../random-life.ts';
import { buy, chargeOf, GOOD, open, openShop, post, type Shop, tierOf } from '../shop.ts';

/** The product, or one that does a step of the flow wrong. */
interface Flow {
  readonly shop: Shop;
  /** The provider as it is, whatever a mutant makes of its answers. */
  readonly provider: PaymentProvider;
  /** What the relay does with stored notices. */
  relay(): Promise<void>;
  /** Called once the notices that wait have been made. */
  note(): Promise<void>;
  /** Called right before a notice is sent. */
  sent(notice: { readonly id: string }): void;
  /** Called between the answer of the provider and its writing. */
  beforeWriting(): Promise<void>;
}
type Mutate = (shop: Shop) => Promise<Partial<Flow>> | Partial<Flow>;

function paymentsOf({ services }: Shop): PaymentProvider {
  if (!services.payments) throw new Error('nobody takes payments');
  return services.payments;
}

const withLook = (shop: Shop, look: PaymentProvider['look']): Shop => ({
  ...shop,
  services: { ...shop.services, payments: { ...paymentsOf(shop), look } },
});

/** What an event's body would say: the state of its moment, not that of now. */
function believeTheBody(shop: Shop): Partial<Flow> {
  const bodies = new Map<string, readonly Seen[]>();
  let current: readonly Seen[] | undefined;
  const real = paymentsOf(shop);
  const prices = () =>
    shop.services.db.kysely.selectFrom('plan_prices').select(['provider_price', 'tier']).execute();
  return {
    shop: withLook(shop, async (customer, tierOfPrice) => current ?? real.look(customer, tierOfPrice)),
    note: async () => {
      const tiers = new Map((await prices()).map(({ provider_price, tier }) => [provider_price, tier]));
      const customer = shop.stripe.fake.store.all('customer').at(0)?.id;
      const faults = shop.stripe.faults.splice(0);
      const seen = customer ? await real.look(customer, (price) => tiers.get(price) ?? 'free') : [];
      shop.stripe.faults.push(...faults);
      for (const { id } of shop.stripe.webhooks.queue) if (!bodies.has(id)) bodies.set(id, seen);
    },
    sent: ({ id }) => {
      current = bodies.get(id);
    },
  };
}

/** The notice counts as answered before anybody was asked. */
function noteDoneFirst(shop: Shop): Partial<Flow> {
  const { clock, db } = shop.services;
  return {
    relay: async () => {
      for (;;) {
        const notice = await leaseNotice(db.kysely, clock.now(), 120);
        if (!notice) return;
        await markDone(db.kysely, notice, clock.now());
        const customer = await paymentsOf(shop)
          .whose(notice)
          .catch(() => undefined);
        if (customer) await lookAt(shop.services, { provider: 'stripe', customer }).catch(() => undefined);
      }
    },
  };
}

async function graceNeverEnds(shop: Shop): Promise<Partial<Flow>> {
  await shop.services.db.transaction((trx) => insertGracePeriod(trx, 30, new Date(0)));
  const { pool } = shop.services.db;
  await pool.query('alter table billing_grace_periods drop constraint billing_grace_periods_days_check');
  await pool.query('update billing_grace_periods set days = 10000');
  return {};
}

function ignoreRefunds(shop: Shop): Partial<Flow> {
  const real = paymentsOf(shop);
  return {
    shop: withLook(shop, async (customer, tierOfPrice) =>
      (await real.look(customer, tierOfPrice)).filter(({ kind }) => kind !== 'refund'),
    ),
  };
}

/** Whichever answer comes last is written, however old it is. */
function forgetTheOrder({ services }: Shop): Partial<Flow> {
  return {
    beforeWriting: async () => {
      await services.db.pool.query('update billing_customers set written_no = -1');
    },
  };
}

async function flowOf(db: Db, mutate: Mutate = () => ({})): Promise<Flow> {
  const shop = await openShop(db);
  const mutated = await mutate(shop);
  const running = mutated.shop ?? shop;
  return {
    shop: running,
    provider: paymentsOf(shop),
    relay: async () => {
      await answerNotices(running.services);
    },
    note: async () => undefined,
    sent: () => undefined,
    beforeWriting: async () => undefined,
    ...mutated,
  };
}

async function send(flow: Flow, notices: Shop['stripe']['webhooks']['queue']): Promise<void> {
  for (const notice of notices) {
    flow.sent(notice);
    await post(flow.shop, notice);
    await flow.relay();
  }
}

/** What must hold, by name; each is a case that went wrong in some shop. */
const CASES: Readonly<Record<string, (flow: Flow) => Promise<void>>> = {
  'notices that come in the wrong order change nothing': async (flow) => {
    await buy(flow.shop);
    await flow.note();
    const early = flow.shop.stripe.webhooks.queue.splice(0);
    refundCharge(flow.shop.stripe.fake.store, { charge: chargeOf(flow.shop) });
    for (const subscription of flow.shop.stripe.fake.store.all('subscription'))
      endSubscription(flow.shop.stripe.fake.store, subscription, 'cancellation_requested');
    await flow.note();
    const late = flow.shop.stripe.webhooks.queue.splice(0);
    await send(flow, late);
    await send(flow, early);
    expect(await liveOf(flow)).toEqual([]);
  },
  'a notice whose work failed is worked on again': async (flow) => {
    const session = await open(flow.shop, 'premium');
    flow.shop.stripe.webhooks.queue.splice(0);
    flow.shop.stripe.fake.checkout.pay(session, GOOD);
    await flow.note();
    flow.shop.stripe.faults.push(...Array.from({ length: 60 }, () => '500' as const));
    await send(flow, flow.shop.stripe.webhooks.queue.splice(0));
    flow.shop.stripe.faults.length = 0;
    for (let round = 0; round < 3; round += 1) {
      flow.shop.wait(3600);
      await flow.relay();
    }
    expect(await tierOf(flow.shop)).toBe('premium');
  },
  'who does not pay loses the plan after the grace': async (flow) => {
    // The provider tries on for longer than the grace is.
    flow.shop.stripe.fake.store.settings.retryDays = [3, 5, 7, 21];
    const session = await open(flow.shop, 'premium');
    flow.shop.stripe.fake.checkout.pay(session, { card: '4000 0000 0000 0341', country: 'DE' });
    await confirm(flow.shop.services, flow.shop.member, { session });
    flow.shop.wait(40 * DAY);
    await flow.note();
    await send(flow, flow.shop.stripe.webhooks.queue.splice(0));
    expect(await tierOf(flow.shop)).toBe('free');
  },
  'money that went back takes the plan with it': async (flow) => {
    await buy(flow.shop);
    refundCharge(flow.shop.stripe.fake.store, { charge: chargeOf(flow.shop) });
    await flow.note();
    await send(flow, flow.shop.stripe.webhooks.queue.splice(0));
    expect(await tierOf(flow.shop)).toBe('free');
  },
  'an answer that comes late is not written over a newer one': async (flow) => {
    await buy(flow.shop);
    const { services, stripe } = flow.shop;
    const customer = { provider: 'stripe', customer: stripe.fake.store.all('customer').at(0)?.id ?? '' };
    // What is seen before the refund is written after it.
    const slow = withLook(flow.shop, async (...of) => {
      const seen = await flow.provider.look(...of);
      refundCharge(stripe.fake.store, { charge: chargeOf(flow.shop) });
      for (const subscription of stripe.fake.store.all('subscription'))
        endSubscription(stripe.fake.store, subscription, 'cancellation_requested');
      await lookAt(services, customer);
      await flow.beforeWriting();
      return seen;
    });
    await lookAt(slow.services, customer);
    expect(await liveOf(flow)).toEqual([]);
  },
};

async function factsOf({ shop: { member, services } }: Flow): Promise<Fact[]> {
  const account = await selectAccount(services.db.kysely, payer(member).userId);
  return account ? selectFacts(services.db.kysely, account.id) : [];
}

const liveOf = async (flow: Flow) => liveSubscriptions(await factsOf(flow)).map(({ id }) => id);

const MUTANTS: Readonly<Record<string, Mutate>> = {
  "the event's body is believed": believeTheBody,
  'an event is noted as done before the work': noteDoneFirst,
  'grace never ends': graceNeverEnds,
  'refunds are ignored': ignoreRefunds,
  'looks have no order': forgetTheOrder,
};

test.for(Object.entries(CASES))('%s', async ([, holds], { db }) => {
  await holds(await flowOf(db));
});

/** Which case kills which mutant. */
const KILLS: Readonly<Record<string, string>> = {
  "the event's body is believed": 'notices that come in the wrong order change nothing',
  'an event is noted as done before the work': 'a notice whose work failed is worked on again',
  'grace never ends': 'who does not pay loses the plan after the grace',
  'refunds are ignored': 'money that went back takes the plan with it',
  'looks have no order': 'an answer that comes late is not written over a newer one',
};

test.for(Object.entries(MUTANTS))('a product in which %s fails its case', async ([name, mutate], { db }) => {
  const holds = CASES[KILLS[name] ?? ''];
  if (!holds) throw new Error(`no case for "${name}"`);
  await expect(holds(await flowOf(db, mutate))).rejects.toThrow(/^expected /);
});

const LIVES = process.env.PROVE ? 100 : 10;
const STEPS = 6;

/** Whether a life ends as the provider has it whose notices all arrive, in any order and some twice, while requests fail. */
async function endsRight(flow: Flow, seed: number): Promise<boolean> {
  const random = randomOf(seed * 104_729);
  const { provider, shop } = flow;
  const { fake, faults, webhooks } = shop.stripe;
  const deliver = async () => {
    const twice = webhooks.queue
      .splice(0)
      .flatMap((notice) => (random() < 0.4 ? [notice, notice] : [notice]));
    const mixed = twice.map((notice) => ({ notice, place: random() })).sort((a, b) => a.place - b.place);
    await send(
      flow,
      mixed.map(({ notice }) => notice),
    );
  };
  await buy(shop);
  const customer = fake.store.all('customer').at(0)?.id ?? '';
  const prices = fake.store.all('price').map(({ id }) => id);
  const life = new RandomLife(fake, { customer, prices, random });
  for (let step = 0; step < STEPS; step += 1) {
    shop.wait(1 + Math.floor(random() * 20 * DAY));
    life.step();
    await flow.note();
    if (random() < 0.6) continue;
    if (random() < 0.5) faults.push(...Array.from({ length: 40 }, () => '500' as const));
    await deliver();
    faults.length = 0;
  }
  await deliver();
  // Nobody looks without being rung for: what is left is answered, and nothing else is asked.
  for (let round = 0; round < 4; round += 1) {
    shop.wait(4 * 3600);
    await flow.relay();
  }
  const known = await selectTiersOfPrices(shop.services.db.kysely, 'stripe');
  const truth = (await provider.look(customer, (price) => known.get(price) ?? 'free')).map(
    (fact): Fact => ({ ...fact, v: 1 }),
  );
  const learned = await factsOf(flow);
  const now = Math.floor(shop.services.clock.now().getTime() / 1000);
  return Array.from({ length: 80 }, (_, place) => now + (place - 40) * 5 * DAY).every(
    (at) => entitlement(learned, at, POLICY).tier === entitlement(truth, at, POLICY).tier,
  );
}

test.for(Array.from({ length: LIVES }, (_, index) => index + 1))(
  'life %d ends as the provider has it without anybody comparing',
  async (seed, { db }) => {
    expect(await endsRight(await flowOf(db), seed)).toBe(true);
  },
);

/** Those that random lives find as well. */
const FOUND_BY_LIVES = ["the event's body is believed", 'an event is noted as done before the work'];

test.for(FOUND_BY_LIVES)('in a product in which %s some life goes wrong', async (name, { db }) => {
  const mutate = MUTANTS[name];
  const outcomes: boolean[] = [];
  for (let seed = 1; seed <= LIVES && !outcomes.includes(false); seed += 1) {
    await db.pool.query('begin');
    outcomes.push(await endsRight(await flowOf(db, mutate), seed));
    // Takes back what this life wrote.
    await db.pool.query('rollback');
  }
  expect(outcomes).toContain(false);
});
