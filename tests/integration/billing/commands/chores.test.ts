import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { followUpCommands } from '#server/areas/billing/commands/follow-up-commands';
import { endPayments } from '#server/areas/billing/endings/end-payments';
import { cancel } from '#server/areas/billing/member/cancel';
import { payer } from '#server/areas/billing/member/own';
import { getOwnTeam } from '#server/areas/billing/teams/describe-team';
import { transferTeam } from '#server/areas/billing/teams/transfer-team';
import { test } from '#tests/kit/database';
import { DAY } from '#tests/stripe/fake/store';
import { buy, mine, openShop } from '#tests/stripe/shop';
import { buySeats, fill, prove } from '#tests/stripe/team-shop';

test('a renewal that its person is stopping while a chore is about to is stopped once', async ({
  ownDb: db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  const { member, services } = shop;
  const { payments } = services;
  if (!payments) throw new Error('nothing is sold');
  await db.kysely
    .updateTable('users')
    .set({ erase_at: new Date(services.clock.now().getTime() + 14 * DAY * 1000) })
    .where('id', '=', payer(member).userId)
    .execute();
  let chore: Promise<number> | undefined;
  const cancelAtPeriodEnd: typeof payments.cancelAtPeriodEnd = async (order) => {
    // It looks before the provider has done what was asked, and comes to the same.
    chore = endPayments(services);
    await Promise.race([chore, wait(1500)]);
    await payments.cancelAtPeriodEnd(order);
  };
  await cancel({ ...services, payments: { ...payments, cancelAtPeriodEnd } }, member);
  expect(await chore).toBe(1);
  expect((await mine(shop)).state).toBe('ending');
  const given = await db.kysely
    .selectFrom('billing_commands')
    .select('tries')
    .where('kind', '=', 'cancel')
    .execute();
  expect(given).toEqual([{ tries: 1 }]);
});

test('a command of which nobody heard is looked after where it was given, though the team changed hands since', async ({
  db,
}) => {
  const shop = await openShop(db);
  const { services, stripe } = shop;
  const { payments } = services;
  if (!payments) throw new Error('nothing is sold');
  await buySeats(shop, 'free');
  await fill(shop, 'free', ['second']);
  const [seat] = (await getOwnTeam(services, shop.as('free'))).members;
  await prove(shop, 'free');
  // The provider stops the renewal, and then the process dies.
  const cancelAtPeriodEnd: typeof payments.cancelAtPeriodEnd = async (order) => {
    await payments.cancelAtPeriodEnd(order);
    stripe.outage = 'closed';
  };
  const dying = { ...services, payments: { ...payments, cancelAtPeriodEnd } };
  await transferTeam(dying, shop.as('free'), { id: seat?.id ?? '' });
  await db.pool.query("update billing_commands set done_at = null where kind = 'cancel'");
  stripe.outage = undefined;
  const handed = () => getOwnTeam(services, shop.as('second'));
  expect((await handed()).state).toBe('running');
  shop.wait(3 * 60);
  expect(await followUpCommands(services)).toBe(1);
  expect((await handed()).state).toBe('ending');
});
