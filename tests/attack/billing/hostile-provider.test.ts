import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { lookAt } from '#server/areas/billing/looks/look-at';
import { selectTiersOfPrices } from '#server/areas/billing/looks/look-sql';
import type { Db } from '#server/db/client';
import { type PaymentProvider, PaymentsAway } from '#server/platform/payments/payment-provider';
import { openStripe } from '#server/platform/payments/stripe-provider';
import type { Services } from '#server/services';
import { test } from '#tests/kit/database';
import { refundCharge } from '#tests/stripe/fake/payments';
import { TEST_KEY } from '#tests/stripe/server/stripe-server';
import { buy, chargeOf, openShop, type Shop, tierOf } from '#tests/stripe/shop';

/** What stands between the product and its provider. */
interface Between {
  /** What becomes of a good answer; undefined: it is written already. */
  answer: (path: string, body: string, reply: ServerResponse) => string | undefined;
  readonly paths: string[];
}

/** A shop that has sold premium, and the same one whose provider answers through somebody else. */
async function openBetween(db: Db) {
  const shop = await openShop(db);
  await buy(shop);
  const between: Between = { answer: (_path, body) => body, paths: [] };
  const server = createServer((asked, reply) => {
    pass(shop, between, asked, reply).catch(() => reply.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = openStripe({ apiUrl, secretKey: TEST_KEY, webhookSecrets: [] });
  const services: Services = { ...shop.services, payments: provider };
  const customer = shop.stripe.fake.store.all('customer').at(0)?.id ?? '';
  return { between, customer, provider, services, shop };
}

async function pass(shop: Shop, between: Between, asked: IncomingMessage, reply: ServerResponse) {
  between.paths.push(asked.url ?? '');
  const { body, status } = await forward(shop, asked);
  const answered = between.answer(asked.url ?? '', body, reply);
  if (answered !== undefined) reply.writeHead(status, { 'content-type': 'application/json' }).end(answered);
}

function forward({ stripe }: Shop, asked: IncomingMessage): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const options = { method: asked.method, headers: { ...asked.headers, host: new URL(stripe.url).host } };
    const sent = request(`${stripe.url}${asked.url}`, options, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part as Buffer);
      resolve({ status: answer.statusCode ?? 500, body: Buffer.concat(parts).toString() });
    });
    sent.on('error', reject);
    asked.pipe(sent);
  });
}

const factsIn = async (db: Db) => (await db.kysely.selectFrom('billing_facts').select('no').execute()).length;

async function truthOf(db: Db, provider: PaymentProvider, customer: string) {
  const tiers = await selectTiersOfPrices(db.kysely, 'stripe');
  return provider.look(customer, (price) => tiers.get(price) ?? 'free');
}

test.for([
  ['a page for people', () => '<!doctype html><p>We are back soon'],
  ['half of an answer', (body: string) => body.slice(0, body.length / 2)],
  ['nothing', () => ''],
  ['null', () => 'null'],
  ['a list where an object belongs', (body: string) => `[${body}]`],
  ['amounts as words', (body: string) => body.replaceAll(/"amount": ?(-?\d+)/g, '"amount":"$1"')],
  ['times before all time', (body: string) => body.replaceAll(/"(start|end|created)": ?\d+/g, '"$1":-5')],
  ['names that are numbers', (body: string) => body.replaceAll(/"id": ?"/g, '"id":7,"was":"')],
  [
    'objects without what they hold',
    (body: string) => body.replaceAll(/"(period|lines|items)":/g, '"gone":'),
  ],
] as const)(
  'a provider that answers with %s teaches nothing and takes nothing',
  async ([, change], { db }) => {
    const { between, customer, services, shop } = await openBetween(db);
    const before = await factsIn(db);
    between.answer = (path, body) =>
      /^\/v1\/(invoices|subscriptions|charges)/.test(path) ? change(body) : body;
    await expect(lookAt(services, { provider: 'stripe', customer })).rejects.toThrow();
    expect(await factsIn(db)).toBe(before);
    expect(await tierOf(shop)).toBe('premium');
  },
);

test('an answer without an end is given up, and its connection closed', async ({ db }) => {
  const { between, customer, services, shop } = await openBetween(db);
  const before = await factsIn(db);
  let sent = 0;
  const closed = Promise.withResolvers<void>();
  between.answer = (path, body, reply) => {
    if (!path.startsWith('/v1/invoices')) return body;
    const part = Buffer.alloc(256 * 1024, 'x');
    reply.writeHead(200, { 'content-type': 'application/json' });
    const write = () => {
      while (!reply.destroyed && reply.write(part)) sent += part.length;
    };
    reply.on('drain', write).on('close', () => closed.resolve());
    write();
    return undefined;
  };
  await expect(lookAt(services, { provider: 'stripe', customer })).rejects.toBeInstanceOf(PaymentsAway);
  await closed.promise;
  expect(sent).toBeLessThan(32 * 1024 * 1024);
  expect(await factsIn(db)).toBe(before);
  expect(await tierOf(shop)).toBe('premium');
});

test('a provider that sends us elsewhere is not followed, and the key stays with it', async ({ db }) => {
  const { between, customer, services } = await openBetween(db);
  const heard: unknown[] = [];
  const elsewhere = createServer((asked, reply) => {
    heard.push(asked.headers.authorization);
    reply.end('{}');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void elsewhere.close());
  const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
  between.answer = (_path, _body, reply) => {
    reply.writeHead(302, { location }).end();
    return undefined;
  };
  await expect(lookAt(services, { provider: 'stripe', customer })).rejects.toThrow();
  expect(heard).toEqual([]);
});

test('a list whose pages never end is given up', async ({ db }) => {
  const { between, customer, services, shop } = await openBetween(db);
  const before = await factsIn(db);
  let page: string | undefined;
  between.answer = (path, body) => {
    if (!path.startsWith('/v1/charges')) return body;
    // Always the first page, whatever was asked to start after.
    page ??= JSON.stringify({ ...JSON.parse(body), has_more: true });
    return page;
  };
  await expect(lookAt(services, { provider: 'stripe', customer })).rejects.toBeInstanceOf(PaymentsAway);
  expect(between.paths.filter((path) => path.startsWith('/v1/charges')).length).toBeLessThan(5);
  expect(await factsIn(db)).toBe(before);
  expect(await tierOf(shop)).toBe('premium');
});

test('a list of customers whose pages never end is given up', async ({ db }) => {
  const { between, provider } = await openBetween(db);
  let page: string | undefined;
  between.answer = (path, body) => {
    if (!path.startsWith('/v1/customers')) return body;
    // Always the first page, whatever was asked to start after.
    page ??= JSON.stringify({ ...JSON.parse(body), has_more: true });
    return page;
  };
  const all = async () => {
    let count = 0;
    for await (const _ of provider.customers()) count += 1;
    return count;
  };
  await expect(all()).rejects.toBeInstanceOf(PaymentsAway);
  expect(between.paths.length).toBeLessThan(5);
});

test('payments and lines of an invoice and refunds of a charge are read to the last, though the first pages are short', async ({
  db,
}) => {
  const { between, customer, provider, shop } = await openBetween(db);
  const { store } = shop.stripe.fake;
  for (let part = 0; part < 3; part += 1) refundCharge(store, { charge: chargeOf(shop), amount: 100 });
  const whole = await truthOf(db, provider, customer);
  expect(whole.filter(({ kind }) => kind === 'refund')).toHaveLength(3);
  const short = { object: 'list', data: [], has_more: true, url: '/v1/short' };
  between.answer = (path, body) => {
    if (!/^\/v1\/(invoices|charges)\?/.test(path)) return body;
    const list = JSON.parse(body);
    for (const one of list.data)
      for (const part of ['lines', 'payments', 'refunds']) if (part in one) one[part] = short;
    return JSON.stringify(list);
  };
  between.paths.length = 0;
  expect(await truthOf(db, provider, customer)).toEqual(whole);
  const asked = between.paths.join(' ');
  for (const part of ['/lines', '/v1/invoice_payments', '/v1/refunds']) expect(asked).toContain(part);
});
