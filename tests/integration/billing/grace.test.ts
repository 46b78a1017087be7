import { expect } from 'vitest';
import { followPolicy } from '#server/areas/billing/ledger/follow-policy';
import { payer } from '#server/areas/billing/member/own';
import { savePayments } from '#server/areas/settings/save-payments';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { DAY } from '#tests/stripe/fake/store';
import { buy, deliver, mine, openShop, type Shop, tierOf } from '#tests/stripe/shop';

const save = ({ as, services }: Shop, graceDays: number, version = 0) =>
  savePayments(services, as('admin'), { graceDays, version });
const tierUntil = async ({ member, services }: Shop) => {
  const { tier_until } = await services.db.kysely
    .selectFrom('profiles')
    .select('tier_until')
    .where('id', '=', payer(member).userId)
    .executeTakeFirstOrThrow();
  return tier_until?.getTime() ?? 0;
};

function decline({ stripe }: Shop): void {
  const { store } = stripe.fake;
  store.cards.set(store.all('customer')[0]?.id ?? '', 'declines');
}
const payByOf = async (shop: Shop) => Date.parse((await mine(shop)).subscription?.payBy ?? '');

test('a change of the grace counts for payments that fail later, and what is written down follows', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  const before = await tierUntil(shop);
  await save(shop, 14);
  expect(await followPolicy(shop.services)).toBe(1);
  expect(await followPolicy(shop.services)).toBe(0);
  expect((await tierUntil(shop)) - before).toBe(7 * DAY * 1000);
  decline(shop);
  shop.wait(31 * DAY);
  await deliver(shop);
  expect(await payByOf(shop)).toBe(await tierUntil(shop));
  shop.wait(12 * DAY);
  expect(await tierOf(shop)).toBe('premium');
});

test('who waits already keeps the day that was named, whether the grace becomes shorter or longer', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  decline(shop);
  shop.wait(31 * DAY);
  await deliver(shop);
  const named = await payByOf(shop);
  await save(shop, 0);
  await followPolicy(shop.services);
  expect([await payByOf(shop), await tierOf(shop)]).toEqual([named, 'premium']);
  shop.wait(DAY);
  await save(shop, 30, 1);
  await followPolicy(shop.services);
  expect(await payByOf(shop)).toBe(named);
  expect(await tierUntil(shop)).toBe(named);
});

test('without a grace a renewal that is charged an hour late costs nobody the plan', async ({ db }) => {
  const shop = await openShop(db);
  await save(shop, 0);
  const { billed } = await buy(shop);
  const end = Date.parse(billed.subscription?.nextChargeAt ?? '');
  shop.wait((end - shop.services.clock.now().getTime()) / 1000 + 60);
  await deliver(shop);
  expect(await mine(shop)).toMatchObject({ tier: 'premium', why: 'grace' });
});

test('only an administrator changes the grace, and nobody over what another one saved', async ({ db }) => {
  const shop = await openShop(db);
  const asMember = { ...shop, as: () => shop.member };
  expect(await failureOf(save(asMember, 3))).toBe('ADMINISTRATOR_REQUIRED');
  await save(shop, 3);
  expect(await failureOf(save(shop, 4))).toBe('VERSION_CONFLICT');
});
