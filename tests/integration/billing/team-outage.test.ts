import { expect } from 'vitest';
import { cancelTeam, keepTeam } from '#server/areas/billing/teams/cancel-team';
import { changeSeats, previewSeats } from '#server/areas/billing/teams/change-seats';
import { getOwnTeam } from '#server/areas/billing/teams/describe-team';
import { transferTeam } from '#server/areas/billing/teams/transfer-team';
import type { Services } from '#server/services';
import { test } from '#tests/kit/database';
import { openShop, type Shop } from '#tests/stripe/shop';
import { addressOf, buySeats, fill, prove, settle } from '#tests/stripe/team-shop';

/** The same school, whose provider is away as soon as it has done one command. */
function awayAfterCommand({ services, stripe }: Shop): Services {
  const { payments } = services;
  if (!payments) throw new Error('nobody takes payments');
  const once =
    <Order>(give: (order: Order) => Promise<void>) =>
    async (order: Order) => {
      await give(order);
      stripe.outage = '500';
    };
  return {
    ...services,
    payments: {
      ...payments,
      upgrade: once(payments.upgrade),
      cancelAtPeriodEnd: once(payments.cancelAtPeriodEnd),
      keep: once(payments.keep),
    },
  };
}

test('a command for a team that was done is no failure, though the look after it is', async ({ db }) => {
  const shop = await openShop(db);
  const owner = shop.as('free');
  await buySeats(shop, 'free', { seats: 2 });
  await fill(shop, 'free', ['second']);
  const services = awayAfterCommand(shop);
  const back = async () => {
    shop.stripe.outage = undefined;
    shop.wait(60);
    await settle(shop);
    return getOwnTeam(shop.services, owner);
  };
  const { at, dueNow } = await previewSeats(services, owner, { seats: 4 });
  const charges = shop.stripe.fake.store.all('charge').length;
  expect(await changeSeats(services, owner, { seats: 4, at, dueNow })).toMatchObject({ seats: { paid: 2 } });
  expect(shop.stripe.fake.store.all('charge')).toHaveLength(charges + 1);
  expect((await back()).seats.paid).toBe(4);
  await cancelTeam(services, owner);
  expect((await back()).state).toBe('ending');
  await keepTeam(services, owner);
  const { members } = await back();
  const seat = members.find(({ email }) => email === addressOf('second'));
  await prove(shop, 'free');
  expect(await transferTeam(services, owner, { id: seat?.id ?? '' })).toMatchObject({ owned: null });
  shop.stripe.outage = undefined;
  await settle(shop);
  const handed = await getOwnTeam(shop.services, shop.as('second'));
  expect(handed).toMatchObject({ state: 'ending', seats: { paid: 4 } });
});
