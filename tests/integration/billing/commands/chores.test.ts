import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { followUpCommands } from '#server/areas/billing/commands/follow-up-commands';
import { endPayments } from '#server/areas/billing/endings/end-payments';
import { cancelContract } from '#server/areas/billing/law/cancel-contract';
import { withdraw } from '#server/areas/billing/law/withdraw';
import { cancel } from '#server/areas/billing/member/cancel';
import { changePlan, previewChange } from '#server/areas/billing/member/change-plan';
import { payer } from '#server/areas/billing/member/own';
import { getOwnTeam } from '#server/areas/billing/teams/describe-team';
import { transferTeam } from '#server/areas/billing/teams/transfer-team';
import type { Db } from '#server/db/client';
import { PaymentsAway } from '#server/platform/payments/payment-provider';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { DAY } from '#tests/stripe/fake/store';
import { createSubscription } from '#tests/stripe/fake/subscriptions';
import { openGermanShop, orderAndPay } from '#tests/stripe/law';
import { buy, deliver, mine, openShop, type Shop, sellYear } from '#tests/stripe/shop';
import { buySeats, fill, prove } from '#tests/stripe/team-shop';

const live = ({ stripe }: Shop) =>
  stripe.fake.store.all('subscription').filter(({ ended_at }) => ended_at === null);

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

test('a change of the plan that is under way when its account ends is made first, and then all ends', async ({
  ownDb: db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  const { member, offers, services } = shop;
  const { payments } = services;
  if (!payments) throw new Error('nothing is sold');
  const shown = await previewChange(services, member, { offerId: offers.basic });
  await db.kysely
    .updateTable('users')
    .set({ erase_at: services.clock.now() })
    .where('id', '=', payer(member).userId)
    .execute();
  let chore: Promise<number> | undefined;
  const downgrade: typeof payments.downgrade = async (order) => {
    chore = endPayments(services);
    await Promise.race([chore, wait(1500)]);
    await payments.downgrade(order);
  };
  const slow = { ...services, payments: { ...payments, downgrade } };
  expect(await failureOf(changePlan(slow, member, shown))).toMatchObject({ state: 'running' });
  expect(await chore).toBe(1);
  expect(live(shop)).toEqual([]);
});

const refunds = ({ stripe }: Shop) => stripe.fake.store.all('refund').map(({ amount }) => amount);

/** Two subscriptions of one person, who may withdraw from the first. */
async function payTwice(db: Db) {
  const shop = await openGermanShop(db);
  await orderAndPay(shop, false);
  shop.wait(60);
  const { payments } = shop.services;
  const [first] = live(shop);
  if (!payments || !first) throw new Error('nothing was bought');
  const items = [{ price: first.items.data[0]?.price.id ?? '' }];
  createSubscription(shop.stripe.fake.store, { customer: first.customer, items }, 'good');
  await deliver(shop);
  return { shop, payments, first };
}

test('a second subscription is the only one, and stays, once the first one has ended meanwhile', async ({
  ownDb: db,
}) => {
  const { first, payments, shop } = await payTwice(db);
  const { member, services } = shop;
  let chore: Promise<number> | undefined;
  // The chore finds both while its person withdraws from the first one.
  const cancelNow: typeof payments.cancelNow = async (order) => {
    chore = endPayments(services);
    await Promise.race([chore, wait(1500)]);
    await payments.cancelNow(order);
  };
  await withdraw({ ...services, payments: { ...payments, cancelNow } }, member, { locale: 'en' });
  await chore;
  expect(live(shop)).toHaveLength(1);
  expect(live(shop)[0]?.id).not.toBe(first.id);
  expect(refunds(shop)).toEqual([1999]);
});

test('a second subscription ends once it is being paid back, though its person withdraws from the first one then', async ({
  db,
}) => {
  const { payments, shop } = await payTwice(db);
  const { member, services } = shop;
  const refund: typeof payments.refund = async (order) => {
    await withdraw(services, member, { locale: 'en' });
    expect(live(shop)).toHaveLength(1);
    await payments.refund(order);
  };
  expect(await endPayments({ ...services, payments: { ...payments, refund } })).toBe(1);
  expect(live(shop)).toEqual([]);
  expect(refunds(shop)).toEqual([1999, 1999]);
  expect(await endPayments(services)).toBe(0);
});

test('a second subscription that was paid back and not ended then is ended later, though it is the only one by now', async ({
  db,
}) => {
  const { first, payments, shop } = await payTwice(db);
  const { member, services } = shop;
  const cancelNow = () => Promise.reject(new PaymentsAway('no answer'));
  await endPayments({ ...services, payments: { ...payments, cancelNow } });
  expect(live(shop)).toHaveLength(2);
  await withdraw(services, member, { locale: 'en' });
  expect(live(shop)).toHaveLength(1);
  expect(live(shop)[0]?.id).not.toBe(first.id);
  expect(await endPayments(services)).toBe(1);
  expect(live(shop)).toEqual([]);
  expect(refunds(shop)).toEqual([1999, 1999]);
  expect(await endPayments(services)).toBe(0);
});

test('a contract that is canceled while its person schedules another plan ends all the same', async ({
  ownDb: db,
}) => {
  const shop = await openGermanShop(db);
  await orderAndPay(shop, true);
  const { member, services } = shop;
  const { payments } = services;
  if (!payments) throw new Error('nothing is sold');
  const offerId = await sellYear(shop, 'basic', 9900);
  const { at, dueNow, kind } = await previewChange(services, member, { offerId });
  expect(kind).toBe('schedule');
  let canceled: Promise<unknown> | undefined;
  const schedule: typeof payments.schedule = async (order) => {
    const soon = { isExtraordinary: false, reason: '', endsOn: null };
    canceled = cancelContract(services, member, soon);
    await Promise.race([canceled, wait(1500)]);
    await payments.schedule(order);
  };
  const slow = { ...services, payments: { ...payments, schedule } };
  await changePlan(slow, member, { offerId, at, dueNow });
  await canceled;
  expect(await mine(shop)).toMatchObject({ state: 'ending', subscription: { scheduled: null } });
  expect(live(shop)).toMatchObject([{ cancel_at_period_end: true }]);
});
