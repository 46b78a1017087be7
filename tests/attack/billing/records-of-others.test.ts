import { expect } from 'vitest';
import { contract } from '#contract/contract';
import { payer } from '#server/areas/billing/member/own';
import { statedProcedures } from '#server/http/check-contract';
import { test } from '#tests/kit/database';
import { buy, chargeOf, GOOD, mine, openShop, type Shop, tierOf } from '#tests/stripe/shop';
import { callProcedure } from '../kit/call-procedure.ts';
import type { CallerName } from '../kit/school.ts';

const STATED = statedProcedures(contract);

/** Calls a procedure of billing over HTTP; answers its code, or "ok". */
async function call({ school }: Shop, who: CallerName, name: string, input: object): Promise<string> {
  const procedure = STATED.find((one) => one.name === `billing.${name}`);
  if (!procedure) throw new Error(`billing.${name} is not in the contract`);
  const reply = await callProcedure(school, who, procedure, { ...input });
  const body = (await reply.json()) as { code?: string };
  return reply.ok ? 'ok' : (body.code ?? String(reply.status));
}

const subscription = ({ stripe }: Shop) => structuredClone(stripe.fake.store.all('subscription').at(0));
const orders = ({ stripe }: Shop) => [...stripe.fake.checkout.orders.values()];
const customerOf = ({ stripe }: Shop) => stripe.fake.store.all('customer').at(0)?.id ?? '';
const invoiceOf = ({ stripe }: Shop) => stripe.fake.store.all('invoice').at(0)?.id ?? '';

/** `free` pays for premium; `second`, who attacks, is known to the provider and pays for nothing. */
async function openWithVictim(db: Parameters<typeof openShop>[0]) {
  const shop = await openShop(db);
  await buy(shop);
  expect(await call(shop, 'second', 'checkout', { offerId: shop.offers.premium })).toBe('ok');
  return shop;
}

test('the payment of somebody else, named by its session, gives nothing', async ({ db }) => {
  const shop = await openShop(db);
  await call(shop, 'free', 'checkout', { offerId: shop.offers.premium });
  const session = shop.stripe.fake.store.all('checkout.session').at(0)?.id ?? '';
  shop.stripe.fake.checkout.pay(session, GOOD);
  expect(await call(shop, 'second', 'confirm', { session })).toBe('SESSION_NOT_FOUND');
  await call(shop, 'second', 'checkout', { offerId: shop.offers.premium });
  for (const id of [session, `${session}/../${session}`, '../customers', 'cs_test_%2e%2e'])
    expect(await call(shop, 'second', 'confirm', { session: id }), id).toBe('SESSION_NOT_FOUND');
  expect((await mine({ ...shop, member: shop.as('second') })).state).toBe('none');
});

test('the invoice of somebody else is not shown, and does not exist', async ({ db }) => {
  const shop = await openWithVictim(db);
  const id = invoiceOf(shop);
  expect(await call(shop, 'free', 'invoice', { id })).toBe('ok');
  expect(await call(shop, 'second', 'invoice', { id })).toBe('INVOICE_NOT_FOUND');
  expect(await call(shop, 'second', 'invoice', { id: 'in_of_nobody' })).toBe('INVOICE_NOT_FOUND');
});

test('what names somebody else in a change of the own subscription changes nothing of theirs', async ({
  db,
}) => {
  const shop = await openWithVictim(db);
  const before = subscription(shop);
  const planted = {
    id: before?.id,
    subscription: before?.id,
    customer: customerOf(shop),
    account: before?.metadata.account,
    userId: payer(shop.member).userId,
    offerId: shop.offers.basic,
    at: shop.services.clock.now().toISOString(),
    dueNow: 0,
  };
  for (const name of ['cancel', 'keep', 'preview', 'change'])
    expect(await call(shop, 'second', name, planted), name).toBe('NO_SUBSCRIPTION');
  for (const name of ['portal', 'refresh'])
    expect(await call(shop, 'second', name, planted), name).toBe('ok');
  expect(subscription(shop)).toEqual(before);
  for (const { customer } of shop.stripe.fake.store.all('billing_portal.session'))
    expect(customer).not.toBe(customerOf(shop));
  expect(await tierOf(shop)).toBe('premium');
});

test('a planted price, customer, trial or way back does not reach the payment page', async ({ db }) => {
  const shop = await openWithVictim(db);
  const [, honest] = orders(shop);
  await call(shop, 'second', 'checkout', {
    offerId: shop.offers.premium,
    price: 'price_of_nothing',
    amount: 1,
    unitAmount: 1,
    currency: 'jpy',
    customer: customerOf(shop),
    account: 'of-somebody-else',
    trialDays: 365,
    successUrl: 'https://evil.example/',
    cancelUrl: 'https://evil.example/',
    line_items: [{ price: 'x', quantity: 0 }],
  });
  expect(orders(shop).at(-1)).toEqual(honest);
});

test('the way back is always to the own address, whatever host a request names', async ({ db }) => {
  const shop = await openShop(db);
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example',
  };
  const body = { offerId: shop.offers.premium };
  const reply = await shop.ask('second', 'POST', '/api/billing/checkout', { headers, body });
  expect([200, 400, 403]).toContain(reply.status);
  for (const order of orders(shop)) {
    expect(order.success_url).toBe('http://localhost:3000/billing/return?session={CHECKOUT_SESSION_ID}');
    expect(order.cancel_url).toBe('http://localhost:3000/pricing');
  }
});

test('a price that is withdrawn, made up or of another currency is not sold', async ({ db }) => {
  const shop = await openShop(db);
  const { basic, premium } = shop.offers;
  expect(await call(shop, 'admin', 'withdrawPrice', { id: basic })).toBe('ok');
  expect(await call(shop, 'second', 'checkout', { offerId: basic })).toBe('PLAN_NOT_FOUND');
  const madeUp = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';
  expect(await call(shop, 'second', 'checkout', { offerId: madeUp })).toBe('PLAN_NOT_FOUND');
  await buy(shop);
  expect(await call(shop, 'free', 'change', { offerId: premium, at: 'never', dueNow: -5 })).toBe('BAD_INPUT');
  expect(await call(shop, 'free', 'preview', { offerId: basic })).toBe('PLAN_NOT_FOUND');
});

test('an invoice is paid back to whom it belongs, and no more than is left of it', async ({ db }) => {
  const shop = await openWithVictim(db);
  const idOf = (who: CallerName) => payer(shop.as(who)).userId;
  const invoice = invoiceOf(shop);
  const refund = (id: string, amount: number | null) =>
    call(shop, 'admin', 'refund', { id, invoice, amount, reason: 'Asked for' });
  const answers = [await refund(idOf('second'), null), await refund(idOf('free'), 2000)];
  // Who has not proved who they are of late is asked to first: also then nothing is paid back.
  for (const answer of answers) expect(['INVOICE_NOT_FOUND', 'PROOF_REQUIRED']).toContain(answer);
  expect(shop.stripe.fake.store.all('refund')).toEqual([]);
  expect(shop.stripe.fake.store.get(chargeOf(shop), 'charge').amount_refunded).toBe(0);
});

test('no reply, log line, audit row or fact of a purchase holds a key, a secret or a page to pay at', async ({
  db,
}) => {
  const shop = await openWithVictim(db);
  shop.stripe.faults.push('500');
  await call(shop, 'second', 'checkout', { offerId: shop.offers.premium });
  const rows = [
    ...(await db.kysely.selectFrom('audit_log').selectAll().execute()),
    ...(await db.kysely.selectFrom('billing_facts').selectAll().execute()),
    ...(await db.kysely.selectFrom('billing_commands').selectAll().execute()),
    ...(await db.kysely.selectFrom('billing_customers').selectAll().execute()),
  ];
  const written = JSON.stringify([rows, shop.logged], (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  for (const secret of ['sk_test_', 'whsec_', '/c/pay/', '4242 4242', 'card_number'])
    expect(written, secret).not.toContain(secret);
});
