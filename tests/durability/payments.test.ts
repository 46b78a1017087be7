import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { findRunning } from '#server/db/embedded/find-running';
import { StripeServer, TEST_KEY } from '#tests/stripe/server/stripe-server';
import { test } from './engines.ts';
import { headCookies, type School, signInHead, startSchool } from './school-server.ts';

const ROUNDS = process.env.PROVE ? 10 : 1;
const SECRET = 'whsec_durable0001';
const CARD = { card: '4242 4242 4242 4242', country: 'DE' };
const seconds = () => Math.floor(Date.now() / 1000);

interface Place {
  readonly dataDir: string;
  readonly stripe: StripeServer;
}

/** Starts the school, and sends the provider's notices to where it is now. */
async function start({ dataDir, stripe }: Place): Promise<School> {
  const env = { STRIPE_SECRET_KEY: TEST_KEY, STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_URL: stripe.url };
  const school = startSchool(dataDir, { env });
  const [, port] = await school.says(/Lectern is ready: http:\/\/localhost:(\d+)/);
  stripe.webhooks.endpoint = { url: `http://127.0.0.1:${port}/webhooks/stripe`, secrets: [SECRET] };
  return school;
}

async function ask<Body>(school: School, place: Place, path: string, body?: object): Promise<Body> {
  const method = body === undefined ? 'GET' : 'POST';
  const reply = await school.ask<Body>(method, path, body, headCookies(place.dataDir));
  if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/** Prices for the plan, and the offer of it. */
async function sell(school: School, place: Place): Promise<string> {
  const plans = await ask<{ id: string; tier: string }[]>(school, place, '/api/plans');
  const planId = plans.find(({ tier }) => tier === 'premium')?.id ?? '';
  const price = { planId, interval: 'month', amount: 1999, currency: 'eur' };
  return (await ask<{ id: string }>(school, place, '/api/admin/billing/prices', price)).id;
}

interface Billed {
  readonly tier: string;
  readonly state: string;
  readonly invoices: readonly { readonly id: string; readonly refunded: number }[];
}
const mine = (school: School, place: Place) => ask<Billed>(school, place, '/api/billing/subscription');

/** What the database itself holds. */
async function query<Row extends object>({ dataDir }: Place, text: string): Promise<Row[]> {
  const client = new pg.Client((await findRunning(dataDir)) ?? {});
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}

test(
  `a server that is killed between a notice and its look, and between a command and its answer, ${ROUNDS} times, loses nothing and does nothing twice`,
  async ({ scratch }) => {
    const stripe = await StripeServer.start({ now: seconds() });
    const { store } = stripe.fake;
    try {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const place = { dataDir: join(scratch, `data ${round}`), stripe };
        let school = await start(place);
        await signInHead(school, place.dataDir);
        const offerId = await sell(school, place);

        // Paid, told, and killed before anybody looked.
        const { url } = await ask<{ url: string }>(school, place, '/api/billing/checkout', { offerId });
        stripe.fake.checkout.pay(url.split('/').at(-1) ?? '', CARD);
        expect(await stripe.webhooks.deliver()).toBe(0);
        await school.kill('SIGKILL');
        school = await start(place);
        await expect
          .poll(() => mine(school, place), { timeout: 60_000 })
          .toMatchObject({
            tier: 'premium',
            state: 'running',
          });
        const undone = 'select count(*)::int as n from billing_inbox where done_at is null';
        await expect.poll(() => query(place, undone), { timeout: 60_000 }).toEqual([{ n: 0 }]);
        const paid = "select count(*)::int as n from billing_facts where kind = 'paid'";
        expect(await query(place, paid)).toEqual([{ n: 1 }]);

        // A refund that was done, and whose answer nobody was there to hear.
        const [{ id } = { id: '' }] = await query<{ id: string }>(place, 'select id from users');
        const [invoice] = (await mine(school, place)).invoices;
        const refund = { invoice: invoice?.id, amount: 500, reason: 'Asked for' };
        const back = () =>
          store
            .all('refund')
            .filter(({ charge }) => store.get(charge, 'charge').customer === customer)
            .reduce((sum, { amount }) => sum + amount, 0);
        const customer = store.all('customer').at(-1)?.id;
        const refunded = stripe.hangAfter(/^POST \/v1\/refunds$/);
        const path = `/api/admin/billing/users/${id}/refunds`;
        ask(school, place, path, refund).catch(() => undefined);
        await refunded;
        await school.kill('SIGKILL');
        school = await start(place);
        const billed = await ask<{ invoices: Billed['invoices'] }>(school, place, path, refund);
        expect([billed.invoices.at(0)?.refunded, back()]).toEqual([500, 500]);

        // A cancellation likewise: it is known at the next look.
        const cancelled = stripe.hangAfter(/^POST \/v1\/subscriptions\/\w+$/);
        ask(school, place, '/api/billing/cancel', {}).catch(() => undefined);
        await cancelled;
        await school.kill('SIGKILL');
        school = await start(place);
        const ending = await ask<Billed>(school, place, '/api/billing/refresh', {});
        expect(ending).toMatchObject({ state: 'ending', tier: 'premium' });
        await school.kill('SIGTERM');
      }
    } finally {
      await stripe.stop();
    }
  },
  60_000 + ROUNDS * 180_000,
);
