import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { removeDataDir, type Started, startScript } from '../../kit/process.ts';
import { StripeServer, TEST_KEY } from '../../stripe/server/stripe-server.ts';
import { HEAD, onDatabase } from './people.ts';

const MAIN = join(import.meta.dirname, '../../../src/server/main.ts');
const SECRET = 'whsec_browser0001';
const seconds = () => Math.floor(Date.now() / 1000);

/** A school that takes payments, the stand-in of its provider, and what a test does with both. */
export interface Shop {
  readonly url: string;
  readonly stripe: StripeServer;
  /** Lets the provider bill as if so many seconds had passed; the school keeps the real time. */
  pass(days: number): void;
  stop(): Promise<void>;
}

const PRICES = [
  { plan: 'Basic', interval: 'month', amount: 999 },
  { plan: 'Basic', interval: 'year', amount: 9900 },
  { plan: 'Premium', interval: 'month', amount: 1999 },
  { plan: 'Premium', interval: 'year', amount: 19_900 },
] as const;

/**
 * Starts a school with prices in euros, on a port of its own. Until it is stopped, whatever asks for the school under test
 * means this one. `byCard`: whether it is connected to the provider.
 */
export async function startShop(port: number, { byCard = true } = {}): Promise<Shop> {
  const before = { url: process.env.E2E_URL ?? '', data: process.env.E2E_DATA_DIR ?? '' };
  const url = `http://localhost:${port}`;
  const data = mkdtempSync(join(tmpdir(), 'lectern-shop-'));
  const stripe = await StripeServer.start({ now: seconds() });
  stripe.webhooks.endpoint = { url: `${url}/webhooks/stripe`, secrets: [SECRET] };
  stripe.webhooks.delayMs = 50;
  const school = startScript(MAIN, [], {
    env: {
      PORT: String(port),
      DATA_DIR: data,
      ADMIN_EMAIL: HEAD.email,
      ADMIN_PASSWORD: HEAD.password,
      LOG_LEVEL: 'warn',
      ...(byCard && {
        STRIPE_SECRET_KEY: TEST_KEY,
        STRIPE_WEBHOOK_SECRET: SECRET,
        STRIPE_API_URL: stripe.url,
      }),
    },
  });
  await isReady(url, school);
  Object.assign(process.env, { E2E_URL: url, E2E_DATA_DIR: data });
  let ahead = 0;
  // Its clock goes on by itself.
  const clock = setInterval(() => stripe.fake.time.advance(seconds() + ahead), 500);
  return {
    url,
    stripe,
    pass: (days) => {
      ahead += days * 86_400;
      stripe.fake.time.advance(seconds() + ahead);
    },
    stop: async () => {
      clearInterval(clock);
      await school.kill('SIGTERM');
      await stripe.stop();
      removeDataDir(data);
      Object.assign(process.env, { E2E_URL: before.url, E2E_DATA_DIR: before.data });
    },
  };
}

async function isReady(url: string, { ended, output }: Started): Promise<void> {
  const over = ended.then(() => {
    throw new Error(`the school ended: ${output()}`);
  });
  const ready = async () => {
    for (;;) {
      const answer = await fetch(`${url}/readyz`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  await Promise.race([ready(), over]);
}

/** Sells the paid plans by the month and by the year, as the administrator. */
export async function sellPlans(request: APIRequestContext): Promise<void> {
  const headers = { origin: process.env.E2E_URL ?? '' };
  const { email, password } = HEAD;
  await request.post('/api/sign-in', { headers, data: { email, password } });
  const plans = await onDatabase(async (client) => {
    const { rows } = await client.query<{ id: string; name: string }>(
      'select id, name from subscription_plans',
    );
    return new Map(rows.map(({ id, name }) => [name, id]));
  });
  for (const { plan, ...price } of PRICES) {
    const body = { ...price, planId: plans.get(plan), currency: 'eur' };
    const reply = await request.post('/api/admin/billing/prices', { headers, data: body });
    if (!reply.ok()) throw new Error(await reply.text());
  }
}
