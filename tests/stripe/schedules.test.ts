import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tier } from '#domain/tiers';
import {
  PaymentDeclined,
  type PaymentProvider,
  PaymentRefused,
  PaymentsAway,
} from '#server/platform/payments/payment-provider';
import { openStripe } from '#server/platform/payments/stripe-provider';
import { Books } from './books.ts';
import { createCoupon, createCustomer, createPrice, createProduct } from './fake/catalogue.ts';
import type { Subscription } from './fake/objects.ts';
import { DAY, type FakeStore } from './fake/store.ts';
import { createSubscription } from './fake/subscriptions.ts';
import { StripeServer, TEST_KEY } from './server/stripe-server.ts';

let server: StripeServer;
let store: FakeStore;
let provider: PaymentProvider;
let books: Books;
let keys = 0;
const key = () => {
  keys += 1;
  return `key-${keys}`;
};
const prices: Record<string, string> = {};

beforeAll(async () => {
  server = await StripeServer.start({ now: 1_700_000_000 });
  ({ store } = server.fake);
  provider = openStripe({ apiUrl: server.url, secretKey: TEST_KEY, webhookSecrets: [] });
  books = new Books(provider, { grace: 8 * DAY });
  for (const [tier, interval, unit_amount] of [
    ['basic', 'month', 999],
    ['basic', 'year', 9990],
    ['premium', 'month', 1999],
    ['premium', 'year', 19_990],
  ] as const) {
    const product = createProduct(store, { name: tier }).id;
    const tax_behavior = 'inclusive';
    const recurring = { interval };
    const price = createPrice(store, { product, currency: 'eur', unit_amount, recurring, tax_behavior });
    prices[`${tier} ${interval}`] = price.id;
    books.tiers.set(price.id, tier as Tier);
  }
});
afterAll(async () => {
  store.verify();
  await server.stop();
});

function subscribe(of = 'premium year', more: { coupon?: string; trialDays?: number } = {}) {
  const customer = createCustomer(store, { email: 'a@example.com', address: { country: 'DE' } }, 'good').id;
  const items = [{ price: prices[of] ?? '' }];
  const subscription = createSubscription(store, { customer, items, hasTax: true, ...more });
  const order = (to: string) => ({
    key: key(),
    customer,
    subscription: subscription.id,
    price: prices[to] ?? '',
  });
  return { customer, subscription, order };
}

const endOf = ({ items }: Subscription) => items.data[0]?.current_period_end ?? 0;
const paidBy = (customer: string) =>
  store
    .all('charge')
    .flatMap((charge) => (charge.customer === customer && charge.paid ? [charge.amount] : []));

async function seen(customer: string) {
  await books.look(customer);
  const { tier, why } = books.at(customer, store.now);
  const sub = books.ledger.get(customer)?.findLast((fact) => fact.kind === 'subscription');
  return { is: `${tier} ${why}`, scheduled: sub?.kind === 'subscription' ? sub.scheduled : undefined };
}

test('a year becomes a month at its end: nothing is charged or lost before, the month is charged then', async () => {
  const { customer, order, subscription } = subscribe();
  server.fake.time.advance(store.now + 100 * DAY);
  const end = endOf(subscription);
  await provider.schedule(order('basic month'));
  expect(await seen(customer)).toEqual({
    is: 'premium paid',
    scheduled: { at: end, price: prices['basic month'], tier: 'basic', interval: 'month', unitAmount: 999 },
  });
  expect(books.at(customer, end - 1).tier).toBe('premium');
  // In the hour before the charge it is the new tier, also in books that heard nothing since.
  expect(books.at(customer, end)).toMatchObject({ tier: 'basic', why: 'grace' });
  server.fake.time.advance(end + 7200);
  expect(await seen(customer)).toEqual({ is: 'basic paid', scheduled: undefined });
  expect(paidBy(customer)).toEqual([19_990, 999]);
  // It lets go after its month, and the month goes on.
  server.fake.time.advance(end + 70 * DAY);
  expect(await seen(customer)).toEqual({ is: 'basic paid', scheduled: undefined });
  expect([paidBy(customer), subscription.schedule]).toEqual([[19_990, 999, 999, 999], null]);
});

test('another change takes the place of the one before; keeping takes it back', async () => {
  const { customer, order, subscription } = subscribe();
  await provider.schedule(order('basic month'));
  await provider.schedule(order('premium month'));
  expect((await seen(customer)).scheduled).toMatchObject({ tier: 'premium', interval: 'month' });
  expect(store.all('subscription_schedule').filter((one) => one.customer === customer)).toHaveLength(1);
  await provider.keep({ key: key(), subscription: subscription.id });
  expect((await seen(customer)).scheduled).toBeUndefined();
  server.fake.time.advance(endOf(subscription) + 7200);
  expect(paidBy(customer)).toEqual([19_990, 19_990]);
});

test('a change that is repeated under its key is made once, also when its reply was lost', async () => {
  const { customer, order } = subscribe();
  const once = order('basic month');
  server.faults.push('none', 'none', 'lost-reply');
  await expect(provider.schedule(once)).rejects.toBeInstanceOf(PaymentsAway);
  await provider.schedule(once);
  await provider.schedule(once);
  expect((await seen(customer)).scheduled).toMatchObject({ tier: 'basic' });
  expect(store.all('subscription_schedule').filter((one) => one.customer === customer)).toHaveLength(1);
});

test('who cancels while a change is scheduled pays nothing more and keeps what is paid', async () => {
  const { customer, order, subscription } = subscribe();
  const end = endOf(subscription);
  await provider.schedule(order('basic month'));
  await provider.cancelAtPeriodEnd({ key: key(), subscription: subscription.id });
  expect(await seen(customer)).toEqual({ is: 'premium paid', scheduled: undefined });
  expect(books.at(customer, end - 1).tier).toBe('premium');
  server.fake.time.advance(end + 7200);
  expect((await seen(customer)).is).toBe('free none');
  expect(paidBy(customer)).toEqual([19_990]);
  // A subscription that ends is not changed.
  const other = subscribe();
  await provider.cancelAtPeriodEnd({ key: key(), subscription: other.subscription.id });
  await expect(provider.schedule(other.order('basic month'))).rejects.toBeInstanceOf(PaymentRefused);
});

test('an upgrade drops the scheduled change; one whose card is declined leaves it as it was', async () => {
  const { customer, order } = subscribe('basic year');
  await provider.schedule(order('basic month'));
  const upgrade = { ...order('premium year'), at: new Date(store.now * 1000) };
  store.cards.set(customer, 'declines');
  await expect(provider.upgrade(upgrade)).rejects.toBeInstanceOf(PaymentDeclined);
  expect(await seen(customer)).toMatchObject({ is: 'basic paid', scheduled: { interval: 'month' } });
  store.cards.set(customer, 'good');
  await provider.upgrade({ ...upgrade, key: key() });
  expect(await seen(customer)).toEqual({ is: 'premium paid', scheduled: undefined });
});

/** A subscription that is to be cheaper from its next period on, and the upgrade that its member wants instead. */
async function scheduled() {
  const { customer, order } = subscribe('basic year');
  await provider.schedule(order('basic month'));
  return { customer, upgrade: { ...order('premium year'), at: new Date(store.now * 1000) } };
}

test('an upgrade that is refused leaves the scheduled change as it was', async () => {
  const { customer, upgrade } = await scheduled();
  server.faults.push('none', 'none', '429');
  await expect(provider.upgrade(upgrade)).rejects.toBeInstanceOf(PaymentsAway);
  expect(await seen(customer)).toMatchObject({ is: 'basic paid', scheduled: { interval: 'month' } });
  await provider.upgrade({ ...upgrade, key: key() });
  expect(await seen(customer)).toEqual({ is: 'premium paid', scheduled: undefined });
});

test('an upgrade whose answer is lost is asked for again, and made once', async () => {
  const { customer, upgrade } = await scheduled();
  server.faults.push('none', 'none', 'closed');
  await provider.upgrade(upgrade);
  expect(await seen(customer)).toEqual({ is: 'premium paid', scheduled: undefined });
});

test('an upgrade that was made though its answer says that it failed drops the scheduled change', async () => {
  const { customer, upgrade } = await scheduled();
  server.faults.push('none', 'none', 'done-500');
  await expect(provider.upgrade(upgrade)).rejects.toBeInstanceOf(PaymentsAway);
  expect(await seen(customer)).toEqual({ is: 'premium paid', scheduled: undefined });
});

test('nothing is scheduled over an upgrade that may be still under way', async () => {
  const { customer, upgrade } = await scheduled();
  server.faults.push('none', 'none', 'closed', 'closed');
  await expect(provider.upgrade(upgrade)).rejects.toBeInstanceOf(PaymentsAway);
  expect(server.faults).toHaveLength(0);
  expect((await seen(customer)).scheduled).toBeUndefined();
  await provider.upgrade(upgrade);
  expect(await seen(customer)).toEqual({ is: 'premium paid', scheduled: undefined });
});

test('a downgrade or a cancellation that fails leaves the scheduled change as it was', async () => {
  const { customer, order, subscription } = subscribe();
  await provider.schedule(order('premium month'));
  server.faults.push('none', 'none', 'none', '429');
  await expect(provider.downgrade(order('basic year'))).rejects.toBeInstanceOf(PaymentsAway);
  expect((await seen(customer)).scheduled).toMatchObject({ tier: 'premium', interval: 'month' });
  server.faults.push('none', 'none', '429');
  await expect(
    provider.cancelAtPeriodEnd({ key: key(), subscription: subscription.id }),
  ).rejects.toBeInstanceOf(PaymentsAway);
  expect((await seen(customer)).scheduled).toMatchObject({ tier: 'premium', interval: 'month' });
  expect(server.faults).toHaveLength(0);
});

test('a declined card is told, though the scheduled change can not be put back at once', async () => {
  const { customer, upgrade } = await scheduled();
  store.cards.set(customer, 'declines');
  server.faults.push('none', 'none', 'none', 'closed');
  await expect(provider.upgrade(upgrade)).rejects.toBeInstanceOf(PaymentDeclined);
  expect(server.faults).toHaveLength(0);
  expect(await seen(customer)).toEqual({ is: 'basic paid', scheduled: undefined });
});

test('a downgrade of the same interval takes the place of a scheduled change', async () => {
  const { customer, order, subscription } = subscribe();
  await provider.schedule(order('premium month'));
  await provider.downgrade(order('basic year'));
  expect(await seen(customer)).toEqual({ is: 'premium paid', scheduled: undefined });
  server.fake.time.advance(endOf(subscription) + 7200);
  expect((await seen(customer)).is).toBe('basic paid');
  expect(paidBy(customer)).toEqual([19_990, 9990]);
});

test('a discount and the tax of a subscription outlive a scheduled change', async () => {
  const coupon = createCoupon(store, { percent_off: 50, duration: 'forever' }).id;
  const { customer, order, subscription } = subscribe('premium year', { coupon });
  await provider.schedule(order('basic month'));
  server.fake.time.advance(endOf(subscription) + 7200);
  expect(paidBy(customer)).toHaveLength(2);
  expect(paidBy(customer)[1]).toBeLessThan(999);
  expect(subscription.automatic_tax.enabled).toBe(true);
});

test('an account that ends at once ends with its schedule, also twice', async () => {
  const { customer, order, subscription } = subscribe();
  await provider.schedule(order('basic month'));
  await provider.cancelNow({ key: key(), subscription: subscription.id });
  await provider.cancelNow({ key: key(), subscription: subscription.id });
  expect(subscription.ended_at).not.toBeNull();
  expect((await seen(customer)).scheduled).toBeUndefined();
  const gone = subscribe();
  await provider.schedule(gone.order('basic month'));
  await provider.deleteCustomer({ key: key(), customer: gone.customer });
  server.fake.time.advance(store.now + 400 * DAY);
  expect(paidBy(gone.customer)).toEqual([19_990]);
});

test('a subscription of another customer is not scheduled', async () => {
  const { order } = subscribe();
  const wrong = { ...order('basic month'), customer: subscribe().customer };
  await expect(provider.schedule(wrong)).rejects.toBeInstanceOf(PaymentRefused);
});
