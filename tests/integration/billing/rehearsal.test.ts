import { expect } from 'vitest';
import { getBillingOverview } from '#server/areas/admin/billing/get-billing-overview';
import { getSetup } from '#server/areas/admin/billing/setup/get-setup';
import { getOrder } from '#server/areas/billing/law/compose-order';
import { setMode } from '#server/areas/billing/ledger/follow-mode';
import { cancel } from '#server/areas/billing/member/cancel';
import { checkout } from '#server/areas/billing/member/checkout';
import { listOffers } from '#server/areas/billing/prices/list-offers';
import { checkoutTeam } from '#server/areas/billing/teams/checkout-team';
import type { Services } from '#server/services';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { refundCharge } from '#tests/stripe/fake/payments';
import { saveLaw } from '#tests/stripe/law';
import { buy, chargeOf, deliver, openShop, type Shop } from '#tests/stripe/shop';

/** The same school after a start with a live key, with the same prices in live mode; answers what is offered. */
async function goLive(shop: Shop): Promise<Shop & { readonly offerId: string }> {
  const { db, payments } = shop.services;
  if (!payments) throw new Error('the shop takes payments');
  const services: Services = { ...shop.services, payments: { ...payments, livemode: true } };
  await setMode(services);
  const price = await db.kysely
    .selectFrom('plan_prices')
    .select(['plan_id', 'provider', 'provider_price', 'tier', 'interval', 'currency', 'unit_amount'])
    .where('id', '=', shop.offers.premium)
    .executeTakeFirstOrThrow();
  const { id: offerId } = await db.kysely
    .insertInto('plan_prices')
    .values({ ...price, livemode: true, provider_price: `${price.provider_price}_live` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...shop, services, offerId };
}
const isSelling = async ({ as, services }: Shop) =>
  (await getBillingOverview(services, as('admin'))).isSelling;
async function left(shop: Shop): Promise<readonly string[]> {
  const { checks } = await getSetup(shop.services, shop.as('admin'));
  return checks.find(({ step }) => step === 'rehearsal')?.faults ?? [];
}

/** Walks the whole way with a test card. */
async function rehearse(shop: Shop): Promise<void> {
  await buy(shop);
  await deliver(shop);
  await cancel(shop.services, shop.member);
  refundCharge(shop.stripe.fake.store, { charge: chargeOf(shop) });
  await deliver(shop);
}

test('with a live key nothing is sold before the way was walked with a test key', async ({ db }) => {
  const shop = await openShop(db);
  await saveLaw(shop, { country: 'DE', withdrawal: false, orderToPay: false });
  const live = await goLive(shop);
  expect(await isSelling(live)).toBe(false);
  expect((await listOffers(live.services)).offers).toEqual([]);
  // Members don't get plans for nothing meanwhile.
  expect(await listOffers(live.services)).toMatchObject({ takesPayments: true, isFreeChoice: false });
  const order = { offerId: live.offerId, locale: 'en' };
  expect(await failureOf(getOrder(live.services, live.member, { ...order, trialDays: 0 }))).toBe(
    'PLAN_NOT_FOUND',
  );
  expect(await failureOf(checkout(live.services, live.member, order))).toBe('PLAN_NOT_FOUND');
  const seats = { ...order, name: 'Blue Harbor', seats: 2 };
  expect(await failureOf(checkoutTeam(live.services, live.member, seats))).toBe('PLAN_NOT_FOUND');
});

test('after the rehearsal a live key sells, once the country is chosen', async ({ db }) => {
  const shop = await openShop(db);
  expect(await left(shop)).toEqual(['rehearsal-payment', 'rehearsal-cancellation', 'rehearsal-refund']);
  await buy(shop);
  await deliver(shop);
  expect(await left(shop)).toEqual(['rehearsal-cancellation', 'rehearsal-refund']);
  await cancel(shop.services, shop.member);
  expect(await left(shop)).toEqual(['rehearsal-refund']);
  refundCharge(shop.stripe.fake.store, { charge: chargeOf(shop) });
  await deliver(shop);
  expect(await left(shop)).toEqual([]);
  const live = await goLive(shop);
  expect(await isSelling(live)).toBe(false);
  await saveLaw(live, { country: 'DE', withdrawal: false, orderToPay: false });
  expect(await isSelling(live)).toBe(true);
  expect((await listOffers(live.services)).offers.map(({ id }) => id)).toEqual([live.offerId]);
  // It was rehearsed for good: another start finds it again.
  await setMode(live.services);
  expect(await isSelling(live)).toBe(true);
});

test('what was paid in live mode is no rehearsal, and a test key sells without one', async ({ db }) => {
  const shop = await openShop(db);
  expect(await isSelling(shop)).toBe(true);
  await rehearse(shop);
  await db.kysely.updateTable('billing_customers').set({ livemode: true }).execute();
  await setMode(shop.services);
  expect(await left(shop)).toHaveLength(3);
  expect(await isSelling(await goLive(shop))).toBe(false);
});
