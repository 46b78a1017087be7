import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPrice, createProduct } from './fake/catalogue.ts';
import { DAY } from './fake/store.ts';
import { StripeServer, TEST_KEY } from './server/stripe-server.ts';
import { signNotice } from './server/webhooks.ts';

const START = 1_700_000_000;
let server: StripeServer;
let month: string;
let year: string;

function client(options: { key?: string; retries?: number } = {}): Stripe {
  return new Stripe(options.key ?? TEST_KEY, {
    host: '127.0.0.1',
    port: Number(new URL(server.url).port),
    protocol: 'http',
    maxNetworkRetries: options.retries ?? 0,
    telemetry: false,
  });
}

beforeAll(async () => {
  server = await StripeServer.start({ now: START });
  const { store } = server.fake;
  const price = (interval: string, unit_amount: number) =>
    createPrice(store, {
      product: createProduct(store, { name: 'Premium' }).id,
      currency: 'eur',
      unit_amount,
      recurring: { interval },
    }).id;
  month = price('month', 1999);
  year = price('year', 19_900);
});
afterAll(async () => {
  server.fake.store.verify();
  await server.stop();
});

/** A customer who has paid for a month. */
async function subscriber() {
  const stripe = client();
  const customer = await stripe.customers.create({ email: 'lea@example.com' });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: month, quantity: 1 }],
    success_url: 'http://127.0.0.1:1/back?session={CHECKOUT_SESSION_ID}',
  });
  server.fake.checkout.pay(session.id, { card: '4242' });
  const [subscription] = (await stripe.subscriptions.list({ customer: customer.id })).data;
  if (!subscription) throw new Error('no subscription');
  return { stripe, customer: customer.id, session, subscription, item: subscription.items.data[0]?.id ?? '' };
}

test('a product, its prices and an exact number come as the official client reads them', async () => {
  const stripe = client();
  const product = await stripe.products.create({ name: 'Basic' });
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'eur',
    unit_amount: 999,
    recurring: { interval: 'month' },
    tax_behavior: 'inclusive',
  });
  expect(String(price.unit_amount_decimal)).toBe('999');
  expect((await stripe.prices.retrieve(price.id)).tax_behavior).toBe('inclusive');
  expect((await stripe.products.retrieve(product.id)).name).toBe('Basic');
});

test('one idempotency key does one thing, and refuses another', async () => {
  const stripe = client();
  const same = { idempotencyKey: 'customer:1' };
  const first = await stripe.customers.create({ email: 'a@example.com' }, same);
  expect((await stripe.customers.create({ email: 'a@example.com' }, same)).id).toBe(first.id);
  await expect(stripe.customers.create({ email: 'b@example.com' }, same)).rejects.toBeInstanceOf(
    Stripe.errors.StripeIdempotencyError,
  );
});

test('a reply that is lost on the way makes one customer', async () => {
  const { store } = server.fake;
  const before = store.all('customer').length;
  server.faults.push('lost-reply');
  await client({ retries: 2 }).customers.create({ email: 'lost@example.com' });
  expect(store.all('customer').length).toBe(before + 1);
});

test('the official client does not repeat after a 429', async () => {
  server.faults.push('429');
  await expect(client({ retries: 2 }).prices.retrieve(month)).rejects.toBeInstanceOf(
    Stripe.errors.StripeRateLimitError,
  );
});

test('a read is repeated after a 500; a key that met a 500 is used up', async () => {
  const stripe = client({ retries: 2 });
  server.faults.push('500', '500');
  expect((await stripe.prices.retrieve(month)).id).toBe(month);
  server.faults.push('500');
  const used = { idempotencyKey: 'used-up' };
  await expect(stripe.customers.create({ email: 'u@example.com' }, used)).rejects.toThrow(/wrong on our end/);
  await expect(stripe.customers.create({ email: 'u@example.com' }, used)).rejects.toThrow(/wrong on our end/);
}, 30_000);

test('an unknown parameter, a missing one and a wrong value are refused by name', async () => {
  const stripe = client();
  const open = (order: object) => stripe.checkout.sessions.create(order as { mode: 'subscription' });
  await expect(open({ mode: 'subscription', nonsense: 'x' })).rejects.toThrow(/unknown parameter: nonsense/);
  await expect(open({ mode: 'sometimes' })).rejects.toThrow(/Invalid mode/);
  await expect(stripe.prices.create({} as { currency: string })).rejects.toThrow(/Missing required param/);
});

test('another key, another version and another address are refused', async () => {
  await expect(client({ key: 'sk_test_another0001' }).customers.list()).rejects.toBeInstanceOf(
    Stripe.errors.StripeAuthenticationError,
  );
  await expect(client().subscriptions.retrieve('sub_none')).rejects.toMatchObject({
    code: 'resource_missing',
  });
  await expect(client().customers.list({}, { apiVersion: '2020-08-27' })).rejects.toThrow(/speaks/);
  await expect(client().payouts.list()).rejects.toThrow(/Unrecognized request URL/);
});

test('a card that is declined pays nothing; a good one goes back to the school', async () => {
  const stripe = client();
  const customer = await stripe.customers.create({ email: 'card@example.com' });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: month, quantity: 1 }],
    success_url: 'http://127.0.0.1:1/back?session={CHECKOUT_SESSION_ID}',
  });
  const pay = (fields: Record<string, string>) =>
    fetch(session.url ?? '', { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  expect((await pay({ card: '4000 0000 0000 0002' })).status).toBe(402);
  expect(await (await pay({ card: '4000 0025 0000 3155' })).text()).toContain('Confirm payment');
  expect((await pay({ card: '4000 0025 0000 3155', secure: 'fail' })).status).toBe(402);
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
  const paid = await pay({ card: '4000 0025 0000 3155', secure: 'confirm' });
  expect(paid.headers.get('location')).toBe(`http://127.0.0.1:1/back?session=${session.id}`);
  expect((await pay({ card: '4242' })).status).toBe(402);
});

test('whole objects come where they are asked for', async () => {
  const { customer, stripe } = await subscriber();
  const found = await stripe.subscriptions.list({
    customer,
    status: 'all',
    expand: ['data.latest_invoice', 'data.customer'],
  });
  expect(found.data[0]?.latest_invoice).toMatchObject({ object: 'invoice', amount_paid: 1999 });
  expect(found.data[0]?.customer).toMatchObject({ email: 'lea@example.com' });
});

test('what a preview shows is what is charged', async () => {
  const { item, stripe, subscription } = await subscriber();
  server.fake.time.advance(server.fake.store.now + 9 * DAY);
  const items = [{ id: item, price: year }];
  const change = { items, proration_behavior: 'always_invoice' as const };
  const preview = await stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: change,
  });
  const updated = await stripe.subscriptions.update(subscription.id, {
    ...change,
    payment_behavior: 'error_if_incomplete',
  });
  expect((await stripe.invoices.retrieve(String(updated.latest_invoice))).total).toBe(preview.total);
});

test('a test clock lets months pass, and a list comes in pages', async () => {
  const { customer, stripe } = await subscriber();
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: server.fake.store.now });
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: server.fake.store.now + 94 * DAY });
  const invoices: string[] = [];
  for await (const invoice of stripe.invoices.list({ customer, limit: 1 })) invoices.push(invoice.id ?? '');
  expect(new Set(invoices).size).toBe(4);
});

test('a period that began on the 31st ends on the last day of shorter months', async () => {
  const { nextPeriodEnd } = await import('./fake/subscriptions.ts');
  const price = server.fake.store.get(month, 'price');
  const at = (date: string) => Date.parse(date) / 1000;
  const anchor = at('2027-01-31T10:00:00Z');
  const february = nextPeriodEnd(price, anchor, anchor);
  expect(february).toBe(at('2027-02-28T10:00:00Z'));
  expect(nextPeriodEnd(price, february, anchor)).toBe(at('2027-03-31T10:00:00Z'));
});

test('the Portal cancels and takes it back', async () => {
  const { customer, stripe, subscription } = await subscriber();
  const portal = await stripe.billingPortal.sessions.create({ customer, return_url: 'http://127.0.0.1:1/' });
  const click = (what: string) =>
    fetch(portal.url, {
      method: 'POST',
      body: new URLSearchParams({ do: what, subscription: subscription.id }),
    });
  await click('cancel');
  expect((await stripe.subscriptions.retrieve(subscription.id)).cancel_at_period_end).toBe(true);
  await click('keep');
  expect((await stripe.subscriptions.retrieve(subscription.id)).cancel_at).toBeNull();
});

test('a promotion code takes its part off, and German tax is inside the price', async () => {
  const stripe = client();
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
  await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'HALF' });
  const product = await stripe.products.create({ name: 'Taxed' });
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'eur',
    unit_amount: 1999,
    recurring: { interval: 'month' },
    tax_behavior: 'inclusive',
  });
  const customer = await stripe.customers.create({ address: { country: 'DE' } });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    automatic_tax: { enabled: true },
    allow_promotion_codes: true,
    success_url: 'http://127.0.0.1:1/',
  });
  server.fake.checkout.pay(session.id, { card: '4242', code: 'HALF' });
  const [invoice] = (await stripe.invoices.list({ customer: customer.id })).data;
  expect(invoice).toMatchObject({ total: 999, total_taxes: [{ amount: 160 }] });
  server.fake.time.advance(server.fake.store.now + 32 * DAY);
  expect((await stripe.invoices.list({ customer: customer.id })).data[0]).toMatchObject({ total: 1999 });
});

test('a refund cannot give back more than was paid', async () => {
  const { customer, stripe } = await subscriber();
  const [charge] = (await stripe.charges.list({ customer })).data;
  const back = (amount: number) => stripe.refunds.create({ charge: charge?.id ?? '', amount });
  await expect(back(2000)).rejects.toThrow(/greater than unrefunded/);
  await back(1000);
  await back(999);
  await expect(back(1)).rejects.toThrow(/already been refunded/);
});

test('events are kept for 30 days, and a notice is signed as the official check wants it', async () => {
  const stripe = client();
  await stripe.customers.create({ email: 'event@example.com' });
  const [event] = (await stripe.events.list({ type: 'customer.created', limit: 1 })).data;
  const payload = JSON.stringify(event);
  const secret = 'whsec_12345678';
  const read = stripe.webhooks.constructEvent(payload, signNotice(payload, ['whsec_old', secret]), secret);
  expect(read.id).toBe(event?.id);
  server.fake.time.advance(server.fake.store.now + 31 * DAY);
  expect((await stripe.events.list({ type: 'customer.created' })).data).toEqual([]);
});

test('the official check takes a notice of tomorrow, which is why ours looks both ways', () => {
  const payload = '{"id":"evt_1","object":"event"}';
  const tomorrow = Math.floor(Date.now() / 1000) + DAY;
  const signature = signNotice(payload, ['whsec_12345678'], tomorrow);
  expect(client().webhooks.constructEvent(payload, signature, 'whsec_12345678').id).toBe('evt_1');
});
