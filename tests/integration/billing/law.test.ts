import { expect } from 'vitest';
import { eraseAccount } from '#server/areas/accounts/erasure/erase-account';
import { decideRequest } from '#server/areas/admin/billing/legal/decide-request';
import { getConsentText, listConsents } from '#server/areas/admin/billing/legal/list-consents';
import { listRequests } from '#server/areas/admin/billing/legal/list-requests';
import { cancelContract } from '#server/areas/billing/law/cancel-contract';
import { carryOutRequests } from '#server/areas/billing/law/carry-out';
import { getOrder } from '#server/areas/billing/law/compose-order';
import { declareAnonymously } from '#server/areas/billing/law/declare-anonymously';
import { getLegalPages } from '#server/areas/billing/law/get-legal-pages';
import { getRights } from '#server/areas/billing/law/get-rights';
import { withdraw } from '#server/areas/billing/law/withdraw';
import { reconcileAll } from '#server/areas/billing/looks/reconcile';
import { cancel, keep } from '#server/areas/billing/member/cancel';
import { changePlan, previewChange } from '#server/areas/billing/member/change-plan';
import { checkout } from '#server/areas/billing/member/checkout';
import { payer } from '#server/areas/billing/member/own';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { DAY } from '#tests/stripe/fake/store';
import { openGermanShop, orderAndPay, saveLaw } from '#tests/stripe/law';
import { buy, GOOD, mine, openShop, type Shop, tierOf } from '#tests/stripe/shop';

const LOCALE = { locale: 'en' };
const SOON = { isExtraordinary: false, reason: '', endsOn: null };
const STRANGER = {
  kind: 'withdrawal' as const,
  name: 'Ada Lovelace',
  email: 'ada@elsewhere.test',
  contract: 'Premium, ordered last week',
  website: '',
  ...SOON,
};
const withdrawAs = ({ member, services }: Shop) => withdraw(services, member, LOCALE);
const rightsOf = ({ member, services }: Shop) => getRights(services, member);
const refunds = ({ stripe }: Shop) => stripe.fake.store.all('refund').map(({ amount }) => amount);
const live = ({ stripe }: Shop) =>
  stripe.fake.store.all('subscription').filter(({ ended_at }) => ended_at === null);
const mails = (db: Db) => db.kysely.selectFrom('mail_outbox').selectAll().orderBy('created_at').execute();
const requests = ({ as, services }: Shop) => listRequests(services, as('admin'));

test('an order is shown with price, tax, renewal and cancellation, and kept word for word with the command', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  const { as, member, offers, services } = shop;
  const order = await getOrder(services, member, { offerId: offers.premium, trialDays: 0 });
  expect([order.button, ...order.lines]).toEqual([
    'Order with obligation to pay',
    'Premium: €19.99 per month. Price includes tax.',
    'Renews every month at this price until you cancel.',
    'Cancel any time in your profile. You keep the plan until the end of the paid period.',
    'You can withdraw from this contract within 14 days, without giving a reason.',
    'Our Terms of Service apply. You accept them on the payment page.',
  ]);
  await orderAndPay(shop, true);
  const { userId: id } = payer(member);
  const { items: consents } = await listConsents(services, as('admin'), { id });
  const text = async (hash = '') => (await getConsentText(services, as('admin'), { id, hash })).text;
  expect(await text(consents[0]?.hash)).toBe(order.beginNow);
  expect(consents).toMatchObject([{ kind: 'begin-now' }, { kind: 'terms', hash: order.terms, locale: 'en' }]);
  for (const line of order.lines) expect(await text(consents[1]?.hash)).toContain(line);
});

test.for(["update billing_consents set locale = 'de'", 'delete from consent_texts'])(
  'what was agreed to is never changed: %s',
  async (statement, { db }) => {
    await orderAndPay(await openGermanShop(db), true);
    await expect(db.pool.query(statement)).rejects.toThrow(/only ever added/);
  },
);

test('an upgrade is ordered with the words of the country, and what was shown is kept; a downgrade needs nothing', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  const { as, member, offers, services } = shop;
  const { terms } = await getOrder(services, member, { offerId: offers.basic, trialDays: 0 });
  const { url } = await checkout(services, member, { offerId: offers.basic, locale: 'en', terms });
  shop.stripe.fake.checkout.pay(url.split('/').at(-1) ?? '', GOOD);
  await reconcileAll(services);
  const preview = await previewChange(services, member, { offerId: offers.premium });
  expect(preview.order?.button).toBe('Order with obligation to pay');
  expect(preview.order?.lines[0]).toBe('Premium: €19.99 per month. Price includes tax.');
  expect(preview.order?.lines[1]).toMatch(/^Charged now: €\d+\.\d\d/);
  expect(preview.order?.lines.join()).not.toContain('withdraw');
  const upgrade = { offerId: offers.premium, at: preview.at, dueNow: preview.dueNow };
  expect(await failureOf(changePlan(services, member, upgrade))).toBe('ORDER_OUTDATED');
  expect(await failureOf(changePlan(services, member, { ...upgrade, terms: 'other' }))).toBe(
    'ORDER_OUTDATED',
  );
  await changePlan(services, member, { ...upgrade, terms: preview.order?.terms ?? null, locale: 'de' });
  const consents = await listConsents(services, as('admin'), { id: payer(member).userId });
  expect(consents.items[0]).toMatchObject({ kind: 'terms', hash: preview.order?.terms, locale: 'de' });
  const down = await previewChange(services, member, { offerId: offers.basic });
  expect(down.order).toBeNull();
  await changePlan(services, member, { offerId: offers.basic, at: down.at, dueNow: 0 });
});

test('other terms than those that hold are not agreed to, and nothing is ordered', async ({ db }) => {
  const shop = await openGermanShop(db);
  const { member, offers, services } = shop;
  const offerId = offers.premium;
  const { terms } = await getOrder(services, member, { offerId, trialDays: 0 });
  await saveLaw(shop, { withdrawalDays: 30 });
  for (const shown of [terms, null, '0'.repeat(64)])
    expect(
      await failureOf(checkout(services, member, { offerId, locale: 'en', terms: shown, beginNow: true })),
    ).toBe('ORDER_OUTDATED');
  expect(shop.stripe.fake.store.all('checkout.session')).toEqual([]);
  expect(await db.kysely.selectFrom('billing_consents').selectAll().execute()).toEqual([]);
});

test('where the law asks for nothing, an order without shown terms goes through and claims none', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  expect(await db.kysely.selectFrom('billing_consents').selectAll().execute()).toEqual([]);
  expect(await getLegalPages(shop.services)).toEqual({ withdrawal: null, cancellation: null });
  expect(await failureOf(withdrawAs(shop))).toBe('WITHDRAWAL_OVER');
  expect(await tierOf(shop)).toBe('premium');
});

test('who withdraws gets everything back, loses the plan at once, and has it in writing', async ({ db }) => {
  const shop = await openGermanShop(db);
  await orderAndPay(shop, false);
  shop.wait(5 * DAY);
  expect((await rightsOf(shop)).withdrawal).toEqual({
    until: '2026-12-05T12:00:00.000Z',
    refund: { amount: 1999, currency: 'eur' },
    isWhole: true,
  });
  const receipt = await withdrawAs(shop);
  expect(refunds(shop)).toEqual([1999]);
  expect(live(shop)).toEqual([]);
  expect(await tierOf(shop)).toBe('free');
  expect((await rightsOf(shop)).withdrawal).toBeNull();
  expect(receipt.text).toContain('I withdraw from my contract.');
  expect(receipt.text).toContain('Amount to be paid back: €19.99');
  expect(receipt.text).toContain('November 25, 2026');
  const [mail] = (await mails(db)).filter(({ template }) => template === 'declaration-confirmed');
  expect(mail).toMatchObject({ recipient: payer(shop.member).email, props: { statement: receipt.text } });
  // The administrators know of it, and have nothing to do.
  const reported = await db.kysely
    .selectFrom('notice_events')
    .selectAll()
    .where('kind', '=', 'billing-request')
    .execute();
  expect(reported).toHaveLength(1);
  expect(await requests(shop)).toMatchObject([{ state: 'done', outcome: 'refunded', isSignedIn: true }]);
});

test('who asked for access at once pays for the days until then', async ({ db }) => {
  const shop = await openGermanShop(db);
  await orderAndPay(shop, true);
  shop.wait(6 * DAY);
  const { withdrawal } = await rightsOf(shop);
  expect(withdrawal).toMatchObject({ refund: { amount: 1999 - 399 }, isWhole: false });
  await withdrawAs(shop);
  expect(refunds(shop)).toEqual([1600]);
  // A part went back, and the plan ends all the same.
  expect(await tierOf(shop)).toBe('free');
});

test('a box that was checked for an order that was never paid counts for nothing', async ({ db }) => {
  const shop = await openGermanShop(db);
  const { member, offers, services } = shop;
  const { terms } = await getOrder(services, member, { offerId: offers.basic, trialDays: 0 });
  await checkout(services, member, { offerId: offers.basic, locale: 'en', terms, beginNow: true });
  shop.wait(60);
  await orderAndPay(shop, false);
  shop.wait(DAY);
  expect((await rightsOf(shop)).withdrawal?.isWhole).toBe(true);
});

test('after the period the right is over, and cancelling is not', async ({ db }) => {
  const shop = await openGermanShop(db);
  await orderAndPay(shop, false);
  shop.wait(15 * DAY + 3600);
  expect((await rightsOf(shop)).withdrawal).toBeNull();
  expect(await failureOf(withdrawAs(shop))).toBe('WITHDRAWAL_OVER');
  expect(refunds(shop)).toEqual([]);
  const receipt = await cancelContract(shop.services, shop.member, SOON);
  expect(receipt.text).toContain('The subscription ends on December 20, 2026.');
  expect((await mine(shop)).state).toBe('ending');
  expect(await tierOf(shop)).toBe('premium');
  const cancellations = async () =>
    (await mails(db)).filter(
      ({ template }) => template === 'declaration-confirmed' || template === 'billing-cancelled',
    );
  expect((await cancellations()).map(({ template }) => template)).toEqual(['declaration-confirmed']);
  // Taken back, and canceled in the profile: the receipt of before says nothing of that.
  shop.wait(3600);
  await keep(shop.services, shop.member);
  shop.wait(13 * 3600);
  await cancel(shop.services, shop.member);
  expect((await cancellations()).map(({ template }) => template).sort()).toEqual([
    'billing-cancelled',
    'declaration-confirmed',
  ]);
});

test('a withdrawal counts while the provider is away, and is carried out when it is back', async ({ db }) => {
  const shop = await openGermanShop(db);
  await orderAndPay(shop, false);
  shop.stripe.faults.push('500', '500');
  const receipt = await withdrawAs(shop);
  expect(receipt.text).toContain('I withdraw');
  expect(await tierOf(shop)).toBe('free');
  expect(refunds(shop)).toEqual([]);
  expect(await requests(shop)).toMatchObject([
    { state: 'accepted', lastError: expect.stringContaining('PaymentsAway') },
  ]);
  // Nobody hurries it before its time.
  expect(await carryOutRequests(shop.services)).toBe(0);
  shop.wait(61);
  expect(await carryOutRequests(shop.services)).toBe(1);
  expect(refunds(shop)).toEqual([1999]);
  expect(live(shop)).toEqual([]);
});

test('a refund whose answer was lost is not paid twice', async ({ db }) => {
  const shop = await openGermanShop(db);
  await orderAndPay(shop, false);
  // Both looks ask for subscriptions, invoices and charges; the end and the invoice come before the refund.
  const asked = () => shop.stripe.fake.store.all('refund').length;
  shop.stripe.faults.push(...Array.from({ length: 8 }, () => 'none' as const), 'lost-reply');
  await withdrawAs(shop);
  expect(await requests(shop)).toMatchObject([{ lastError: expect.stringContaining('PaymentsAway') }]);
  for (let turn = 0; turn < 3; turn += 1) {
    shop.wait(61);
    await carryOutRequests(shop.services);
  }
  expect(asked()).toBe(1);
  expect(refunds(shop)).toEqual([1999]);
  expect(await requests(shop)).toMatchObject([{ state: 'done' }]);
});

test('a cancellation for a later day waits for the period that runs on it', async ({ db }) => {
  const shop = await openGermanShop(db);
  await orderAndPay(shop, false);
  const wanted = { ...SOON, endsOn: '2027-01-05' };
  const receipt = await cancelContract(shop.services, shop.member, wanted);
  expect(receipt.text).toContain('It ends with the paid period that is running on January 5, 2027.');
  expect((await mine(shop)).state).toBe('running');
  expect(await cancelContract(shop.services, shop.member, wanted)).toEqual(receipt);
  shop.wait(29 * DAY);
  expect(await carryOutRequests(shop.services)).toBe(0);
  expect((await mine(shop)).state).toBe('running');
  shop.wait(2 * DAY);
  expect(await carryOutRequests(shop.services)).toBe(1);
  expect(await mine(shop)).toMatchObject({
    state: 'ending',
    subscription: { endsAt: '2027-01-20T12:00:00.000Z' },
  });
});

test('who cancels for cause does not renew, and an administrator ends it and pays back what is left', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  const { as, services } = shop;
  await orderAndPay(shop, true);
  shop.wait(15 * DAY);
  const cause = { isExtraordinary: true, reason: 'The courses were removed.', endsOn: null };
  await cancelContract(services, shop.member, cause);
  expect((await mine(shop)).state).toBe('ending');
  const [open] = await requests(shop);
  expect(open).toMatchObject({
    state: 'open',
    reason: cause.reason,
    member: { subscription: { refund: 1999 - 999 } },
  });
  const decision = {
    id: open?.id ?? '',
    action: 'refund' as const,
    userId: payer(shop.member).userId,
    note: '',
  };
  expect(await failureOf(decideRequest(services, as('admin'), decision))).toBe('PROOF_REQUIRED');
  await db.pool.query('update sessions set proved_at = $1', [services.clock.now()]);
  expect(await decideRequest(services, as('admin'), decision)).toMatchObject({
    state: 'done',
    outcome: 'refunded',
  });
  expect(refunds(shop)).toEqual([1000]);
  expect(await tierOf(shop)).toBe('free');
  expect(await failureOf(decideRequest(services, as('admin'), decision))).toBe('STATE_CHANGED');
});

test('what is sent without signing in is mailed at once and waits for an administrator, who settles it once', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  const { as, services } = shop;
  await orderAndPay(shop, false);
  const { email, userId } = payer(shop.member);
  const receipt = await declareAnonymously(services, as('second'), {
    ...STRANGER,
    kind: 'cancellation',
    email: email.toUpperCase(),
    endsOn: null,
  });
  const [mail] = (await mails(db)).filter(({ template }) => template === 'declaration-received');
  expect(mail).toMatchObject({ props: { statement: receipt.text } });
  const [open] = await requests(shop);
  expect(open).toMatchObject({ isSignedIn: false, state: 'open', member: { userId } });
  expect((await mine(shop)).state).toBe('running');
  const decision = { id: open?.id ?? '', action: 'cancel' as const, userId, note: '' };
  expect(await decideRequest(services, as('admin'), decision)).toMatchObject({
    state: 'done',
    outcome: 'canceled',
  });
  expect((await mine(shop)).state).toBe('ending');
  await keep(services, shop.member);
  expect(await failureOf(decideRequest(services, as('admin'), decision))).toBe('STATE_CHANGED');
  expect((await mine(shop)).state).toBe('running');
});

test('what was done elsewhere is noted, and a note is needed', async ({ db }) => {
  const shop = await openGermanShop(db);
  const { as, services } = shop;
  await declareAnonymously(services, as('visitor'), STRANGER);
  const [open] = await requests(shop);
  expect(open?.member).toBeNull();
  const decide = (note: string, action: 'cancel' | 'other' = 'other') =>
    failureOf(decideRequest(services, as('admin'), { id: open?.id ?? '', action, userId: null, note }));
  expect(await decide('', 'cancel')).toBe('NO_SUBSCRIPTION');
  expect(await decide('')).toBe('BAD_INPUT');
  expect(await decide('Paid by bank transfer, returned by hand')).toMatchObject({
    state: 'done',
    outcome: 'other',
  });
  expect(await decide('Once more')).toBe('STATE_CHANGED');
});

test('after the account is deleted the money still goes back, the proof stays, and the name does not', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  await orderAndPay(shop, true);
  shop.stripe.faults.push('500', '500');
  await withdrawAs(shop);
  const { email, name, userId } = payer(shop.member);
  await shop.services.db.transaction((trx) => eraseAccount(trx, shop.services, userId));
  shop.wait(61);
  expect(await carryOutRequests(shop.services)).toBe(1);
  expect(refunds(shop)).toHaveLength(1);
  const kept = await db.kysely.selectFrom('billing_consents').select('kind').orderBy('no').execute();
  expect(kept.map(({ kind }) => kind)).toEqual(['terms', 'begin-now', 'withdrawal']);
  const rows = [
    ...(await db.kysely.selectFrom('billing_requests').selectAll().execute()),
    ...(await db.kysely.selectFrom('consent_texts').selectAll().execute()),
    ...(await mails(db)),
  ];
  const written = JSON.stringify(rows);
  for (const trace of [email, name, userId]) expect(written).not.toContain(trace);
});
