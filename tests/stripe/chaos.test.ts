import { expect, test } from 'vitest';
import { TIERS, type Tier } from '#domain/tiers';
import { openStripe } from '#server/platform/payments/stripe-provider';
import { Books } from './books.ts';
import { createCustomer, createPrice, createProduct } from './fake/catalogue.ts';
import { DAY, type FakeStore } from './fake/store.ts';
import { RandomLife, randomOf } from './random-life.ts';
import { StripeServer, TEST_KEY } from './server/stripe-server.ts';

const LIVES = process.env.PROVE ? 500 : 20;
const STEPS = 12;
const SECRET = 'whsec_chaos0001';
const POLICY = { grace: 8 * DAY };
const SOLD: readonly [Tier, number, string][] = [
  ['basic', 999, 'month'],
  ['premium', 1999, 'month'],
  ['basic', 9990, 'year'],
  ['premium', 19_990, 'year'],
];

async function live(seed: number): Promise<void> {
  const random = randomOf(seed);
  for (let skip = 0; skip < 5; skip += 1) random();
  const server = await StripeServer.start({ now: 1_700_000_000 });
  const { store, time } = server.fake;
  store.settings.cancelAs = random() < 0.5 ? 'flag' : 'date';
  store.settings.afterDunning = random() < 0.5 ? 'canceled' : 'unpaid';
  const provider = openStripe({ apiUrl: server.url, secretKey: TEST_KEY, webhookSecrets: [SECRET] });
  const [books, fresh] = [new Books(provider, POLICY), new Books(provider, POLICY)];
  for (const [tier, unit_amount, interval] of SOLD) {
    const product = createProduct(store, { name: tier }).id;
    const price = createPrice(store, { product, currency: 'eur', unit_amount, recurring: { interval } }).id;
    for (const one of [books, fresh]) one.tiers.set(price, tier);
  }
  const door = await books.listen();
  server.webhooks.endpoint = { url: door.url, secrets: ['whsec_another1', SECRET] };
  const customer = createCustomer(store, { email: 'a@example.com' }, 'good').id;
  const life = new RandomLife(server.fake, { customer, prices: [...books.tiers.keys()], random });
  const mischief = { isShuffled: true, doubled: 0.4, dropped: 0.2, random };
  try {
    for (let step = 0; step < STEPS; step += 1) {
      time.advance(store.now + 1 + Math.floor(random() * 20 * DAY));
      life.step();
      if (random() < 0.2) server.faults.push(random() < 0.5 ? '500' : '429');
      if (random() < 0.5) await server.webhooks.deliver(mischief);
    }
    await server.webhooks.deliver(mischief);
    server.faults.length = 0;
    await books.lookAtAll();
    await fresh.look(customer);
    expectAgreement(seed, { books, customer, fresh, now: store.now });
    expect(books.unread).toBe(0);
    expectFair(seed, { books, customer, life, store });
    store.verify();
  } finally {
    await Promise.all([door.stop(), server.stop()]);
  }
}

/** Books that heard notices out of order, twice or never equal books that looked once, at any time. */
function expectAgreement(
  seed: number,
  { books, customer, fresh, now }: { books: Books; customer: string; fresh: Books; now: number },
): void {
  for (let days = -400; days <= 400; days += 7) {
    const at = now + days * DAY;
    expect(books.at(customer, at), `seed ${seed}, day ${days}`).toEqual(fresh.at(customer, at));
  }
}

/** Nobody loses what is paid, nobody keeps what is not; by the state of the provider itself. */
function expectFair(
  seed: number,
  { books, customer, life, store }: { books: Books; customer: string; life: RandomLife; store: FakeStore },
): void {
  const { now } = store;
  const { tier } = books.at(customer, now);
  const lost = store
    .all('dispute')
    .filter(({ status }) => status !== 'won')
    .map(({ charge }) => charge);
  const givenBack = new Set(
    store
      .all('charge')
      .filter(({ id, refunded }) => refunded || lost.includes(id))
      .map(({ payment_intent }) => payment_intent),
  );
  const unpaid = new Set(
    store
      .all('invoice_payment')
      .filter(({ payment }) => givenBack.has(payment.payment_intent))
      .map(({ invoice }) => invoice),
  );
  for (const { items, latest_invoice, status } of life.live()) {
    const invoice = store.get(latest_invoice, 'invoice');
    // A card that is updated after the last try pays a period that is over; the running one was never charged.
    const isRunning = invoice.lines.data.some(({ period }) => period.end > now);
    const isPaid = invoice.status === 'paid' && isRunning && !unpaid.has(invoice.id);
    if (status !== 'active' || !isPaid) continue;
    const bought = books.tiers.get(items.data[0]?.price.id ?? '') ?? 'free';
    expect(TIERS.indexOf(tier), `seed ${seed}: lost while paid`).toBeGreaterThanOrEqual(
      TIERS.indexOf(bought),
    );
  }
  const ends = [
    ...store
      .all('invoice')
      .filter(({ status }) => status === 'paid')
      .flatMap(({ lines }) => lines.data.filter(({ amount }) => amount >= 0).map(({ period }) => period.end)),
    ...store.all('subscription').map(({ trial_end }) => trial_end ?? 0),
  ];
  const last = Math.max(now, ...ends) + POLICY.grace;
  expect(books.at(customer, last).tier, `seed ${seed}: kept`).toBe('free');
}

test(
  `${LIVES} random lives end as the provider has them, whatever happens to notices`,
  async () => {
    for (let seed = 1; seed <= LIVES; seed += 1) await live(seed);
  },
  process.env.PROVE ? 1_800_000 : 180_000,
);
