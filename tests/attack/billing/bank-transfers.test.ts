import { expect } from 'vitest';
import { lawDefaults } from '#domain/billing/law/law-defaults';
import { confirmTransfer } from '#server/areas/admin/billing/bank/confirm-transfer';
import { dropTransfer } from '#server/areas/admin/billing/bank/drop-transfer';
import { refundInvoice } from '#server/areas/admin/billing/person';
import { cancelTransfer } from '#server/areas/billing/bank/cancel-transfer';
import { getOwnTransfers } from '#server/areas/billing/bank/get-own-transfers';
import { orderTransfer } from '#server/areas/billing/bank/order-transfer';
import { getTransferTerms } from '#server/areas/billing/bank/transfer-terms';
import { getMine, payer } from '#server/areas/billing/member/own';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { orderByBank, planOf, prove, takeTransfers } from '#tests/stripe/bank-shop';
import { saveLaw } from '#tests/stripe/law';
import { buy, openShop } from '#tests/stripe/shop';

async function open(db: Db) {
  const { as, services } = await openVerbs(db);
  await takeTransfers(services, as('admin'));
  return { as, services, admin: as('admin'), member: as('free') };
}
const count = async (db: Db, table: 'billing_facts' | 'bank_transfers' | 'mail_outbox') =>
  (await db.kysely.selectFrom(table).selectAll().execute()).length;

test('nobody sees or cancels the order of somebody else', async ({ db }) => {
  const { as, member, services } = await open(db);
  const order = await orderByBank(services, member);
  const other = as('second');
  expect((await getOwnTransfers(services, other)).order).toBeNull();
  expect(await failureOf(cancelTransfer(services, other, { id: order?.id ?? '' }))).toBe(
    'TRANSFER_NOT_FOUND',
  );
  expect((await getOwnTransfers(services, member)).order?.id).toBe(order?.id);
});

test('one payment is confirmed once, by however many administrators at one moment', async ({ ownDb: db }) => {
  const { admin, member, services } = await open(db);
  const order = await orderByBank(services, member);
  await prove(services);
  const tries = Array.from({ length: 8 }, (_, index) =>
    failureOf(confirmTransfer(services, admin, { id: order?.id ?? '', number: `N-${index}` })),
  );
  const outcomes = await Promise.all(tries);
  expect(outcomes.filter((outcome) => outcome === 'TRANSFER_CLOSED')).toHaveLength(7);
  expect((await getMine(services, member)).invoices).toHaveLength(1);
  expect((await db.kysely.selectFrom('billing_facts').select('kind').execute()).length).toBe(1);
});

test('a payment that is confirmed while its member cancels is one or the other', async ({ ownDb: db }) => {
  const { admin, member, services } = await open(db);
  const id = (await orderByBank(services, member))?.id ?? '';
  await prove(services);
  const outcomes = await Promise.all([
    failureOf(confirmTransfer(services, admin, { id, number: '1' })),
    failureOf(cancelTransfer(services, member, { id })),
  ]);
  expect(outcomes.filter((outcome) => outcome === 'TRANSFER_CLOSED')).toHaveLength(1);
  const { invoices, tier } = await getMine(services, member);
  expect(tier).toBe(invoices.length === 1 ? 'premium' : 'free');
  expect(await failureOf(dropTransfer(services, admin, { id }))).toEqual(
    invoices.length === 1 ? 'TRANSFER_CLOSED' : { done: true },
  );
});

test('two orders from two tabs are one, with one email', async ({ ownDb: db }) => {
  const { member, services } = await open(db);
  const orders = await Promise.all(Array.from({ length: 6 }, () => orderByBank(services, member)));
  expect(new Set(orders.map((order) => order?.reference)).size).toBe(1);
  expect(await count(db, 'bank_transfers')).toBe(1);
  expect(await count(db, 'mail_outbox')).toBe(1);
  expect(await failureOf(orderByBank(services, member, 'basic', 'year'))).toBe('TRANSFER_PENDING');
});

test('one number names one invoice, however many are confirmed with it at one moment', async ({
  ownDb: db,
}) => {
  const { admin, as, services } = await open(db);
  const members = [as('free'), as('second')];
  const orders = await Promise.all(members.map((member) => orderByBank(services, member)));
  await prove(services);
  const outcomes = await Promise.all(
    orders.map((order) =>
      failureOf(confirmTransfer(services, admin, { id: order?.id ?? '', number: 'SAME' })),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'INVOICE_NUMBER_TAKEN')).toHaveLength(1);
});

test('more is never sent back than was paid, by however many refunds at one moment', async ({
  ownDb: db,
}) => {
  const { admin, member, services } = await open(db);
  const order = await orderByBank(services, member);
  await prove(services);
  await confirmTransfer(services, admin, { id: order?.id ?? '', number: '1' });
  const { invoices } = await getMine(services, member);
  const wanted = {
    id: payer(member).userId,
    invoice: invoices[0]?.id ?? '',
    amount: 1000,
    reason: 'Asked for',
  };
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => failureOf(refundInvoice(services, admin, wanted))),
  );
  expect(outcomes.filter((outcome) => outcome === 'INVOICE_NOT_FOUND')).toHaveLength(3);
  expect((await getMine(services, member)).invoices).toMatchObject([{ refunded: 1000 }]);
});

test('the invoice of one member is not refunded through another', async ({ db }) => {
  const { admin, as, member, services } = await open(db);
  const order = await orderByBank(services, member);
  await prove(services);
  await confirmTransfer(services, admin, { id: order?.id ?? '', number: '1' });
  const [invoice] = (await getMine(services, member)).invoices;
  const wanted = { id: payer(as('second')).userId, invoice: invoice?.id ?? '', amount: null, reason: 'x' };
  expect(await failureOf(refundInvoice(services, admin, wanted))).toBe('INVOICE_NOT_FOUND');
});

test('a session without a fresh proof confirms and sends back nothing', async ({ db }) => {
  const { admin, member, services } = await open(db);
  const order = await orderByBank(services, member);
  await db.kysely
    .updateTable('sessions')
    .set({ proved_at: new Date(0), factor_proved_at: new Date(0) })
    .execute();
  expect(await failureOf(confirmTransfer(services, admin, { id: order?.id ?? '', number: '1' }))).toBe(
    'PROOF_REQUIRED',
  );
  expect(await count(db, 'billing_facts')).toBe(0);
});

test('nothing is ordered at a price, or by terms, that were not shown', async ({ db }) => {
  const { admin, member, services } = await open(db);
  const choice = { planId: await planOf(services, 'premium'), interval: 'month' as const };
  const { terms } = await getTransferTerms(services, member, choice);
  await takeTransfers(services, admin, {
    prices: [{ ...choice, amount: 9999 }],
  });
  const order = { ...choice, terms, locale: 'en' };
  expect(await failureOf(orderTransfer(services, member, order))).toBe('ORDER_OUTDATED');
  await takeTransfers(services, admin, { isOn: false });
  expect(await failureOf(orderTransfer(services, member, order))).toBe('TRANSFERS_OFF');
});

test('who has a subscription orders nothing beside it, and what is agreed to is kept word for word', async ({
  db,
}) => {
  const shop = await openShop(db);
  const { as, member, services } = shop;
  await saveLaw(shop, { country: 'DE', ...lawDefaults('DE') });
  await saveLaw(shop, { orderToPay: false, withdrawal: true });
  await takeTransfers(services, as('admin'));
  await orderByBank(services, as('second'));
  const kept = await db.kysely
    .selectFrom('billing_consents')
    .innerJoin('consent_texts', 'hash', 'text_hash')
    .select('text')
    .execute();
  expect(kept).toHaveLength(1);
  expect(kept[0]?.text).toContain('Premium: €19.99 for one month.');
  await saveLaw(shop, { withdrawal: false });
  await buy(shop);
  expect(await failureOf(orderByBank(services, member))).toBe('SUBSCRIPTION_RUNNING');
});
