import { expect } from 'vitest';
import { followUpCommands } from '#server/areas/billing/commands/follow-up-commands';
import { cancel, keep } from '#server/areas/billing/member/cancel';
import { changePlan, previewChange } from '#server/areas/billing/member/change-plan';
import { refresh } from '#server/areas/billing/member/refresh';
import { refreshTeam } from '#server/areas/billing/teams/cancel-team';
import { changeTeamPlan, previewTeamPlan } from '#server/areas/billing/teams/change-team-plan';
import { getOwnTeam } from '#server/areas/billing/teams/describe-team';
import type { Db } from '#server/db/client';
import type { Services } from '#server/services';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { DAY } from '#tests/stripe/fake/store';
import type { Fault } from '#tests/stripe/server/stripe-server';
import { deliver, openShop, openYear, type Shop, sellYear } from '#tests/stripe/shop';
import { buySeats } from '#tests/stripe/team-shop';

/** A member whose year of premium becomes a month of basic when it ends. */
async function openScheduled(db: Db) {
  const shop = await openYear(db);
  const { member, offers, services } = shop;
  const { at, dueNow } = await previewChange(services, member, { offerId: offers.basic });
  await changePlan(services, member, { offerId: offers.basic, at, dueNow });
  shop.wait(3600);
  return shop;
}

/** Cancels: the subscription is read, its schedule let go, and then the cancellation meets the first of these. */
function cancelMeeting({ member, services, stripe }: Shop, ...faults: Fault[]) {
  const { payments } = services;
  if (!payments) throw new Error('nothing is sold');
  const cancelAtPeriodEnd: typeof payments.cancelAtPeriodEnd = (order) => {
    stripe.faults.push('none', 'none', ...faults);
    return payments.cancelAtPeriodEnd(order);
  };
  return failureOf(cancel({ ...services, payments: { ...payments, cancelAtPeriodEnd } }, member));
}

/** What is scheduled, as the provider says. */
const scheduledOf = async ({ member, services }: Shop) =>
  (await refresh(services, member)).subscription?.scheduled?.tier;

test.for([
  ['without an answer', ['closed', 'closed']],
  ['refused, with the provider away right after', ['429', 'closed']],
] as const)(
  'a scheduled change that a cancellation took away is put back: %s',
  async ([, faults], { db }) => {
    const shop = await openScheduled(db);
    const { services, stripe } = shop;
    expect(await cancelMeeting(shop, ...faults)).toBe('PAYMENTS_AWAY');
    expect(stripe.faults).toHaveLength(0);
    expect(await scheduledOf(shop)).toBeUndefined();
    // So soon it may be still under way.
    expect(await followUpCommands(services)).toBe(0);
    shop.wait(61);
    stripe.outage = 'closed';
    expect(await followUpCommands(services)).toBe(0);
    stripe.outage = undefined;
    shop.wait(61);
    expect(await followUpCommands(services)).toBe(1);
    expect(await scheduledOf(shop)).toBe('basic');
    expect(await followUpCommands(services)).toBe(0);
    shop.wait(366 * DAY);
    await deliver(shop);
    const paid = stripe.fake.store.all('charge').flatMap((charge) => (charge.paid ? [charge.amount] : []));
    expect(paid).toEqual([19_900, 999]);
  },
);

test('an upgrade of a team that comes to nothing leaves the plan that was to come', async ({ db }) => {
  const shop = await openShop(db);
  const { offers, services, stripe } = shop;
  const owner = shop.as('free');
  const { payments } = services;
  if (!payments) throw new Error('nothing is sold');
  const year = await sellYear(shop, 'basic', 9990);
  const change = async (by: Services, offerId: string) => {
    const { at, dueNow } = await previewTeamPlan(services, owner, { offerId });
    return changeTeamPlan(by, owner, { offerId, at, dueNow });
  };
  await buySeats({ ...shop, offers: { ...offers, basic: year } }, 'free', { tier: 'basic' });
  await change(services, offers.basic);
  const upgrade: typeof payments.upgrade = (order) => {
    stripe.faults.push('none', 'none', 'closed', 'closed');
    return payments.upgrade(order);
  };
  const dearer = await sellYear(shop, 'premium', 19_900);
  const failing = { ...services, payments: { ...payments, upgrade } };
  expect(await failureOf(change(failing, dearer))).toBe('PAYMENTS_AWAY');
  expect((await refreshTeam(services, owner)).subscription).toMatchObject({ scheduled: null });
  shop.wait(61);
  expect(await followUpCommands(services)).toBe(1);
  expect(await getOwnTeam(services, owner)).toMatchObject({
    tier: 'basic',
    subscription: { interval: 'year', scheduled: { tier: 'basic', interval: 'month' } },
  });
});

test('a cancellation that was done without an answer schedules nothing more', async ({ db }) => {
  const shop = await openScheduled(db);
  expect(await cancelMeeting(shop, 'lost-reply', 'lost-reply')).toBe('PAYMENTS_AWAY');
  shop.wait(61);
  expect(await followUpCommands(shop.services)).toBe(1);
  expect(await refresh(shop.services, shop.member)).toMatchObject({
    state: 'ending',
    subscription: { scheduled: null },
  });
});

test('what its person settled since is not scheduled over', async ({ db }) => {
  const shop = await openScheduled(db);
  const { member, services } = shop;
  expect(await cancelMeeting(shop, 'closed', 'closed')).toBe('PAYMENTS_AWAY');
  // Nobody has to wait for what failed.
  shop.wait(5);
  expect(await cancel(services, member)).toMatchObject({ state: 'ending' });
  expect(await keep(services, member)).toMatchObject({ state: 'running' });
  shop.wait(61);
  expect(await followUpCommands(services)).toBe(1);
  expect(await scheduledOf(shop)).toBeUndefined();
});

test.for(['keeps the plan', 'confirms it in another tab'] as const)(
  'who %s while the scheduled change is gone does not get it back',
  async (how, { db }) => {
    const shop = await openScheduled(db);
    const { member, services, year } = shop;
    const { at, dueNow } = await previewChange(services, member, { offerId: year });
    expect(await cancelMeeting(shop, 'closed', 'closed')).toBe('PAYMENTS_AWAY');
    if (how === 'keeps the plan') await keep(services, member);
    else await changePlan(services, member, { offerId: year, at, dueNow });
    shop.wait(61);
    expect(await followUpCommands(services)).toBe(1);
    expect(await scheduledOf(shop)).toBeUndefined();
  },
);
