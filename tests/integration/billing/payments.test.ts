import { expect } from 'vitest';
import { longDate } from '#domain/long-dates';
import { answerNotices } from '#server/areas/billing/inbox/answer-notices';
import { cancelContract } from '#server/areas/billing/law/cancel-contract';
import { reconcile } from '#server/areas/billing/looks/reconcile';
import { sendDueMails } from '#server/areas/billing/mails/send-due-mails';
import { cancel, keep } from '#server/areas/billing/member/cancel';
import { changePlan, previewChange } from '#server/areas/billing/member/change-plan';
import { confirm } from '#server/areas/billing/member/checkout';
import { withdrawPrice } from '#server/areas/billing/prices/managed';
import { getPlan } from '#server/areas/plans/get-plan';
import { listPlans } from '#server/areas/plans/list-plans';
import { removePlan } from '#server/areas/plans/remove-plan';
import { updatePlan } from '#server/areas/plans/update-plan';
import { START } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { closeDispute, disputeCharge, payOpenInvoices, refundCharge } from '#tests/stripe/fake/payments';
import { DAY } from '#tests/stripe/fake/store';
import { buy, chargeOf, deliver, GOOD, mine, open, openShop, tierOf } from '#tests/stripe/shop';

test('a payment counts on the way back, before any webhook', async ({ db }) => {
  const shop = await openShop(db);
  expect(await tierOf(shop)).toBe('free');
  const { billed, isConfirmed } = await buy(shop);
  expect(isConfirmed).toBe(true);
  expect(billed).toMatchObject({ state: 'running', tier: 'premium', why: 'paid' });
  expect(billed.invoices).toMatchObject([{ amount: 1999, refunded: 0, currency: 'eur' }]);
});

test('a payment counts by its webhooks, for somebody who never comes back', async ({ db }) => {
  const shop = await openShop(db);
  shop.stripe.fake.checkout.pay(await open(shop, 'premium'), GOOD);
  expect(await tierOf(shop)).toBe('free');
  expect(new Set(await deliver(shop))).toEqual(new Set([200]));
  expect(await tierOf(shop)).toBe('premium');
});

test('a payment counts within the hour when neither comes', async ({ db }) => {
  const shop = await openShop(db);
  shop.stripe.fake.checkout.pay(await open(shop, 'premium'), GOOD);
  expect(await reconcile(shop.services, 0)).toEqual({ looked: 1, changed: 1, failed: 0 });
  expect(await tierOf(shop)).toBe('premium');
});

test('a card that is declined gives nothing, and a second try with a good one does', async ({ db }) => {
  const shop = await openShop(db);
  const session = await open(shop, 'premium');
  expect(() => shop.stripe.fake.checkout.pay(session, { card: '4000 0000 0000 0002' })).toThrow('declined');
  const way = await confirm(shop.services, shop.member, { session });
  expect([way.isConfirmed, way.billed.tier]).toEqual([false, 'free']);
  shop.stripe.fake.checkout.pay(session, GOOD);
  expect((await confirm(shop.services, shop.member, { session })).isConfirmed).toBe(true);
});

test('a second payment page is refused while a subscription runs', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  expect(await failureOf(open(shop, 'premium'))).toBe('SUBSCRIPTION_RUNNING');
});

test('a cancelled plan is held to the second that it was paid for, and can be kept', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  const ending = await cancel(shop.services, shop.member);
  expect(ending).toMatchObject({ state: 'ending', tier: 'premium', subscription: { nextChargeAt: null } });
  expect(await keep(shop.services, shop.member)).toMatchObject({ state: 'running' });
  await cancel(shop.services, shop.member);
  const end = Date.parse(ending.subscription?.endsAt ?? '') / 1000;
  shop.wait(end - START.getTime() / 1000 - 1);
  expect(await tierOf(shop)).toBe('premium');
  shop.wait(1);
  expect(await tierOf(shop)).toBe('free');
  await deliver(shop);
  expect(await mine(shop)).toMatchObject({ state: 'stopped', tier: 'free' });
});

test('an upgrade charges what it showed, at once', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop, 'basic');
  shop.wait(10 * DAY);
  const { at, dueNow } = await previewChange(shop.services, shop.member, { offerId: shop.offers.premium });
  const billed = await changePlan(shop.services, shop.member, { offerId: shop.offers.premium, at, dueNow });
  expect(billed.tier).toBe('premium');
  const last = shop.stripe.fake.store.all('charge').at(-1);
  expect(last).toMatchObject({ amount: dueNow, paid: true });
});

test('the whole money back ends the plan by its webhook', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  shop.wait(DAY);
  refundCharge(shop.stripe.fake.store, { charge: chargeOf(shop) });
  await deliver(shop);
  expect(await mine(shop)).toMatchObject({ tier: 'free', invoices: [{ amount: 1999, refunded: 1999 }] });
});

test('a dispute suspends the plan by its webhook, and winning it gives it back', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  shop.wait(DAY);
  const { id } = disputeCharge(shop.stripe.fake.store, chargeOf(shop));
  await deliver(shop);
  shop.wait(60);
  expect(await tierOf(shop)).toBe('free');
  closeDispute(shop.stripe.fake.store, id, 'won');
  await deliver(shop);
  expect(await tierOf(shop)).toBe('premium');
});

test('a renewal that fails leaves a week, and what is then paid brings the plan back', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  const { store } = shop.stripe.fake;
  const [customer] = store.all('customer');
  store.cards.set(customer?.id ?? '', 'declines');
  shop.wait(31 * DAY);
  await deliver(shop);
  expect(await mine(shop)).toMatchObject({ state: 'overdue', tier: 'premium', why: 'grace' });
  shop.wait(7 * DAY);
  expect(await tierOf(shop)).toBe('free');
});

test('who cancels while a payment is overdue is promised the grace, and the period only if the payment still goes through', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  const { store } = shop.stripe.fake;
  const customer = store.all('customer')[0]?.id ?? '';
  store.cards.set(customer, 'declines');
  shop.wait(31 * DAY);
  await deliver(shop);
  const { until } = await mine(shop);
  const receipt = await cancelContract(shop.services, shop.member, {
    isExtraordinary: false,
    reason: '',
    endsOn: null,
  });
  const ending = await mine(shop);
  const { accessEnds, endsAt } = ending.subscription ?? {};
  expect(ending).toMatchObject({ state: 'ending', tier: 'premium', why: 'grace', until });
  expect(accessEnds).toEqual({ at: until, ifPaid: endsAt });
  expect(receipt.text).toContain(`access ends on ${longDate(new Date(until ?? ''))}.`);
  expect(receipt.text).toContain(`the subscription ends on ${longDate(new Date(endsAt ?? ''))}.`);
  shop.wait(6 * DAY);
  expect(await mine(shop)).toMatchObject({ state: 'stopped', tier: 'free', subscription: { accessEnds } });
  // The provider tries again: what it takes is access that is given.
  store.cards.set(customer, 'good');
  payOpenInvoices(store, customer);
  await deliver(shop);
  expect(await mine(shop)).toMatchObject({
    state: 'ending',
    tier: 'premium',
    until: endsAt,
    subscription: { accessEnds: { at: endsAt, ifPaid: null } },
  });
});

test('who cancels after the grace has a receipt that says since when access has ended, and no email that says it twice', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  const { store } = shop.stripe.fake;
  store.cards.set(store.all('customer')[0]?.id ?? '', 'declines');
  shop.wait(31 * DAY);
  await deliver(shop);
  const { until } = await mine(shop);
  shop.wait(6 * DAY);
  const order = { isExtraordinary: false, reason: '', endsOn: null };
  const { text } = await cancelContract(shop.services, shop.member, order);
  expect(text).toContain(`access ended on ${longDate(new Date(until ?? ''))}.`);
  await sendDueMails(shop.services);
  const confirmed = db.kysely
    .selectFrom('mail_outbox')
    .select('id')
    .where('template', '=', 'billing-cancelled');
  expect(await confirmed.execute()).toEqual([]);
  shop.wait(60);
  await keep(shop.services, shop.member);
  await cancel(shop.services, shop.member);
  await sendDueMails(shop.services);
  expect(await confirmed.execute()).toHaveLength(1);
});

test('a plan that somebody subscribes to is not deleted, and after the last one has left it is', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  const plans = await listPlans(shop.services);
  const id = plans.find(({ tier }) => tier === 'premium')?.id ?? '';
  const basic = plans.find(({ tier }) => tier === 'basic')?.id ?? '';
  expect(await failureOf(removePlan(shop.services, shop.as('admin'), { id }))).toBe('PLAN_IN_USE');
  expect(await removePlan(shop.services, shop.as('admin'), { id: basic })).toEqual({ id: basic });
  await cancel(shop.services, shop.member);
  expect(await failureOf(removePlan(shop.services, shop.as('admin'), { id }))).toBe('PLAN_IN_USE');
  shop.wait(40 * DAY);
  await deliver(shop);
  expect(await removePlan(shop.services, shop.as('admin'), { id })).toEqual({ id });
});

test('the tier of a plan stays while the plan is for sale', async ({ db }) => {
  const shop = await openShop(db);
  const admin = shop.as('admin');
  const id = (await listPlans(shop.services)).find(({ tier }) => tier === 'premium')?.id ?? '';
  const plan = await getPlan(shop.services, admin, { id });
  expect(await failureOf(updatePlan(shop.services, admin, { ...plan, tier: 'basic' }))).toBe('PLAN_SOLD');
  expect(await updatePlan(shop.services, admin, { ...plan, name: 'Premium plus' })).toMatchObject({
    tier: 'premium',
  });
  await withdrawPrice(shop.services, admin, { id: shop.offers.premium });
  const again = { ...plan, name: 'Premium plus', version: plan.version + 1 };
  expect(await updatePlan(shop.services, admin, { ...again, tier: 'basic' })).toMatchObject({
    tier: 'basic',
  });
});

test('while the provider is away nobody loses anything, and a page to pay at is refused', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  shop.stripe.faults.push('500');
  expect(await failureOf(open(shop, 'premium'))).toBe('PAYMENTS_AWAY');
  shop.stripe.faults.push('500');
  expect(await reconcile(shop.services, 0)).toMatchObject({ failed: 1 });
  expect(await tierOf(shop)).toBe('premium');
});

test('a notice whose look fails is not done: it is looked at again', async ({ db }) => {
  const shop = await openShop(db);
  shop.stripe.fake.checkout.pay(await open(shop, 'premium'), GOOD);
  shop.stripe.faults.push(...Array.from({ length: 40 }, () => '500' as const));
  await deliver(shop);
  expect(await tierOf(shop)).toBe('free');
  shop.stripe.faults.length = 0;
  shop.wait(60);
  await answerNotices(shop.services);
  expect(await tierOf(shop)).toBe('premium');
});

test('a notice that nobody signed is refused without a word', async ({ db }) => {
  const { app } = await openShop(db);
  const body = JSON.stringify({ id: 'evt_1' });
  const headers = { 'stripe-signature': 't=1,v1=00', 'content-length': String(body.length) };
  const answer = await app.request('/webhooks/stripe', { method: 'POST', headers, body });
  expect([answer.status, await answer.text()]).toEqual([400, '']);
});
