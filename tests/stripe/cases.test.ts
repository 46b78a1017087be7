import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tier } from '#domain/tiers';
import {
  PaymentDeclined,
  type PaymentProvider,
  PaymentRefused,
  PaymentsAway,
  UnknownPrice,
} from '#server/platform/payments/payment-provider';
import { openStripe } from '#server/platform/payments/stripe-provider';
import { Books } from './books.ts';
import { createCustomer, createPrice, createProduct, deleteCustomer } from './fake/catalogue.ts';
import { endSubscription } from './fake/end-subscription.ts';
import type { Subscription } from './fake/objects.ts';
import { closeDispute, disputeCharge, payOpenInvoices } from './fake/payments.ts';
import { type Card, DAY, type FakeStore } from './fake/store.ts';
import { createSubscription } from './fake/subscriptions.ts';
import { StripeServer, TEST_KEY } from './server/stripe-server.ts';

const GRACE = 8 * DAY;
let server: StripeServer;
let store: FakeStore;
let provider: PaymentProvider;
let books: Books;
let basic: string;
let premium: string;
let yearly: string;
let keys = 0;
const key = () => {
  keys += 1;
  return `key-${keys}`;
};

function price(unit_amount: number, interval: string, tier?: Tier, currency = 'eur'): string {
  const product = createProduct(store, { name: 'x' }).id;
  const { id } = createPrice(store, { product, currency, unit_amount, recurring: { interval } });
  if (tier) books.tiers.set(id, tier);
  return id;
}

beforeAll(async () => {
  server = await StripeServer.start({ now: 1_700_000_000 });
  ({ store } = server.fake);
  provider = openStripe({ apiUrl: server.url, secretKey: TEST_KEY, webhookSecrets: ['whsec_12345678'] });
  books = new Books(provider, { grace: GRACE });
  basic = price(999, 'month', 'basic');
  premium = price(1999, 'month', 'premium');
  yearly = price(19_990, 'year', 'premium');
});
afterAll(async () => {
  store.verify();
  await server.stop();
});

const buyer = (card: Card = 'good') => createCustomer(store, { email: 'a@example.com' }, card).id;
const subscribe = (customer: string, of = premium, trialDays?: number) =>
  createSubscription(store, { customer, items: [{ price: of }], trialDays });
const pass = (seconds: number) => server.fake.time.advance(store.now + seconds);
const endOf = ({ items }: Subscription) => items.data[0]?.current_period_end ?? 0;
const chargeOf = (customer: string) =>
  store.all('charge').findLast((charge) => charge.customer === customer && charge.paid)?.id ?? '';
const end = (subscription: Subscription) => endSubscription(store, subscription, 'cancellation_requested');

async function seen(customer: string): Promise<string> {
  await books.look(customer);
  const { tier, why } = books.at(customer, store.now);
  return `${tier} ${why}`;
}

test('the hour between a new period and its charge is covered', async () => {
  const customer = buyer();
  const subscription = subscribe(customer);
  server.fake.time.advance(endOf(subscription) + 60);
  expect(await seen(customer)).toBe('premium grace');
  pass(3600);
  expect(await seen(customer)).toBe('premium paid');
});

test('a card that fails leaves the grace, then nothing; a new card brings it back', async () => {
  const customer = buyer();
  subscribe(customer);
  store.cards.set(customer, 'declines');
  pass(32 * DAY);
  expect(await seen(customer)).toBe('premium grace');
  store.cards.set(customer, 'good');
  payOpenInvoices(store, customer);
  expect(await seen(customer)).toBe('premium paid');
  store.cards.set(customer, 'declines');
  pass(60 * DAY);
  expect(await seen(customer)).toBe('free none');
});

test.each(['flag', 'date'] as const)('an end with the period said as a %s has no grace', async (as) => {
  const customer = buyer();
  const subscription = subscribe(customer);
  const last = endOf(subscription);
  const change = as === 'flag' ? { cancel_at_period_end: true } : { cancel_at: last };
  server.fake.subscriptions.update(subscription, change);
  await books.look(customer);
  expect(books.at(customer, last - 1).tier).toBe('premium');
  expect(books.at(customer, last).tier).toBe('free');
  await provider.keep({ key: key(), subscription: subscription.id });
  await books.look(customer);
  expect(books.at(customer, last).tier).toBe('premium');
});

test('the whole money back ends it at once, a part of it does not', async () => {
  const customer = buyer();
  const subscription = subscribe(customer);
  const [invoice = ''] = [subscription.latest_invoice ?? ''];
  await provider.refund({ key: key(), customer, invoice, amount: 500 });
  expect(await seen(customer)).toBe('premium paid');
  pass(60);
  await provider.refund({ key: key(), customer, invoice, amount: null });
  end(subscription);
  expect(await seen(customer)).toBe('free none');
});

test('a repeated refund under one key gives back once; one of another customer is refused', async () => {
  const customer = buyer();
  const invoice = subscribe(customer).latest_invoice ?? '';
  const once = { key: key(), customer, invoice, amount: 500 };
  await provider.refund(once);
  await provider.refund(once);
  expect(store.get(chargeOf(customer), 'charge').amount_refunded).toBe(500);
  await expect(provider.refund({ ...once, customer: buyer(), key: key() })).rejects.toBeInstanceOf(
    PaymentRefused,
  );
  const tooMuch = provider.refund({ ...once, amount: 1999, key: key() });
  await expect(tooMuch).rejects.toBeInstanceOf(PaymentRefused);
});

test('a dispute suspends, and winning it gives back', async () => {
  const customer = buyer();
  const subscription = subscribe(customer, yearly);
  pass(DAY);
  const dispute = disputeCharge(store, chargeOf(customer));
  end(subscription);
  pass(9 * DAY);
  expect(await seen(customer)).toBe('free none');
  closeDispute(store, dispute.id, 'won');
  expect(await seen(customer)).toBe('premium paid');
  expect(await provider.whose({ customer: null, charge: chargeOf(customer) })).toBe(customer);
  expect(await provider.whose({ customer: null, charge: 'ch_none' })).toBeUndefined();
});

test('an upgrade counts at once and costs what was shown', async () => {
  const customer = buyer();
  const subscription = subscribe(customer, basic);
  pass(10 * DAY);
  const order = {
    customer,
    subscription: subscription.id,
    price: premium,
    at: new Date(store.now * 1000),
  };
  const shown = await provider.previewUpgrade(order);
  await provider.upgrade({ ...order, key: key() });
  expect(await seen(customer)).toBe('premium paid');
  expect(store.get(chargeOf(customer), 'charge')).toMatchObject({
    amount: shown.total,
    currency: shown.currency,
  });
});

test('an upgrade whose card is declined changes nothing', async () => {
  const customer = buyer();
  const subscription = subscribe(customer, basic);
  pass(DAY);
  store.cards.set(customer, 'declines');
  const order = { customer, subscription: subscription.id, price: premium, at: new Date(store.now * 1000) };
  await expect(provider.upgrade({ ...order, key: key() })).rejects.toBeInstanceOf(PaymentDeclined);
  expect(await seen(customer)).toBe('basic paid');
});

test('after a downgrade the paid tier stays to the end of its period, then the lower one is charged', async () => {
  const customer = buyer();
  const subscription = subscribe(customer);
  const last = endOf(subscription);
  pass(5 * DAY);
  const order = { key: key(), customer, subscription: subscription.id, price: basic };
  await provider.downgrade(order);
  expect(await seen(customer)).toBe('premium paid');
  server.fake.time.advance(last + 7200);
  expect(await seen(customer)).toBe('basic paid');
  const paid = store.all('charge').filter((charge) => charge.customer === customer && charge.paid);
  expect(paid.map(({ amount }) => amount)).toEqual([1999, 999]);
  await expect(provider.downgrade({ ...order, key: key(), price: yearly })).rejects.toBeInstanceOf(
    PaymentRefused,
  );
});

test('a trial without a card ends by itself', async () => {
  const customer = buyer('none');
  subscribe(customer, premium, 14);
  expect((await seen(customer)).split(' ')[0]).toBe('premium');
  pass(14 * DAY);
  expect(await seen(customer)).toBe('free none');
});

test('a first payment that fails gives nothing', async () => {
  const customer = buyer('declines');
  subscribe(customer);
  expect(await seen(customer)).toBe('free none');
});

test('a customer who was deleted keeps what is paid, and no more', async () => {
  const customer = buyer();
  const last = endOf(subscribe(customer));
  await provider.deleteCustomer({ key: key(), customer });
  await provider.deleteCustomer({ key: key(), customer });
  await books.look(customer);
  expect(books.at(customer, last - 1).tier).toBe('premium');
  expect(books.at(customer, last).tier).toBe('free');
  expect(() => deleteCustomer(store, customer)).toThrow('No such customer');
});

test('a price in no plan is refused loudly and loses nothing', async () => {
  const customer = buyer();
  const subscription = subscribe(customer);
  await books.look(customer);
  pass(60);
  const change = { item: { price: price(5, 'month') }, proration_behavior: 'none' };
  server.fake.subscriptions.update(subscription, change);
  await expect(books.look(customer)).rejects.toBeInstanceOf(UnknownPrice);
  expect(books.at(customer, store.now).tier).toBe('premium');
});

test('an invoice with more lines than it shows is read to its last line', async () => {
  const customer = buyer();
  const subscription = subscribe(customer, basic);
  for (const next of [premium, basic, premium, basic, premium, basic]) {
    pass(3600);
    server.fake.subscriptions.update(subscription, { item: { price: next } });
  }
  server.fake.time.advance(endOf(subscription) + 7200);
  await books.look(customer);
  const lines = books.ledger.get(customer)?.filter(({ kind }) => kind === 'paid') ?? [];
  expect(lines.length).toBe(14);
  expect(books.at(customer, store.now).tier).toBe('basic');
});

test('a look that finds nothing new writes nothing', async () => {
  const customer = buyer();
  subscribe(customer);
  await books.look(customer);
  const { length } = books.ledger.get(customer) ?? [];
  await books.look(customer);
  expect(books.ledger.get(customer)?.length).toBe(length);
});

const checkout = (customer: string) => ({
  key: key(),
  customer,
  account: 'account-1',
  price: premium,
  successUrl: 'http://127.0.0.1:1/back?session={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://127.0.0.1:1/',
  locale: 'en',
  quantity: 1,
  trialDays: null,
});

test('only one payment page is open, and none while a subscription runs', async () => {
  const customer = await provider.createCustomer({
    key: key(),
    account: 'account-1',
    email: 'a@example.com',
  });
  const first = await provider.openCheckout(checkout(customer));
  const second = await provider.openCheckout(checkout(customer));
  expect(await provider.findCheckout(first.id)).toEqual({ id: first.id, customer, state: 'expired' });
  expect(() => server.fake.checkout.pay(first.id, { card: '4242' })).toThrow('used already');
  server.fake.checkout.pay(second.id, { card: '4242', country: 'DE' });
  expect((await provider.findCheckout(second.id))?.state).toBe('complete');
  await expect(provider.openCheckout(checkout(customer))).rejects.toBeInstanceOf(PaymentRefused);
  expect(await provider.findCheckout('cs_none')).toBeUndefined();
  expect(await seen(customer)).toBe('premium paid');
});

test('no payment page opens when Stripe does not say what is open', async () => {
  const customer = buyer('none');
  for (const fault of ['500', '429', 'lost-reply'] as const) {
    server.faults.push(fault);
    await expect(provider.openCheckout(checkout(customer))).rejects.toBeInstanceOf(PaymentsAway);
  }
  expect(store.all('checkout.session').filter((session) => session.customer === customer)).toEqual([]);
});

test('a key that is refused is a provider that is away, not a command that is done', async () => {
  const other = openStripe({ apiUrl: server.url, secretKey: 'sk_test_another0001', webhookSecrets: [] });
  const wanted = other.cancelAtPeriodEnd({ key: key(), subscription: 'sub_1' });
  await expect(wanted).rejects.toBeInstanceOf(PaymentsAway);
  expect([
    other.livemode,
    openStripe({ apiUrl: server.url, secretKey: 'rk_live_12345678', webhookSecrets: [] }).livemode,
  ]).toEqual([false, true]);
});

test('a page, a Portal and an invoice elsewhere than at Stripe are not passed on', async () => {
  const elsewhere = server.url;
  const customer = buyer();
  const invoice = subscribe(customer).latest_invoice ?? '';
  expect(await provider.invoiceUrl({ customer, invoice })).toContain(server.url);
  expect(await provider.invoiceUrl({ customer: buyer(), invoice })).toBeNull();
  store.url = 'https://stripe.com.example.net';
  try {
    const portal = provider.openPortal({ customer, locale: 'en', returnUrl: 'http://127.0.0.1:1/' });
    await expect(portal).rejects.toBeInstanceOf(PaymentRefused);
    await expect(provider.openCheckout(checkout(buyer('none')))).rejects.toBeInstanceOf(PaymentRefused);
  } finally {
    store.url = elsewhere;
  }
});

test('the prices of a plan are of one product', async () => {
  const order = { plan: 'gold', planName: 'Gold', currency: 'eur', taxBehavior: 'inclusive' as const };
  const month = await provider.createPrice({ ...order, key: key(), interval: 'month', unitAmount: 900 });
  const year = await provider.createPrice({ ...order, key: key(), interval: 'year', unitAmount: 9000 });
  expect([month, year].map((id) => store.get(id, 'price').product)).toEqual(['lectern_gold', 'lectern_gold']);
});

test('what comes off by a code and what comes on as tax is in what was paid', async () => {
  const customer = createCustomer(store, { address: { country: 'DE' } }, 'good').id;
  const product = createProduct(store, { name: 'net' }).id;
  const net = createPrice(store, {
    product,
    currency: 'eur',
    unit_amount: 1000,
    recurring: { interval: 'month' },
    tax_behavior: 'exclusive',
  }).id;
  books.tiers.set(net, 'basic');
  createSubscription(store, { customer, items: [{ price: net }], hasTax: true });
  await books.look(customer);
  expect(books.ledger.get(customer)?.find(({ kind }) => kind === 'paid')).toMatchObject({ amount: 1190 });
});
