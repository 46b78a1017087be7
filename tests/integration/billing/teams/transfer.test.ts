import { expect } from 'vitest';
import { getOwnTeam } from '#server/areas/billing/teams/describe-team';
import { freeSeat } from '#server/areas/billing/teams/seats';
import { transferTeam } from '#server/areas/billing/teams/transfer-team';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { openShop } from '#tests/stripe/shop';
import { buySeats, fill } from '#tests/stripe/team-shop';

test('whose seat is freed while the provider is asked does not become the owner', async ({ db }) => {
  const shop = await openShop(db);
  const owner = shop.as('free');
  await buySeats(shop, 'free');
  await fill(shop, 'free', ['second']);
  const [seat] = (await getOwnTeam(shop.services, owner)).members;
  const { payments } = shop.services;
  if (!payments) throw new Error('nothing is sold');
  const id = seat?.id ?? '';
  const cancelAtPeriodEnd: typeof payments.cancelAtPeriodEnd = async (order) => {
    await payments.cancelAtPeriodEnd(order);
    await freeSeat(shop.services, owner, { id });
  };
  const slow = { ...shop.services, payments: { ...payments, cancelAtPeriodEnd } };
  await db.pool.query('update sessions set proved_at = $1', [shop.services.clock.now()]);
  expect(await failureOf(transferTeam(slow, owner, { id }))).toBe('USER_NOT_FOUND');
  // The team is still the owner's, who can have it renewed again.
  expect(await getOwnTeam(shop.services, owner)).toMatchObject({ isPayer: true, members: [] });
});
