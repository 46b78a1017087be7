import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startScript } from '#tests/kit/process';
import { StripeServer, TEST_KEY } from '../server/stripe-server.ts';
import { CaseDriver } from './case-driver.ts';
import { makePrices, NAMED_CASES, type Prices } from './named-cases.ts';

const SCRIPT = join(import.meta.dirname, 'run-process.ts');
let server: StripeServer;
let stripe: CaseDriver;
let prices: Prices;
beforeAll(async () => {
  server = await StripeServer.start({ now: Math.floor(Date.now() / 1000) });
  stripe = new CaseDriver({ apiUrl: server.url, secretKey: TEST_KEY, pollMs: 1 });
  prices = await makePrices(stripe);
});
afterAll(async () => {
  server.fake.store.verify();
  await stripe.cleanUp();
  expect(server.fake.store.all('customer')).toEqual([]);
  expect(server.fake.store.all('test_helpers.test_clock')).toEqual([]);
  expect(server.fake.store.all('product').filter(({ active }) => active)).toEqual([]);
  await server.stop();
});

test.for(NAMED_CASES.map((one) => [one.name, one] as const))('%s', async ([, { run }]) =>
  run(stripe, prices),
);

test('one command runs all cases, and refuses a live key before it asks anything', async () => {
  const env = { STRIPE_API_URL: server.url };
  const all = startScript(SCRIPT, [], { env: { ...env, STRIPE_SECRET_KEY: TEST_KEY } });
  expect(await all.ended, all.output()).toBe(0);
  expect(all.output()).toContain(`${NAMED_CASES.length} passed, 0 failed`);
  const asked = server.requests.length;
  for (const key of ['sk_live_12345678', 'rk_live_12345678', '']) {
    const refused = startScript(SCRIPT, [], { env: { ...env, STRIPE_SECRET_KEY: key } });
    expect(await refused.ended).toBe(2);
    expect(refused.output()).toContain('test key');
  }
  expect(server.requests).toHaveLength(asked);
});
