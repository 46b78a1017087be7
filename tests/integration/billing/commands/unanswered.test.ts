import { expect } from 'vitest';
import { cancel } from '#server/areas/billing/member/cancel';
import { changePlan, previewChange } from '#server/areas/billing/member/change-plan';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { DAY } from '#tests/stripe/fake/store';
import { buy, mine, openShop } from '#tests/stripe/shop';

test('a command whose process died keeps no cancellation waiting once somebody looked after it', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  const account = await db.kysely.selectFrom('billing_accounts').select('id').executeTakeFirstOrThrow();
  const dead = {
    account_id: account.id,
    provider: 'stripe',
    kind: 'upgrade',
    args: '{}',
    is_repeated: false,
    looks: 1,
  };
  const due_at = new Date(shop.services.clock.now().getTime() + 3600_000);
  await db.kysely
    .insertInto('billing_commands')
    .values({ ...dead, due_at })
    .execute();
  expect(await cancel(shop.services, shop.member)).toMatchObject({ subscription: { nextChargeAt: null } });
});

test('an upgrade whose answer is lost is charged once, and the next look shows it', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop, 'basic');
  shop.wait(10 * DAY);
  const { member, offers, services, stripe } = shop;
  const { at, dueNow } = await previewChange(services, member, { offerId: offers.premium });
  const order = { offerId: offers.premium, at, dueNow };
  const asked = stripe.requests.length;
  await previewChange(services, member, { offerId: offers.premium });
  // The same questions, the subscription's item, and then the upgrade.
  const before = stripe.requests.length - asked + 1;
  // It is asked for again at once; that answer is lost, too.
  stripe.faults.push(...Array.from({ length: before }, () => 'none' as const), 'lost-reply', 'lost-reply');
  expect(await failureOf(changePlan(services, member, order))).toBe('PAYMENTS_AWAY');
  const charges = stripe.fake.store.all('charge').length;
  await failureOf(changePlan(services, member, order));
  expect(stripe.fake.store.all('charge')).toHaveLength(charges);
  expect(await mine(shop)).toMatchObject({ tier: 'premium', subscription: { tier: 'premium' } });
});
