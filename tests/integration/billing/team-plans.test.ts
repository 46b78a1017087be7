import { expect } from 'vitest';
import { listConsents } from '#server/areas/admin/billing/legal/list-consents';
import { getOrder } from '#server/areas/billing/law/compose-order';
import { payer } from '#server/areas/billing/member/own';
import { keepTeam } from '#server/areas/billing/teams/cancel-team';
import { changeSeats, previewSeats } from '#server/areas/billing/teams/change-seats';
import { changeTeamPlan, previewTeamPlan } from '#server/areas/billing/teams/change-team-plan';
import { checkoutTeam } from '#server/areas/billing/teams/checkout-team';
import { getOwnTeam } from '#server/areas/billing/teams/describe-team';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { DAY } from '#tests/stripe/fake/store';
import { openGermanShop } from '#tests/stripe/law';
import { GOOD, openShop, type Shop, sellYear } from '#tests/stripe/shop';
import { buySeats, fill, settle, tiersOf } from '#tests/stripe/team-shop';

const preview = ({ as, services }: Shop, offerId: string) =>
  previewTeamPlan(services, as('free'), { offerId });
async function change(shop: Shop, offerId: string) {
  const { at, dueNow, order } = await preview(shop, offerId);
  const shown = { offerId, at, dueNow, terms: order?.terms ?? null };
  return changeTeamPlan(shop.services, shop.as('free'), shown);
}
const lastCharge = ({ stripe }: Shop) => stripe.fake.store.all('charge').at(-1);
const tierOf = async (shop: Shop, who: 'second' | 'admin') => (await tiersOf(shop, who)).written;

test('a higher plan of a team is charged for all seats to the cent as shown, and everyone has it at once', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free', { tier: 'basic' });
  await fill(shop, 'free', ['second', 'admin']);
  expect(await tierOf(shop, 'admin')).toBe('basic');
  shop.wait(10 * DAY);
  const shown = await preview(shop, shop.offers.premium);
  expect(shown.kind).toBe('upgrade');
  // Two thirds of the month are left: three seats at the difference of 10.00.
  expect(shown.dueNow).toBeGreaterThan(1900);
  expect(shown.dueNow).toBeLessThan(2100);
  expect(shown.order?.lines.slice(0, 2)).toEqual([
    'Premium: €59.97 per month. Price includes tax.',
    'For 3 seats.',
  ]);
  const team = await change(shop, shop.offers.premium);
  expect(team).toMatchObject({
    tier: 'premium',
    seats: { paid: 3 },
    subscription: { amount: 5997, seats: 3 },
  });
  expect(lastCharge(shop)).toMatchObject({ amount: shown.dueNow, paid: true });
  await settle(shop);
  expect(await tierOf(shop, 'second')).toBe('premium');
  expect(await tierOf(shop, 'admin')).toBe('premium');
  shop.wait(21 * DAY);
  await settle(shop);
  expect(lastCharge(shop)).toMatchObject({ amount: 5997 });
});

test('a lower plan of a team waits for the next period, is taken back for nothing, and holds seats as they are', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free');
  await fill(shop, 'free', ['admin']);
  const charges = shop.stripe.fake.store.all('charge').length;
  expect(await preview(shop, shop.offers.basic)).toMatchObject({ kind: 'downgrade', dueNow: 0, order: null });
  const waiting = await change(shop, shop.offers.basic);
  expect(waiting).toMatchObject({ tier: 'premium', subscription: { tier: 'basic', isPlanScheduled: true } });
  expect(await failureOf(previewSeats(shop.services, shop.as('free'), { seats: 5 }))).toBe('PLAN_SCHEDULED');
  expect((await change(shop, shop.offers.premium)).subscription).toMatchObject({ isPlanScheduled: false });
  expect(shop.stripe.fake.store.all('charge')).toHaveLength(charges);
  await change(shop, shop.offers.basic);
  expect(await tierOf(shop, 'admin')).toBe('premium');
  shop.wait(31 * DAY);
  await settle(shop);
  expect(lastCharge(shop)).toMatchObject({ amount: 2997 });
  expect(await tierOf(shop, 'admin')).toBe('basic');
  expect((await getOwnTeam(shop.services, shop.as('free'))).subscription).toMatchObject({
    isPlanScheduled: false,
    seats: 3,
  });
});

test('a monthly price after a yearly one is scheduled for all seats, and can be taken back until then', async ({
  db,
}) => {
  const shop = await openShop(db);
  const year = await sellYear(shop, 'premium', 19_900);
  await buySeats(shop, 'free');
  // A year of the same plan begins at once.
  expect((await change(shop, year)).subscription).toMatchObject({ interval: 'year', amount: 59_700 });
  expect(await preview(shop, shop.offers.premium)).toMatchObject({ kind: 'schedule', dueNow: 0 });
  const { subscription } = await change(shop, shop.offers.premium);
  expect(subscription).toMatchObject({
    interval: 'year',
    isPlanScheduled: true,
    scheduled: { interval: 'month', amount: 5997 },
  });
  expect(await failureOf(previewSeats(shop.services, shop.as('free'), { seats: 2 }))).toBe('PLAN_SCHEDULED');
  expect((await keepTeam(shop.services, shop.as('free'))).subscription).toMatchObject({ scheduled: null });
  await change(shop, shop.offers.premium);
  shop.wait(367 * DAY);
  await settle(shop);
  expect(lastCharge(shop)).toMatchObject({ amount: 5997 });
  expect((await getOwnTeam(shop.services, shop.as('free'))).seats.paid).toBe(3);
});

test('while fewer seats wait for the next period, the plan stays, and so it does with a declined card', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free', { tier: 'basic' });
  const fewer = await previewSeats(shop.services, shop.as('free'), { seats: 1 });
  const { at, dueNow } = fewer;
  await changeSeats(shop.services, shop.as('free'), { seats: 1, at, dueNow });
  expect(await failureOf(preview(shop, shop.offers.premium))).toBe('SEATS_REDUCED');
  const back = await previewSeats(shop.services, shop.as('free'), { seats: 3 });
  await changeSeats(shop.services, shop.as('free'), { seats: 3, at: back.at, dueNow: back.dueNow });
  const [customer] = shop.stripe.fake.store.all('customer');
  shop.stripe.fake.store.cards.set(customer?.id ?? '', 'declines');
  expect(await failureOf(change(shop, shop.offers.premium))).toBe('PAYMENT_DECLINED');
  expect(await getOwnTeam(shop.services, shop.as('free'))).toMatchObject({ tier: 'basic', state: 'running' });
});

test('where the country asks for it, the higher plan of a team is ordered with its terms, which are kept', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  await buySeats(shop, 'free', { tier: 'basic' });
  const shown = await preview(shop, shop.offers.premium);
  expect(shown.order?.button).toBe('Order with obligation to pay');
  const { at, dueNow } = shown;
  const unseen = { offerId: shop.offers.premium, at, dueNow };
  expect(await failureOf(changeTeamPlan(shop.services, shop.as('free'), unseen))).toBe('ORDER_OUTDATED');
  await change(shop, shop.offers.premium);
  const kept = await db.kysely
    .selectFrom('billing_consents')
    .innerJoin('billing_accounts', 'billing_accounts.id', 'billing_consents.account_id')
    .select(['kind', 'text_hash', 'team_id'])
    .orderBy('no', 'desc')
    .execute();
  expect(kept[0]).toMatchObject({
    kind: 'terms',
    text_hash: shown.order?.terms,
    team_id: expect.any(String),
  });
});

test('seats are ordered with their terms, which are kept as agreed to by the person who ordered', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  const { as, offers, services } = shop;
  const owner = as('free');
  const seats = { offerId: offers.basic, seats: 3, locale: 'en', name: 'Blue Harbor' };
  const order = await getOrder(services, owner, { offerId: offers.basic, trialDays: 0, seats: 3 });
  expect(order.button).toBe('Order with obligation to pay');
  expect(order.lines.slice(0, 2)).toEqual([
    expect.stringMatching(/^Basic: €[\d.]+ per month\. Price includes tax\.$/),
    'For 3 seats.',
  ]);
  expect(await failureOf(checkoutTeam(services, owner, seats))).toBe('ORDER_OUTDATED');
  const fewer = await getOrder(services, owner, { offerId: offers.basic, trialDays: 0, seats: 2 });
  expect(await failureOf(checkoutTeam(services, owner, { ...seats, terms: fewer.terms }))).toBe(
    'ORDER_OUTDATED',
  );
  const { url } = await checkoutTeam(services, owner, { ...seats, terms: order.terms, beginNow: true });
  shop.stripe.fake.checkout.pay(url.split('/').at(-1) ?? '', GOOD);
  await settle(shop);
  const shown = await previewSeats(services, owner, { seats: 4 });
  expect(shown.order).toMatchObject({ button: 'Order with obligation to pay' });
  expect(shown.order?.lines).toContain('For 4 seats.');
  const { at, dueNow } = shown;
  expect(await failureOf(changeSeats(services, owner, { seats: 4, at, dueNow }))).toBe('ORDER_OUTDATED');
  await changeSeats(services, owner, { seats: 4, at, dueNow, terms: shown.order?.terms ?? null });
  const agreedBy = async (who: 'free' | 'second') =>
    (await listConsents(services, as('admin'), { id: payer(as(who)).userId })).items;
  expect((await agreedBy('free')).map(({ hash, kind }) => [kind, hash === order.terms])).toEqual([
    ['terms', false],
    ['begin-now', false],
    ['terms', true],
  ]);
  // Whoever takes the team over did not agree to it.
  await db.kysely
    .updateTable('teams')
    .set({ owner_id: payer(as('second')).userId })
    .execute();
  expect(await agreedBy('second')).toEqual([]);
  expect(await agreedBy('free')).toHaveLength(3);
});

test('fewer seats order nothing', async ({ db }) => {
  const shop = await openGermanShop(db);
  await buySeats(shop, 'free', { tier: 'basic' });
  const { at, dueNow, order } = await previewSeats(shop.services, shop.as('free'), { seats: 2 });
  expect(order).toBeNull();
  await changeSeats(shop.services, shop.as('free'), { seats: 2, at, dueNow });
  expect((await getOwnTeam(shop.services, shop.as('free')))?.subscription?.seats).toBe(2);
});
