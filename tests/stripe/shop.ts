import { onTestFinished } from 'vitest';
import { answerNotices } from '#server/areas/billing/inbox/answer-notices';
import { checkout, confirm } from '#server/areas/billing/member/checkout';
import { getMine } from '#server/areas/billing/member/own';
import { addPrice } from '#server/areas/billing/prices/managed';
import type { Db } from '#server/db/client';
import { type Limits, NO_LIMITS } from '#server/http/gates/limits';
import { openStripe } from '#server/platform/payments/stripe-provider';
import { type CallerName, openSchool, START } from '#tests/attack/kit/school';
import { StripeServer, TEST_KEY } from './server/stripe-server.ts';
import { signNotice } from './server/webhooks.ts';

export const SECRET = 'whsec_school0001';
export const GOOD = { card: '4242 4242 4242 4242', country: 'DE' };
export type Shop = Awaited<ReturnType<typeof openShop>>;

/** A school that sells basic for 9.99 and premium for 19.99 a month, and the provider it sells through. */
export async function openShop(db: Db, limits: Limits = NO_LIMITS) {
  const stripe = await StripeServer.start({ now: START.getTime() / 1000 });
  onTestFinished(() => stripe.stop());
  // Nothing is sent by itself: a test says when notices come.
  stripe.webhooks.endpoint = { url: 'http://127.0.0.1:9/', secrets: [SECRET] };
  const payments = openStripe({ apiUrl: stripe.url, secretKey: TEST_KEY, webhookSecrets: [SECRET] });
  const settings = { STRIPE_SECRET_KEY: TEST_KEY, STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_URL: stripe.url };
  const school = await openSchool(db, { payments, limits }, settings);
  const { app, ask, logged, services } = school;
  const as = (who: CallerName) => {
    const viewer = school.people.get(who);
    if (!viewer) throw new Error(`nobody is called ${who}`);
    return { viewer, ipAddress: '127.0.0.1', userAgent: 'test', requestId: `request of ${who}` };
  };
  const sell = async (tier: 'basic' | 'premium', amount: number) => {
    const { id: planId } = await db.kysely
      .selectFrom('subscription_plans')
      .select('id')
      .where('tier', '=', tier)
      .executeTakeFirstOrThrow();
    return (await addPrice(services, as('admin'), { planId, interval: 'month', amount, currency: 'eur' })).id;
  };
  const offers = { basic: await sell('basic', 999), premium: await sell('premium', 1999) };
  stripe.webhooks.queue = [];
  const wait = (seconds: number) => {
    school.wait(seconds);
    stripe.fake.time.advance(services.clock.now().getTime() / 1000);
  };
  return { app, as, ask, logged, school, member: as('free'), offers, services, stripe, wait };
}

export const mine = ({ member, services }: Shop) => getMine(services, member);
export const tierOf = async (shop: Shop) => (await mine(shop)).tier;

/** Opens the page of the provider; answers its session. */
export async function open({ member, offers, services }: Shop, tier: 'basic' | 'premium'): Promise<string> {
  const { url } = await checkout(services, member, { offerId: offers[tier], locale: 'en' });
  return url.split('/').at(-1) ?? '';
}

export async function buy(shop: Shop, tier: 'basic' | 'premium' = 'premium') {
  const session = await open(shop, tier);
  shop.stripe.fake.checkout.pay(session, GOOD);
  return confirm(shop.services, shop.member, { session });
}

/** Sells a plan by the year as well; answers the offer. */
export async function sellYear(
  { as, services }: Shop,
  tier: 'basic' | 'premium',
  amount: number,
): Promise<string> {
  const { id: planId } = await services.db.kysely
    .selectFrom('subscription_plans')
    .select('id')
    .where('tier', '=', tier)
    .executeTakeFirstOrThrow();
  return (await addPrice(services, as('admin'), { planId, interval: 'year', amount, currency: 'eur' })).id;
}

/** A member who pays for a year of premium, in a school that sells months too. */
export async function openYear(db: Db) {
  const shop = await openShop(db);
  const year = await sellYear(shop, 'premium', 19_900);
  await buy({ ...shop, offers: { ...shop.offers, premium: year } });
  return { ...shop, year };
}

/** Sends one notice to the address of the product, as the provider would; answers the status. */
export async function post({ app, services }: Shop, notice: object): Promise<number> {
  const body = JSON.stringify(notice);
  const signature = signNotice(body, [SECRET], services.clock.now().getTime() / 1000);
  const headers = { 'stripe-signature': signature, 'content-length': String(Buffer.byteLength(body)) };
  return (await app.request('/webhooks/stripe', { method: 'POST', headers, body })).status;
}

/** Sends all notices that wait to the address of the product, each twice and in the wrong order. */
export async function deliver(shop: Shop): Promise<number[]> {
  const notices = shop.stripe.webhooks.queue.splice(0).reverse();
  const answers: number[] = [];
  for (const notice of [...notices, ...notices]) answers.push(await post(shop, notice));
  await answerNotices(shop.services);
  return answers;
}

export const chargeOf = ({ stripe }: Shop) =>
  stripe.fake.store.all('charge').find(({ paid }) => paid)?.id ?? '';
