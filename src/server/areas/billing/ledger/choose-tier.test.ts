import { expect } from 'vitest';
import type { NewFact } from '#domain/billing/facts';
import { changeTier } from '#server/areas/accounts/profile/change-tier';
import { giveGift } from '#server/areas/admin/billing/person';
import { setUserTier } from '#server/areas/admin/users/set-user-tier';
import { cancel } from '#server/areas/billing/member/cancel';
import { checkout } from '#server/areas/billing/member/checkout';
import type { Db } from '#server/db/client';
import type { Caller } from '#server/services';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { DAY } from '#tests/stripe/fake/store';
import { buy, deliver, GOOD, open, openShop, type Shop, tierOf } from '#tests/stripe/shop';
import { buySeats, fill, tiersOf } from '#tests/stripe/team-shop';
import { selectAccount, selectFacts } from './ledger-sql.ts';

const idOf = ({ as }: Shop, who: 'free' | 'second') => {
  const { viewer } = as(who);
  return viewer.kind === 'member' ? viewer.userId : '';
};
/** The member with the plan that they hold for a while, as their session knows them. */
const holder = ({ as }: Shop): Caller => {
  const caller = as('free');
  return caller.viewer.kind === 'member'
    ? { ...caller, viewer: { ...caller.viewer, tier: 'premium' } }
    : caller;
};
const factsOf = async ({ services }: Shop, userId: string): Promise<NewFact[]> => {
  const account = await selectAccount(services.db.kysely, userId);
  return account ? selectFacts(services.db.kysely, account.id) : [];
};
const auditOf = (db: Db, action: string) =>
  db.kysely
    .selectFrom('audit_log')
    .select(['entity_id', 'before', 'after'])
    .where('action', '=', action)
    .execute();

test('a seat is no plan that its holder could keep for good', async ({ db }) => {
  const shop = await openShop(db);
  await buySeats(shop, 'basic', { seats: 1 });
  await fill(shop, 'basic', ['free']);
  expect((await tiersOf(shop, 'free')).tier).toBe('premium');
  for (const tier of ['premium', 'basic'] as const)
    expect(await failureOf(changeTier(shop.services, holder(shop), { tier }))).toBe('PAYMENT_REQUIRED');
  expect((await factsOf(shop, idOf(shop, 'free'))).filter(({ kind }) => kind === 'grant')).toEqual([]);
  // Free can be chosen, and the answer is what holds: the seat still brings premium.
  const user = await changeTier(shop.services, holder(shop), { tier: 'free' });
  expect(user.subscriptionTier).toBe('premium');
  expect((await auditOf(db, 'subscription.change')).at(-1)).toMatchObject({
    after: { tier: 'premium', chosen: 'free' },
  });
});

test('neither a gift nor what is left of a paid month becomes a plan for good', async ({ db }) => {
  const shop = await openShop(db);
  const until = new Date(shop.services.clock.now().getTime() + 7 * DAY * 1000).toISOString();
  const gift = { id: idOf(shop, 'free'), tier: 'premium' as const, until, reason: 'jury' };
  await giveGift(shop.services, shop.as('admin'), gift);
  const choose = () => failureOf(changeTier(shop.services, holder(shop), { tier: 'premium' }));
  expect(await Promise.all([choose(), choose()])).toEqual(['PAYMENT_REQUIRED', 'PAYMENT_REQUIRED']);
  shop.wait(8 * DAY);
  expect(await tierOf(shop)).toBe('free');
  await buy(shop);
  await cancel(shop.services, shop.member);
  expect(await choose()).toBe('PAYMENT_REQUIRED');
});

test('an administrator who set a seat holder to free is not overruled by a choice of free', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buySeats(shop, 'basic', { seats: 1 });
  await fill(shop, 'basic', ['free']);
  await setUserTier(shop.services, shop.as('admin'), { id: idOf(shop, 'free'), tier: 'free' });
  const user = await changeTier(shop.services, shop.as('free'), { tier: 'free' });
  expect(user.subscriptionTier).toBe('free');
  expect(await tiersOf(shop, 'free')).toEqual({ tier: 'free', written: 'free' });
});

test('opening a payment page lifts nothing that an administrator set, and paying does', async ({ db }) => {
  const shop = await openShop(db);
  const id = idOf(shop, 'free');
  await buySeats(shop, 'basic', { seats: 1 });
  await fill(shop, 'basic', ['free']);
  await setUserTier(shop.services, shop.as('admin'), { id, tier: 'free' });
  shop.stripe.faults.push('500');
  await failureOf(checkout(shop.services, shop.member, { offerId: shop.offers.basic, locale: 'en' }));
  const session = await open(shop, 'basic');
  expect(await tiersOf(shop, 'free')).toEqual({ tier: 'free', written: 'free' });
  expect(await auditOf(db, 'billing.lift-order')).toEqual([]);
  shop.stripe.fake.checkout.pay(session, GOOD);
  await deliver(shop);
  expect((await tiersOf(shop, 'free')).tier).toBe('premium');
  expect(await auditOf(db, 'billing.lift-order')).toEqual([
    { entity_id: id, before: { order: 'free' }, after: { order: null, gift: 'free' } },
  ]);
});

test('who pays has what was paid for, and a later order stands over the renewals', async ({ db }) => {
  const shop = await openShop(db);
  const id = idOf(shop, 'free');
  const set = (tier: 'free' | 'basic') => setUserTier(shop.services, shop.as('admin'), { id, tier });
  await set('basic');
  expect((await buy(shop)).billed.tier).toBe('premium');
  shop.wait(DAY);
  await set('free');
  shop.wait(31 * DAY);
  await deliver(shop);
  expect(await tierOf(shop)).toBe('free');
});
