import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { MAX_LISTED } from '#domain/billing/max-listed';
import { eraseAccount } from '#server/areas/accounts/erasure/erase-account';
import { changeTier } from '#server/areas/accounts/profile/change-tier';
import { confirmTransfer } from '#server/areas/admin/billing/bank/confirm-transfer';
import { listTransfers } from '#server/areas/admin/billing/bank/list-transfers';
import { noteTransfer } from '#server/areas/admin/billing/bank/note-transfer';
import { exportInvoices } from '#server/areas/admin/billing/exports/export-invoices';
import { exportPayments } from '#server/areas/admin/billing/exports/export-payments';
import { exportTax } from '#server/areas/admin/billing/exports/export-tax';
import { getTimeline, refundInvoice } from '#server/areas/admin/billing/person';
import { getRevenue } from '#server/areas/admin/billing/reports/get-revenue';
import { getOverview } from '#server/areas/admin/overview/get-overview';
import { cancelTransfer } from '#server/areas/billing/bank/cancel-transfer';
import { getOwnTransfers } from '#server/areas/billing/bank/get-own-transfers';
import { followMode, setMode } from '#server/areas/billing/ledger/follow-mode';
import { turnTiers } from '#server/areas/billing/ledger/turn-tiers';
import { getMine, payer } from '#server/areas/billing/member/own';
import { listOffers } from '#server/areas/billing/prices/list-offers';
import type { Db } from '#server/db/client';
import type { Caller, Services } from '#server/services';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { confirmOrder, orderByBank, prove, takeTransfers } from '#tests/stripe/bank-shop';

const DAY = 86_400;

async function open(db: Db) {
  const { as, services, wait } = await openVerbs(db);
  const [admin, member] = [as('admin'), as('free')];
  await takeTransfers(services, admin);
  return { admin, as, member, services, wait, id: payer(member).userId };
}
const written = async ({ db }: Services, member: Caller) =>
  (
    await db.kysely
      .selectFrom('profiles')
      .select('subscription_tier')
      .where('id', '=', payer(member).userId)
      .executeTakeFirstOrThrow()
  ).subscription_tier;
const mails = async ({ db }: Services) =>
  (await db.kysely.selectFrom('mail_outbox').select('template').orderBy('created_at').execute()).map(
    ({ template }) => template,
  );
const refund = async (
  { admin, id, services }: Awaited<ReturnType<typeof open>>,
  amount: number | null,
  refunded?: number,
) => {
  await prove(services);
  const [invoice] = (await getTimeline(services, admin, { id })).billed.invoices;
  return refundInvoice(services, admin, {
    id,
    invoice: invoice?.id ?? '',
    amount,
    refunded,
    reason: 'Asked for',
  });
};

test('a plan is ordered with instructions, opens when the payment is confirmed, and ends with its period', async ({
  db,
}) => {
  const { admin, member, services, wait } = await open(db);
  const order = await orderByBank(services, member);
  expect(order).toMatchObject({
    tier: 'premium',
    amount: 1999,
    currency: 'eur',
    holder: 'Blue Harbor School',
  });
  expect(order?.reference).toMatch(/^LT-[A-Z2-9]{8}$/);
  expect(await written(services, member)).toBe('free');
  expect(await mails(services)).toEqual(['bank-order']);
  expect((await getOverview(services, admin)).attention).toMatchObject({ pendingTransfers: 1 });
  const paid = await confirmOrder(services, admin, member, '2026-1');
  expect(paid).toMatchObject({ state: 'paid', number: '2026-1' });
  expect(await written(services, member)).toBe('premium');
  expect(await mails(services)).toEqual(['bank-order', 'billing-receipt']);
  expect(await getMine(services, member)).toMatchObject({
    tier: 'premium',
    why: 'paid',
    until: paid.to,
    subscription: null,
    invoices: [{ number: '2026-1', amount: 1999, refunded: 0, hasDocument: false }],
  });
  expect((await getOwnTransfers(services, member)).order).toBeNull();
  wait(32 * DAY);
  expect(await getMine(services, member)).toMatchObject({ tier: 'free', why: 'none' });
  await turnTiers(services);
  expect(await written(services, member)).toBe('free');
});

test('who pays again before the end goes on without a gap or an overlap', async ({ db }) => {
  const { admin, member, services } = await open(db);
  await orderByBank(services, member);
  const first = await confirmOrder(services, admin, member, '1');
  await orderByBank(services, member, 'premium', 'year');
  const second = await confirmOrder(services, admin, member, '2');
  expect(second.from).toBe(first.to);
  expect((await getMine(services, member)).until).toBe(second.to);
});

test('a part that goes back changes no plan, all of it ends the plan at once', async ({ db }) => {
  const school = await open(db);
  const { admin, member, services } = school;
  await orderByBank(services, member);
  await confirmOrder(services, admin, member, '1');
  expect((await refund(school, 500, 0)).invoices).toMatchObject([{ refunded: 500 }]);
  // From another tab, or because the answer was lost.
  expect(await failureOf(refund(school, 500, 0))).toBe('STATE_CHANGED');
  expect(await written(services, member)).toBe('premium');
  expect(await failureOf(refund(school, 1500))).toBe('INVOICE_NOT_FOUND');
  const moved = () =>
    services.db.kysely.selectFrom('billing_movements').select('kind').orderBy('at').execute();
  expect((await moved()).map(({ kind }) => kind)).toEqual(['new', 'churn']);
  school.wait(2 * DAY);
  expect((await refund(school, null)).invoices).toMatchObject([{ refunded: 1999 }]);
  expect(await written(services, member)).toBe('free');
  const churn = services.db.kysely.selectFrom('billing_movements').select('at').where('kind', '=', 'churn');
  expect(await churn.execute()).toEqual([{ at: services.clock.now() }]);
  expect(await failureOf(refund(school, null))).toBe('INVOICE_NOT_FOUND');
  expect(await mails(services)).toEqual([
    'bank-order',
    'billing-receipt',
    'billing-refund',
    'billing-refund',
  ]);
});

test('an invoice that the school wrote itself is noted with its period', async ({ db }) => {
  const { admin, as, id, member, services } = await open(db);
  await prove(services);
  const [from, to] = ['2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'];
  const now = services.clock.now();
  const year = { from: now.toISOString(), to: new Date(now.getTime() + 365 * DAY * 1000).toISOString() };
  const bill = { userId: id, tier: 'basic' as const, amount: 9900, currency: 'eur', number: 'A-7' };
  await noteTransfer(services, admin, { ...bill, ...year });
  expect(await written(services, member)).toBe('basic');
  const twice = noteTransfer(services, admin, { ...bill, from, to });
  expect(await failureOf(twice)).toBe('INVOICE_NUMBER_TAKEN');
  expect(await listTransfers(services, admin, { q: '' })).toMatchObject([
    { number: 'A-7', state: 'paid', interval: null },
  ]);
  // Beside an order that waits.
  await orderByBank(services, as('basic'));
  await noteTransfer(services, admin, { ...bill, ...year, userId: payer(as('basic')).userId, number: 'A-8' });
  expect((await listTransfers(services, admin, { q: '' })).map(({ state }) => state)).toEqual([
    'pending',
    'paid',
    'paid',
  ]);
});

test('the end of a better plan is mailed, though a lesser one of another transfer goes on', async ({
  db,
}) => {
  const { admin, id, member, services, wait } = await open(db);
  await prove(services);
  const from = services.clock.now();
  const until = (days: number) => ({
    from: from.toISOString(),
    to: new Date(from.getTime() + days * DAY * 1000).toISOString(),
  });
  const bill = { userId: id, amount: 9900, currency: 'eur' };
  await noteTransfer(services, admin, { ...bill, ...until(365), tier: 'basic', number: 'A-1' });
  await noteTransfer(services, admin, { ...bill, ...until(30), tier: 'premium', number: 'A-2' });
  wait(31 * DAY);
  await turnTiers(services);
  expect(await written(services, member)).toBe('basic');
  const told = await db.kysely
    .selectFrom('notice_events')
    .select(['props', 'in_app_only'])
    .where('kind', '=', 'tier-changed')
    .orderBy('in_app_only')
    .execute();
  const receipts = ['basic', 'premium'].map((tier) => ({ props: { tier }, in_app_only: true }));
  expect(told).toHaveLength(3);
  expect(told).toEqual(expect.arrayContaining(receipts));
  expect(told[0]).toEqual({ props: { tier: 'basic' }, in_app_only: false });
});

test('behind more orders than are listed, one is found by its reference or its member', async ({ db }) => {
  const { admin, member, services } = await open(db);
  const accounts = await db.kysely
    .insertInto('billing_accounts')
    .values(Array.from({ length: MAX_LISTED }, () => ({ user_id: null })))
    .returning('id')
    .execute();
  const waiting = accounts.map(({ id }, index) => ({
    account_id: id,
    reference: `OLD-${index}`,
    tier: 'premium' as const,
    interval: 'month' as const,
    amount: 1999,
    currency: 'eur',
    ordered_at: new Date(services.clock.now().getTime() - DAY * 1000),
  }));
  await db.kysely.insertInto('bank_transfers').values(waiting).execute();
  const order = await orderByBank(services, member);
  const found = async (q: string) => (await listTransfers(services, admin, { q })).map(({ id }) => id);
  expect(await found('')).not.toContain(order?.id);
  expect(await found(order?.reference.toLowerCase() ?? '')).toEqual([order?.id]);
  expect(await found(payer(member).name)).toEqual([order?.id]);
  expect(await found('%')).toEqual([]);
});

test('timeline, revenue and exports show bank transfers like every other payment, in whatever mode', async ({
  db,
}) => {
  const school = await open(db);
  const { admin, id, member, services } = school;
  await orderByBank(services, member, 'premium', 'year');
  const paid = await confirmOrder(services, admin, member, 'B-1');
  await refund(school, 1000);
  const { facts } = await getTimeline(services, admin, { id });
  expect(facts.map(({ kind, provider }) => `${provider} ${kind}`)).toEqual(['bank refund', 'bank paid']);
  const today = services.clock.now().toISOString().slice(0, 10);
  const headers = () => ({ resHeaders: new Headers() });
  const range = { from: today, to: today };
  const invoices = await text(await exportInvoices(services, admin, range, headers()));
  expect(invoices).toContain('B-1');
  expect(invoices).toContain(',EUR,199,,,10,');
  const payments = await text(await exportPayments(services, admin, range, headers()));
  expect(payments.match(/,bank,/g)).toHaveLength(2);
  // Nobody here knows their tax: a row of 0 would be a wrong one.
  const tax = await text(await exportTax(services, admin, range, headers()));
  expect(tax.trim().split('\n')).toHaveLength(1);
  const { rows } = await getRevenue(services, admin, { months: 1 });
  // A year of 199.00 brings in a twelfth of it per month.
  expect(rows.map(({ currency, end }) => `${currency} ${end.amount}`)).toEqual(['eur 1658', 'eur 1658']);
  await setMode(services);
  await followMode(services);
  expect(await getMine(services, member)).toMatchObject({ tier: 'premium', until: paid.to });
});

test('no plan is free to choose where plans are paid by bank transfer', async ({ db }) => {
  const { admin, member, services } = await open(db);
  expect((await listOffers(services)).isFreeChoice).toBe(false);
  expect(await failureOf(changeTier(services, member, { tier: 'premium' }))).toBe('PAYMENT_REQUIRED');
  await takeTransfers(services, admin, { isOn: false });
  expect((await listOffers(services)).isFreeChoice).toBe(true);
});

test('an order that is canceled can be ordered again, and stays as it was bought when prices change', async ({
  db,
}) => {
  const { admin, member, services } = await open(db);
  const first = await orderByBank(services, member);
  await cancelTransfer(services, member, { id: first?.id ?? '' });
  await cancelTransfer(services, member, { id: first?.id ?? '' });
  const second = await orderByBank(services, member);
  expect(second?.reference).not.toBe(first?.reference);
  await takeTransfers(services, admin, { prices: [], currency: 'usd' });
  expect((await getOwnTransfers(services, member)).order).toMatchObject({ amount: 1999, currency: 'eur' });
  expect(await confirmOrder(services, admin, member, '1')).toMatchObject({ amount: 1999, currency: 'eur' });
});

test('the account of a member who is erased owes nothing, and what was paid stays without a name', async ({
  db,
}) => {
  const { admin, id, member, services } = await open(db);
  await orderByBank(services, member, 'basic', 'year');
  await confirmOrder(services, admin, member, '1');
  const waiting = await orderByBank(services, member);
  await db.transaction((trx) => eraseAccount(trx, services, id));
  await prove(services);
  expect(await failureOf(confirmTransfer(services, admin, { id: waiting?.id ?? '', number: '2' }))).toBe(
    'TRANSFER_CLOSED',
  );
  const left = await listTransfers(services, admin, { q: '' });
  expect(left.map(({ state }) => state).sort()).toEqual(['canceled', 'paid']);
  for (const { name, userId } of left) expect([name, userId]).toEqual([null, null]);
});
