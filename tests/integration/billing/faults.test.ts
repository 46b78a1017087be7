import { expect } from 'vitest';
import { eraseAccount } from '#server/areas/accounts/erasure/erase-account';
import { getBillingOverview } from '#server/areas/admin/billing/get-billing-overview';
import { giveGift } from '#server/areas/admin/billing/person';
import { setUserTier } from '#server/areas/admin/users/set-user-tier';
import { endPayments } from '#server/areas/billing/endings/end-payments';
import { reconcile } from '#server/areas/billing/looks/reconcile';
import { checkout } from '#server/areas/billing/member/checkout';
import { payer } from '#server/areas/billing/member/own';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { DAY } from '#tests/stripe/fake/store';
import { createSubscription } from '#tests/stripe/fake/subscriptions';
import { buy, deliver, mine, open, openShop, type Shop, tierOf } from '#tests/stripe/shop';

const userOf = ({ member }: Shop) => payer(member).userId;
const live = ({ stripe }: Shop) =>
  stripe.fake.store.all('subscription').filter(({ ended_at }) => ended_at === null);
const back = ({ stripe }: Shop) =>
  stripe.fake.store.all('refund').reduce((sum, { amount }) => sum + amount, 0);

async function erase(shop: Shop): Promise<void> {
  await shop.services.db.transaction((trx) => eraseAccount(trx, shop.services, userOf(shop)));
}

/** A second subscription, as two payment pages that are both paid would make it. */
function subscribeAgain(shop: Shop): void {
  const { store } = shop.stripe.fake;
  const [first] = live(shop);
  const price = first?.items.data[0]?.price.id ?? '';
  createSubscription(store, { customer: first?.customer ?? '', items: [{ price }] }, 'good');
}

test.for(['500', 'lost-reply', '429'] as const)(
  'a provider that answers %s to the making of a customer is asked again, and has one customer',
  async (fault, { db }) => {
    const shop = await openShop(db);
    // The first question is whether there is a customer already, the second makes one.
    shop.stripe.faults.push('none', fault, 'none', fault);
    expect(await failureOf(open(shop, 'premium'))).toBe('PAYMENTS_AWAY');
    if (fault !== 'lost-reply') expect(await failureOf(open(shop, 'premium'))).toBe('PAYMENTS_AWAY');
    shop.stripe.faults.length = 0;
    await open(shop, 'premium');
    expect(shop.stripe.fake.store.all('customer')).toHaveLength(1);
  },
);

test('of many checkouts at one moment one page is left to pay at, of one customer', async ({ ownDb }) => {
  const shop = await openShop(ownDb);
  const ways = await Promise.all(
    Array.from({ length: 6 }, () =>
      checkout(shop.services, shop.member, { offerId: shop.offers.premium, locale: 'en' }),
    ),
  );
  expect(new Set(ways.map(({ url }) => url)).size).toBe(6);
  const { store } = shop.stripe.fake;
  expect(store.all('customer')).toHaveLength(1);
  expect(store.all('checkout.session').filter(({ status }) => status === 'open')).toHaveLength(1);
});

test('a deleted account is charged no more, and nobody is left at the provider', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  await erase(shop);
  expect(await endPayments(shop.services)).toBe(1);
  expect(live(shop)).toEqual([]);
  expect(shop.stripe.fake.store.all('customer')).toEqual([]);
  const kinds = await db.kysely.selectFrom('billing_facts').select(['kind', 'body']).execute();
  expect(kinds.map(({ kind }) => kind)).toContain('paid');
  expect(kinds.filter(({ kind }) => kind === 'subscription').at(-1)?.body).toMatchObject({
    state: 'stopped',
  });
  expect(await endPayments(shop.services)).toBe(0);
});

test('an account that is deleted while the provider is away is ended when it is back', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  await erase(shop);
  shop.stripe.faults.push('500');
  expect(await endPayments(shop.services)).toBe(0);
  expect(live(shop)).toHaveLength(1);
  const unclosed = async () => (await getBillingOverview(shop.services, shop.as('admin'))).unclosed;
  expect(await unclosed()).toBe(1);
  expect(await endPayments(shop.services)).toBe(1);
  expect([live(shop), await unclosed()]).toEqual([[], 0]);
});

test('who asked for the deletion of the account is not charged again meanwhile', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  await db.kysely
    .updateTable('users')
    .set({ erase_at: new Date(shop.services.clock.now().getTime() + 14 * DAY * 1000) })
    .where('id', '=', userOf(shop))
    .execute();
  expect(await endPayments(shop.services)).toBe(1);
  expect(await mine(shop)).toMatchObject({ state: 'ending', tier: 'premium' });
  expect(await endPayments(shop.services)).toBe(0);
});

test('the later of two subscriptions is ended and paid back whole', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  shop.wait(60);
  subscribeAgain(shop);
  await deliver(shop);
  expect(await getBillingOverview(shop.services, shop.as('admin'))).toMatchObject({ payingTwice: 1 });
  expect(await endPayments(shop.services)).toBe(1);
  expect(live(shop)).toHaveLength(1);
  expect(back(shop)).toBe(1999);
  expect(await mine(shop)).toMatchObject({ state: 'running', tier: 'premium' });
  expect(await endPayments(shop.services)).toBe(0);
});

test('a second subscription that cannot be paid back now is paid back later, once', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  shop.wait(60);
  subscribeAgain(shop);
  await reconcile(shop.services, 0);
  for (let tries = 0; tries < 12; tries += 1) {
    // Each time another request fails.
    shop.stripe.faults.push(...Array.from({ length: tries }, () => 'lost-reply' as const));
    await endPayments(shop.services);
    shop.stripe.faults.length = 0;
  }
  await endPayments(shop.services);
  expect([live(shop).length, back(shop)]).toEqual([1, 1999]);
});

test('the same order, choice or gift a second time is no second fact', async ({ db }) => {
  const shop = await openShop(db);
  const count = async () => (await db.kysely.selectFrom('billing_facts').select('no').execute()).length;
  const gift = { id: userOf(shop), tier: 'basic', until: null, reason: 'Thanks' } as const;
  await giveGift(shop.services, shop.as('admin'), gift);
  await giveGift(shop.services, { ...shop.as('admin'), requestId: 'another' }, gift);
  expect(await count()).toBe(1);
  await giveGift(
    shop.services,
    { ...shop.as('admin'), requestId: 'third' },
    { ...gift, reason: 'Once more' },
  );
  expect(await count()).toBe(2);
  const order = { id: userOf(shop), tier: 'premium' } as const;
  await setUserTier(shop.services, shop.as('admin'), order);
  await setUserTier(shop.services, shop.as('admin'), order);
  expect([await count(), await tierOf(shop)]).toEqual([3, 'premium']);
});

test('a gift that has ended already is refused, and nothing is written down', async ({ db }) => {
  const shop = await openShop(db);
  const before = new Date(shop.services.clock.now().getTime() - 1000).toISOString();
  const gift = { id: userOf(shop), tier: 'premium' as const, until: before, reason: 'Jury' };
  expect(await failureOf(giveGift(shop.services, shop.as('admin'), gift))).toBe('BAD_INPUT');
  expect(await db.kysely.selectFrom('billing_facts').selectAll().execute()).toEqual([]);
});
