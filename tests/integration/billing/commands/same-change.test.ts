import { expect } from 'vitest';
import { changePlan, previewChange } from '#server/areas/billing/member/change-plan';
import { changeSeats, previewSeats } from '#server/areas/billing/teams/change-seats';
import { changeTeamPlan, previewTeamPlan } from '#server/areas/billing/teams/change-team-plan';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { DAY } from '#tests/stripe/fake/store';
import { buy, openShop, type Shop } from '#tests/stripe/shop';
import { buySeats } from '#tests/stripe/team-shop';

const paid = ({ stripe }: Shop) =>
  stripe.fake.store.all('charge').flatMap((charge) => (charge.paid ? [charge.amount] : []));
const given = ({ services }: Shop, kind: string) =>
  services.db.kysely.selectFrom('billing_commands').select('id').where('kind', '=', kind).execute();

/** Two tabs show the same a moment apart, and both confirm it at once. */
async function inTwoTabs<Shown, Answer>(
  shop: Shop,
  show: () => Promise<Shown>,
  confirm: (shown: Shown) => Promise<Answer>,
): Promise<Answer[]> {
  const first = await show();
  shop.wait(7);
  return Promise.all([first, await show()].map(confirm));
}

test('two tabs that confirm the same upgrade both see it made, and it is charged once', async ({ ownDb }) => {
  const shop = await openShop(ownDb);
  await buy(shop, 'basic');
  shop.wait(10 * DAY);
  const { member, services } = shop;
  const offerId = shop.offers.premium;
  const made = await inTwoTabs(
    shop,
    () => previewChange(services, member, { offerId }),
    ({ at, dueNow }) => changePlan(services, member, { offerId, at, dueNow }),
  );
  for (const billed of made)
    expect(billed).toMatchObject({ tier: 'premium', subscription: { tier: 'premium', offerId } });
  expect(paid(shop)).toHaveLength(2);
  expect(await given(shop, 'upgrade')).toHaveLength(1);
  // Who asks what it would cost once more is told that there is nothing to change.
  expect(await failureOf(previewChange(services, member, { offerId }))).toBe('PAYMENT_REFUSED');
});

test('two tabs that confirm the same lower plan both see it wait for the next period', async ({ ownDb }) => {
  const shop = await openShop(ownDb);
  await buy(shop);
  const { member, services } = shop;
  const offerId = shop.offers.basic;
  const made = await inTwoTabs(
    shop,
    () => previewChange(services, member, { offerId }),
    ({ at, dueNow }) => changePlan(services, member, { offerId, at, dueNow }),
  );
  for (const billed of made)
    expect(billed).toMatchObject({ tier: 'premium', subscription: { tier: 'basic', offerId } });
  expect(paid(shop)).toHaveLength(1);
  expect(await given(shop, 'downgrade')).toHaveLength(1);
});

test('two tabs that confirm as many seats, or the same plan for all, change a team once', async ({
  ownDb,
}) => {
  const shop = await openShop(ownDb);
  const { offers, services } = shop;
  const owner = shop.as('free');
  await buySeats(shop, 'free', { seats: 2, tier: 'basic' });
  shop.wait(10 * DAY);
  const seats = await inTwoTabs(
    shop,
    () => previewSeats(services, owner, { seats: 4 }),
    ({ at, dueNow }) => changeSeats(services, owner, { seats: 4, at, dueNow }),
  );
  for (const team of seats) expect(team).toMatchObject({ seats: { paid: 4 }, subscription: { seats: 4 } });
  expect(paid(shop)).toHaveLength(2);
  const plans = await inTwoTabs(
    shop,
    () => previewTeamPlan(services, owner, { offerId: offers.premium }),
    ({ at, dueNow }) => changeTeamPlan(services, owner, { offerId: offers.premium, at, dueNow }),
  );
  for (const team of plans) expect(team).toMatchObject({ tier: 'premium', seats: { paid: 4 } });
  expect(paid(shop)).toHaveLength(3);
  expect(await failureOf(previewSeats(services, owner, { seats: 4 }))).toBe('PAYMENT_REFUSED');
});
