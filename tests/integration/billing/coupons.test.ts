import { expect } from 'vitest';
import { addCoupon, deactivateCoupon, listCoupons } from '#server/areas/billing/coupons/managed';
import { changePlan, previewChange } from '#server/areas/billing/member/change-plan';
import { confirm } from '#server/areas/billing/member/checkout';
import { addPrice } from '#server/areas/billing/prices/managed';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { DAY } from '#tests/stripe/fake/store';
import { deliver, GOOD, mine, open, openShop, type Shop } from '#tests/stripe/shop';

const HALF = {
  code: 'HALF',
  percentOff: 50,
  amountOff: null,
  currency: null,
  duration: 'forever',
  months: null,
  maxRedemptions: null,
  expiresAt: null,
  planIds: null,
} as const;

type Added = Parameters<typeof addCoupon>[2];
const add = (shop: Shop, coupon: Partial<Added> = {}) =>
  addCoupon(shop.services, shop.as('admin'), { ...HALF, ...coupon });
const list = (shop: Shop) => listCoupons(shop.services, shop.as('admin'));
const paid = ({ stripe }: Shop) =>
  stripe.fake.store.all('charge').flatMap((charge) => (charge.paid ? [charge.amount] : []));

async function buyWith(shop: Shop, code: string, tier: 'basic' | 'premium' = 'premium') {
  const session = await open(shop, tier);
  shop.stripe.fake.checkout.pay(session, { ...GOOD, code });
  return (await confirm(shop.services, shop.member, { session })).billed;
}

const planOf = async (db: Db, tier: 'basic' | 'premium') =>
  (
    await db.kysely
      .selectFrom('subscription_plans')
      .select('id')
      .where('tier', '=', tier)
      .executeTakeFirstOrThrow()
  ).id;

test('a coupon that lasts is shown with the exact next charge, and comes off every payment', async ({
  db,
}) => {
  const shop = await openShop(db);
  const made = await add(shop);
  expect(made).toMatchObject({ code: 'HALF', percentOff: 50, redemptions: 0, isActive: true });
  const billed = await buyWith(shop, 'half');
  expect(billed.invoices).toMatchObject([{ amount: 999 }]);
  // 19 percent of German tax are inside the half price.
  expect(billed.subscription).toMatchObject({
    amount: 1999,
    discounts: [{ code: 'HALF', percentOff: 50, amountOff: null, duration: 'forever', endsAt: null }],
    nextCharge: { amount: 999, discount: 1000, tax: 160 },
  });
  expect(await list(shop)).toMatchObject([{ code: 'HALF', redemptions: 1 }]);
  shop.wait(32 * DAY);
  await deliver(shop);
  expect(paid(shop)).toEqual([999, 999]);
});

test('a coupon for the first payment is used up by it', async ({ db }) => {
  const shop = await openShop(db);
  await add(shop, { code: 'FIRST', duration: 'once' });
  const billed = await buyWith(shop, 'FIRST');
  expect(billed.subscription).toMatchObject({ discounts: [], nextCharge: { amount: 1999, discount: 0 } });
  expect(paid(shop)).toEqual([999]);
});

test('a coupon for some months says until when, and ends then', async ({ db }) => {
  const shop = await openShop(db);
  await add(shop, {
    code: 'THREE',
    duration: 'repeating',
    months: 2,
    percentOff: null,
    amountOff: 500,
    currency: 'eur',
  });
  const { subscription } = await buyWith(shop, 'THREE');
  const end = subscription?.discounts[0]?.endsAt ?? '';
  expect(Date.parse(end)).toBeGreaterThan(shop.services.clock.now().getTime() + 58 * DAY * 1000);
  expect(subscription?.nextCharge?.amount).toBe(1499);
  shop.wait(95 * DAY);
  await deliver(shop);
  expect(paid(shop)).toEqual([1499, 1499, 1999, 1999]);
  expect((await mine(shop)).subscription).toMatchObject({ discounts: [], nextCharge: { amount: 1999 } });
});

test('a code is refused for another plan, after its day, when it is used up, and when it is deactivated', async ({
  db,
}) => {
  const shop = await openShop(db);
  const { services, stripe } = shop;
  const soon = new Date(services.clock.now().getTime() + DAY * 1000).toISOString();
  await add(shop, { code: 'BASIC', planIds: [await planOf(db, 'basic')] });
  await add(shop, { code: 'TODAY', expiresAt: soon });
  const gone = await add(shop, { code: 'GONE' });
  const once = await add(shop, { code: 'ONCE', maxRedemptions: 1 });
  expect(once).toMatchObject({ maxRedemptions: 1, planIds: null });
  await deactivateCoupon(services, shop.as('admin'), { id: gone.id });
  await deactivateCoupon(services, shop.as('admin'), { id: gone.id });
  expect((await list(shop)).find(({ code }) => code === 'BASIC')?.planIds).toEqual([
    await planOf(db, 'basic'),
  ]);
  shop.wait(2 * DAY);
  const session = await open(shop, 'premium');
  const pay = (code: string) => stripe.fake.checkout.pay(session, { ...GOOD, code });
  for (const code of ['BASIC', 'TODAY', 'GONE', 'NEVER']) expect(() => pay(code), code).toThrow('This code');
  expect(paid(shop)).toEqual([]);
  pay('ONCE');
  expect((await list(shop)).find(({ code }) => code === 'ONCE')?.redemptions).toBe(1);
});

test('what cannot be is refused before anything is made', async ({ db }) => {
  const shop = await openShop(db);
  await add(shop);
  const { services, stripe } = shop;
  expect(await failureOf(add(shop))).toBe('COUPON_CODE_TAKEN');
  const past = new Date(services.clock.now().getTime() - 1000).toISOString();
  expect(await failureOf(add(shop, { code: 'OLD', expiresAt: past }))).toBe('COUPON_EXPIRED');
  const unsold = ['00000000-0000-4000-8000-000000000000'];
  expect(await failureOf(add(shop, { code: 'NONE', planIds: unsold }))).toBe('PLAN_NOT_FOUND');
  const unknown = deactivateCoupon(services, shop.as('admin'), { id: 'promo_none' });
  expect(await failureOf(unknown)).toBe('COUPON_NOT_FOUND');
  expect(await failureOf(listCoupons(services, shop.member))).toBe('ADMINISTRATOR_REQUIRED');
  expect(await failureOf(addCoupon(services, shop.member, { ...HALF, code: 'MINE' }))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
  stripe.faults.push('500');
  expect(await failureOf(list(shop))).toBe('PAYMENTS_AWAY');
  expect(stripe.fake.store.all('promotion_code')).toHaveLength(1);
});

test('a discount counts in the preview of an upgrade as in its charge', async ({ db }) => {
  const shop = await openShop(db);
  await add(shop);
  await buyWith(shop, 'HALF', 'basic');
  shop.wait(10 * DAY);
  const { member, offers, services } = shop;
  const { at, dueNow } = await previewChange(services, member, { offerId: offers.premium });
  await changePlan(services, member, { offerId: offers.premium, at, dueNow });
  expect(paid(shop).at(-1)).toBe(dueNow);
});

test('the next charge is that of the price that is scheduled, and of none after a cancellation', async ({
  db,
}) => {
  const shop = await openShop(db);
  const price = {
    planId: await planOf(db, 'premium'),
    interval: 'year',
    amount: 19_900,
    currency: 'eur',
  } as const;
  const year = (await addPrice(shop.services, shop.as('admin'), price)).id;
  const session = await open({ ...shop, offers: { ...shop.offers, premium: year } }, 'premium');
  shop.stripe.fake.checkout.pay(session, GOOD);
  const { billed } = await confirm(shop.services, shop.member, { session });
  expect(billed.subscription?.nextCharge).toEqual({ amount: 19_900, discount: 0, tax: 3177 });
  const { member, offers, services } = shop;
  const { at, dueNow } = await previewChange(services, member, { offerId: offers.basic });
  const changed = await changePlan(services, member, { offerId: offers.basic, at, dueNow });
  expect(changed.subscription?.nextCharge).toEqual({ amount: 999, discount: 0, tax: 160 });
});
