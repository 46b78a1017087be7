import { expect } from 'vitest';
import { endPayments } from '#server/areas/billing/endings/end-payments';
import { cancel } from '#server/areas/billing/member/cancel';
import { changePlan, previewChange } from '#server/areas/billing/member/change-plan';
import { checkout, confirm } from '#server/areas/billing/member/checkout';
import { getMine } from '#server/areas/billing/member/own';
import { forgetTrials } from '#server/areas/billing/trials/forget-trials';
import { setTrial } from '#server/areas/billing/trials/set-trial';
import type { Db } from '#server/db/client';
import type { Caller } from '#server/services';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { DAY } from '#tests/stripe/fake/store';
import { deliver, GOOD, mine, openShop, type Shop } from '#tests/stripe/shop';

const DAYS = 14;

/** A school whose premium plan begins with a trial, and a second member whose mailbox is the first one's. */
async function openTrials(db: Db) {
  const shop = await openShop(db);
  const { id: planId } = await db.kysely
    .selectFrom('subscription_plans')
    .select('id')
    .where('tier', '=', 'premium')
    .executeTakeFirstOrThrow();
  await setTrial(shop.services, shop.as('admin'), { planId, days: DAYS });
  const second = shop.as('basic');
  const moveInto = (address: string) =>
    db.kysely.updateTable('users').set({ email: address }).where('id', '=', idOf(second)).execute();
  return { ...shop, second, moveInto };
}

function idOf({ viewer }: Caller): string {
  if (viewer.kind !== 'member') throw new Error('no member');
  return viewer.userId;
}

const emailOf = ({ viewer }: Caller) => (viewer.kind === 'member' ? viewer.email : '');

function openPage({ offers, services }: Shop, who: Caller, trialDays?: number) {
  const order = { offerId: offers.premium, locale: 'en', ...(trialDays !== undefined && { trialDays }) };
  return checkout(services, who, order).then(({ url }) => url.split('/').at(-1) ?? '');
}

async function subscribe(shop: Shop, who: Caller) {
  const session = await openPage(shop, who);
  shop.stripe.fake.checkout.pay(session, GOOD);
  return (await confirm(shop.services, who, { session })).billed;
}

const paid = ({ stripe }: Shop) =>
  stripe.fake.store.all('charge').flatMap((charge) => (charge.paid ? [charge.amount] : []));

test('a trial gives the plan at once, charges nothing until its end, and then the price', async ({ db }) => {
  const shop = await openTrials(db);
  expect((await mine(shop)).mayTry).toBe(true);
  const billed = await subscribe(shop, shop.member);
  const ends = new Date(shop.services.clock.now().getTime() + DAYS * DAY * 1000).toISOString();
  expect(billed).toMatchObject({
    state: 'trialing',
    tier: 'premium',
    why: 'trial',
    mayTry: false,
    subscription: { trialEndsAt: ends, nextChargeAt: ends },
  });
  expect(paid(shop)).toEqual([]);
  shop.wait(DAYS * DAY + 7200);
  await deliver(shop);
  expect(await mine(shop)).toMatchObject({ state: 'running', tier: 'premium', why: 'paid' });
  expect(paid(shop)).toEqual([1999]);
});

test('nobody tries a second time: not after canceling, not with a second account, not after an erasure', async ({
  db,
}) => {
  const shop = await openTrials(db);
  const { member, moveInto, second, services } = shop;
  const [name = '', host = ''] = emailOf(member).split('@');
  await subscribe(shop, member);
  await cancel(services, member);
  shop.wait((DAYS + 1) * DAY);
  await deliver(shop);
  expect(await mine(shop)).toMatchObject({ state: 'stopped', tier: 'free', mayTry: false });
  expect(await failureOf(openPage(shop, member, DAYS))).toBe('TRIAL_CHANGED');
  // The same mailbox by another spelling.
  await moveInto(`${name}+again@${host}`);
  expect((await getMine(services, second)).mayTry).toBe(false);
  await db.kysely.deleteFrom('users').where('id', '=', idOf(member)).execute();
  await endPayments(services);
  await forgetTrials(services);
  await moveInto(`${name}@${host}`);
  expect((await getMine(services, second)).mayTry).toBe(false);
  shop.wait(700 * DAY);
  await forgetTrials(services);
  expect((await getMine(services, second)).mayTry).toBe(false);
  // Without the trial the plan can be bought as by everybody.
  expect((await subscribe(shop, second)).state).toBe('running');
  expect(paid(shop)).toEqual([1999]);
  shop.wait(60 * DAY);
  await forgetTrials(services);
  expect(await db.kysely.selectFrom('billing_trials').select('mailbox_hash').execute()).toEqual([]);
});

test('two accounts of one mailbox that open the payment page together get one trial', async ({ db }) => {
  const shop = await openTrials(db);
  const { member, moveInto, second } = shop;
  const [name = '', host = ''] = emailOf(member).split('@');
  await moveInto(`${name}+two@${host}`);
  const first = await openPage(shop, member, DAYS);
  expect(await failureOf(openPage(shop, second, DAYS))).toBe('TRIAL_CHANGED');
  const other = await openPage(shop, second);
  shop.stripe.fake.checkout.pay(other, GOOD);
  shop.stripe.fake.checkout.pay(first, GOOD);
  expect(paid(shop)).toEqual([1999]);
});

test('a page that was left unpaid costs nobody the trial', async ({ db }) => {
  const shop = await openTrials(db);
  const { member, moveInto, second, services } = shop;
  const [name = '', host = ''] = emailOf(member).split('@');
  await moveInto(`${name}+two@${host}`);
  await openPage(shop, member);
  await openPage(shop, member, DAYS);
  shop.wait(26 * 3600);
  expect((await getMine(services, second)).mayTry).toBe(true);
  expect((await subscribe(shop, second)).state).toBe('trialing');
});

test('an address that is not confirmed gets no trial', async ({ db }) => {
  const shop = await openTrials(db);
  await db.kysely
    .updateTable('users')
    .set({ email_verified: false })
    .where('id', '=', idOf(shop.member))
    .execute();
  expect((await mine(shop)).mayTry).toBe(false);
  expect(await failureOf(openPage(shop, shop.member, DAYS))).toBe('TRIAL_CHANGED');
});

test('no address can be read out of what is kept of a trial', async ({ db }) => {
  const shop = await openTrials(db);
  await subscribe(shop, shop.member);
  const rows = await db.kysely.selectFrom('billing_trials').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(emailOf(shop.member).split('@')[0]);
});

test('a trial is not carried over to a dearer plan: that ends it and is paid at once, or nothing changes', async ({
  db,
}) => {
  const shop = await openTrials(db);
  const { member, offers, services, stripe } = shop;
  const { id: planId } = await db.kysely
    .selectFrom('subscription_plans')
    .select('id')
    .where('tier', '=', 'basic')
    .executeTakeFirstOrThrow();
  await setTrial(services, shop.as('admin'), { planId, days: 7 });
  await subscribe({ ...shop, offers: { ...offers, premium: offers.basic } }, member);
  shop.wait(DAY);
  const shown = await previewChange(services, member, { offerId: offers.premium });
  expect(shown).toMatchObject({ kind: 'upgrade', dueNow: 1999, endsTrial: true });
  const order = { offerId: offers.premium, at: shown.at, dueNow: shown.dueNow };
  for (const { id } of stripe.fake.store.all('customer')) stripe.fake.store.cards.set(id, 'declines');
  expect(await failureOf(changePlan(services, member, order))).toBe('PAYMENT_DECLINED');
  expect(await mine(shop)).toMatchObject({ state: 'trialing', tier: 'basic' });
  for (const { id } of stripe.fake.store.all('customer')) stripe.fake.store.cards.set(id, 'good');
  expect(await changePlan(services, member, order)).toMatchObject({ state: 'running', tier: 'premium' });
  expect(paid(shop)).toEqual([1999]);
});

test('in a trial a cheaper plan is taken at once, and the trial goes on to its day', async ({ db }) => {
  const shop = await openTrials(db);
  const { member, offers, services } = shop;
  const ends = (await subscribe(shop, member)).subscription?.trialEndsAt;
  const { at, dueNow, kind, startsAt } = await previewChange(services, member, { offerId: offers.basic });
  expect({ kind, dueNow, startsAt }).toEqual({ kind: 'switch', dueNow: 0, startsAt: at });
  const billed = await changePlan(services, member, { offerId: offers.basic, at, dueNow });
  expect(billed).toMatchObject({ state: 'trialing', tier: 'basic', subscription: { trialEndsAt: ends } });
  shop.wait(DAYS * DAY + 7200);
  await deliver(shop);
  expect(paid(shop)).toEqual([999]);
});
