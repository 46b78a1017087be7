import { expect } from 'vitest';
import { endPayments } from '#server/areas/billing/endings/end-payments';
import { cancel, keep } from '#server/areas/billing/member/cancel';
import { changePlan, previewChange } from '#server/areas/billing/member/change-plan';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { DAY } from '#tests/stripe/fake/store';
import { deliver, mine, openYear, type Shop, tierOf } from '#tests/stripe/shop';

async function change({ member, services }: Shop, offerId: string) {
  const preview = await previewChange(services, member, { offerId });
  const { at, dueNow } = preview;
  return { preview, billed: await changePlan(services, member, { offerId, at, dueNow }) };
}

const paid = ({ stripe }: Shop) =>
  stripe.fake.store.all('charge').flatMap((charge) => (charge.paid ? [charge.amount] : []));

test('a year becomes a month when it ends: shown before, free of charge now, taken back by keeping', async ({
  db,
}) => {
  const shop = await openYear(db);
  const { member, offers, services } = shop;
  const ends = (await mine(shop)).subscription?.nextChargeAt ?? '';
  const { billed, preview } = await change(shop, offers.basic);
  expect(preview).toMatchObject({ kind: 'schedule', dueNow: 0, startsAt: ends });
  const scheduled = { at: ends, tier: 'basic', interval: 'month', amount: 999, offerId: offers.basic };
  expect(billed).toMatchObject({
    tier: 'premium',
    state: 'running',
    until: ends,
    subscription: { tier: 'premium', interval: 'year', offerId: shop.year, scheduled },
  });
  // The same again is no change.
  expect(await failureOf(previewChange(services, member, { offerId: offers.basic }))).toBe('PAYMENT_REFUSED');
  expect((await keep(services, member)).subscription?.scheduled).toBeNull();
  expect((await keep(services, member)).state).toBe('running');
  await change(shop, offers.basic);
  shop.wait(364 * DAY);
  expect(await tierOf(shop)).toBe('premium');
  shop.wait(2 * DAY);
  await deliver(shop);
  expect(await mine(shop)).toMatchObject({
    tier: 'basic',
    why: 'paid',
    subscription: { interval: 'month', amount: 999, scheduled: null },
  });
  expect(paid(shop)).toEqual([19_900, 999]);
});

test('the tier turns at the end of the year also when no notice comes', async ({ db }) => {
  const shop = await openYear(db);
  await change(shop, shop.offers.basic);
  shop.wait(365 * DAY + 60);
  expect(await mine(shop)).toMatchObject({ tier: 'basic', why: 'grace' });
});

test('who cancels, or is deleted, with a change scheduled is charged nothing more', async ({ db }) => {
  const shop = await openYear(db);
  const { member, offers, services } = shop;
  await change(shop, offers.basic);
  const billed = await cancel(services, member);
  expect(billed).toMatchObject({ state: 'ending', tier: 'premium', subscription: { scheduled: null } });
  expect(await failureOf(previewChange(services, member, { offerId: offers.basic }))).toBe(
    'SUBSCRIPTION_ENDING',
  );
  await keep(services, member);
  await change(shop, offers.basic);
  if (member.viewer.kind !== 'member') throw new Error('no member');
  await db.kysely.deleteFrom('users').where('id', '=', member.viewer.userId).execute();
  await endPayments(services);
  shop.wait(400 * DAY);
  expect(paid(shop)).toEqual([19_900]);
});

test('a schedule that is released in the dashboard is gone with the next notice', async ({ db }) => {
  const shop = await openYear(db);
  await change(shop, shop.offers.basic);
  shop.stripe.webhooks.queue = [];
  const [schedule] = shop.stripe.fake.store.all('subscription_schedule');
  const path = `${shop.stripe.url}/v1/subscription_schedules/${schedule?.id}/release`;
  const { store } = shop.stripe.fake;
  const headers = { authorization: 'Bearer sk_test_lectern0001', 'stripe-version': store.apiVersion };
  expect((await fetch(path, { method: 'POST', headers })).status).toBe(200);
  expect((await mine(shop)).subscription?.scheduled).not.toBeNull();
  await deliver(shop);
  expect((await mine(shop)).subscription?.scheduled).toBeNull();
});
