import { expect } from 'vitest';
import { cancel } from '#server/areas/billing/member/cancel';
import { changePlan, previewChange } from '#server/areas/billing/member/change-plan';
import { addPrice } from '#server/areas/billing/prices/managed';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { deleteCustomer } from '#tests/stripe/fake/catalogue';
import { DAY } from '#tests/stripe/fake/store';
import { buy, deliver, mine, open, openShop, type Shop, tierOf } from '#tests/stripe/shop';

const charges = ({ stripe }: Shop) => stripe.fake.store.all('charge').filter(({ paid }) => paid);

function declineFromNow({ stripe }: Shop): void {
  for (const { id } of stripe.fake.store.all('customer')) stripe.fake.store.cards.set(id, 'declines');
}

test('an upgrade charges what was shown or nothing', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop, 'basic');
  shop.wait(10 * DAY);
  const { member, offers, services } = shop;
  const shown = await previewChange(services, member, { offerId: offers.premium });
  const order = { offerId: offers.premium, at: shown.at, dueNow: shown.dueNow };
  const before = charges(shop).length;
  const later = new Date(Date.parse(shown.at) + 5000).toISOString();
  const longAgo = new Date(Date.parse(shown.at) - 16 * 60_000).toISOString();
  for (const wrong of [
    { dueNow: 0 },
    { dueNow: 1 },
    { dueNow: -shown.dueNow },
    // The moment before the next charge would cost almost nothing.
    { at: new Date(Date.parse(shown.at) + 19 * DAY * 1000).toISOString(), dueNow: 33 },
    { at: later },
    { at: longAgo },
  ])
    expect(await failureOf(changePlan(services, member, { ...order, ...wrong }))).toBe('PREVIEW_OUTDATED');
  expect([charges(shop).length, await tierOf(shop)]).toEqual([before, 'basic']);
  await changePlan(services, member, order);
  expect(charges(shop).at(-1)?.amount).toBe(shown.dueNow);
});

test('a card that is declined for an upgrade changes nothing', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop, 'basic');
  declineFromNow(shop);
  const { member, offers, services } = shop;
  const { at, dueNow } = await previewChange(services, member, { offerId: offers.premium });
  const change = changePlan(services, member, { offerId: offers.premium, at, dueNow });
  expect(await failureOf(change)).toBe('PAYMENT_DECLINED');
  expect(await mine(shop)).toMatchObject({
    state: 'running',
    tier: 'basic',
    subscription: { tier: 'basic' },
  });
});

test('a plan is not changed while a payment is owed', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop, 'basic');
  declineFromNow(shop);
  shop.wait(31 * DAY);
  await deliver(shop);
  const { member, offers, services } = shop;
  const preview = previewChange(services, member, { offerId: offers.premium });
  expect(await failureOf(preview)).toBe('PAYMENT_OVERDUE');
});

test('up and down again gives no time of the dearer plan for nothing', async ({ db }) => {
  const shop = await openShop(db);
  const { member, offers, services } = shop;
  await buy(shop, 'basic');
  for (const offerId of [offers.premium, offers.basic, offers.premium, offers.basic]) {
    shop.wait(60);
    const { at, dueNow } = await previewChange(services, member, { offerId });
    expect(dueNow).toBeGreaterThanOrEqual(0);
    await changePlan(services, member, { offerId, at, dueNow });
  }
  // The dearer plan was paid for once, to the end of the month; nothing was given back.
  expect(shop.stripe.fake.store.all('refund')).toEqual([]);
  expect(await tierOf(shop)).toBe('premium');
  shop.wait(31 * DAY);
  await deliver(shop);
  expect(await tierOf(shop)).toBe('basic');
  const paid = charges(shop).reduce((sum, { amount }) => sum + amount, 0);
  expect(paid).toBeGreaterThanOrEqual(999 + 990 + 999);
});

test('one who paid in one currency is not sold another', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  await cancel(shop.services, shop.member);
  shop.wait(40 * DAY);
  await deliver(shop);
  expect(await tierOf(shop)).toBe('free');
  const { id: planId } = await db.kysely
    .selectFrom('subscription_plans')
    .select('id')
    .where('tier', '=', 'premium')
    .executeTakeFirstOrThrow();
  const price = { planId, interval: 'month', amount: 1500, currency: 'jpy' } as const;
  const { id } = await addPrice(shop.services, shop.as('admin'), price);
  const yen = { ...shop, offers: { ...shop.offers, premium: id } };
  expect(await failureOf(open(yen, 'premium'))).toBe('CURRENCY_FIXED');
  // Met again at the provider, one is bound to nothing there.
  const [known] = shop.stripe.fake.store.all('customer');
  deleteCustomer(shop.stripe.fake.store, known?.id ?? '');
  expect(await open(yen, 'premium')).toMatch(/^cs_/);
});

test('an account that pays is not given another tier by its own choice for nothing', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop, 'basic');
  for (const tier of ['free', 'basic', 'premium']) {
    const reply = await shop.ask('free', 'POST', '/api/account/tier', { body: { tier } });
    expect(reply.ok, tier).toBe(false);
  }
  expect(await mine(shop)).toMatchObject({ tier: 'basic', state: 'running' });
});
