import { expect } from 'vitest';
import { eraseDueAccounts } from '#server/areas/accounts/erasure/erase-due-accounts';
import { getBillingOverview } from '#server/areas/admin/billing/get-billing-overview';
import { listRequests } from '#server/areas/admin/billing/legal/list-requests';
import { refundInvoice } from '#server/areas/admin/billing/person';
import { enableUser } from '#server/areas/admin/users/enable-user';
import { removeUser } from '#server/areas/admin/users/remove-user';
import { followUpCommands } from '#server/areas/billing/commands/follow-up-commands';
import { endPayments } from '#server/areas/billing/endings/end-payments';
import { carryOutRequests } from '#server/areas/billing/law/carry-out';
import { withdraw } from '#server/areas/billing/law/withdraw';
import { lookAt } from '#server/areas/billing/looks/look-at';
import { cancel } from '#server/areas/billing/member/cancel';
import { payer } from '#server/areas/billing/member/own';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { DAY } from '#tests/stripe/fake/store';
import { openGermanShop, orderAndPay } from '#tests/stripe/law';
import type { Fault } from '#tests/stripe/server/stripe-server';
import { buy, mine, openShop, type Shop } from '#tests/stripe/shop';

const commands = (db: Db, kind: string) =>
  db.kysely.selectFrom('billing_commands').selectAll().where('kind', '=', kind).execute();
const customerOf = (db: Db) =>
  db.kysely.selectFrom('billing_customers').select(['provider', 'customer']).executeTakeFirstOrThrow();
const audits = (db: Db, action: string) =>
  db.kysely.selectFrom('audit_log').select('id').where('action', '=', action).execute();
const returned = ({ stripe }: Shop) =>
  stripe.fake.store.all('refund').reduce((sum, { amount }) => sum + amount, 0);

async function refund(shop: Shop, amount: number | null, refunded?: number) {
  await shop.services.db.pool.query('update sessions set proved_at = $1', [shop.services.clock.now()]);
  const invoice = shop.stripe.fake.store.all('invoice').at(0)?.id ?? '';
  const order = { id: payer(shop.member).userId, invoice, amount, refunded, reason: 'Asked for' };
  return refundInvoice(shop.services, shop.as('admin'), order);
}

/** First come a look at subscriptions, invoices, the next charge and past ones, and the question whose invoice it is. */
const atRefund = (fault: Fault): Fault[] => [...Array.from({ length: 5 }, () => 'none' as const), fault];

test.for(['lost-reply', 'done-500', '500', '429', 'closed'] as const)(
  'a part that is paid back with the answer %s, and then again, goes back once',
  async (fault, { db }) => {
    const shop = await openShop(db);
    await buy(shop);
    shop.stripe.faults.push(...atRefund(fault));
    expect(await failureOf(refund(shop, 500))).toBe('PAYMENTS_AWAY');
    shop.wait(30);
    const billed = await refund(shop, 500);
    expect(billed.invoices).toMatchObject([{ refunded: 500 }]);
    expect(returned(shop)).toBe(500);
    // Who has seen it, and pays as much back once more, means it.
    await refund(shop, 500, 500);
    expect(returned(shop)).toBe(1000);
    expect(await audits(db, 'billing.refund')).toHaveLength(fault === '500' ? 3 : 2);
  },
);

test('a refund whose answer was lost, and which was seen since, is no reason to send no other', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  shop.stripe.faults.push(...atRefund('lost-reply'));
  expect(await failureOf(refund(shop, 500))).toBe('PAYMENTS_AWAY');
  shop.wait(30);
  await refund(shop, 500, 500);
  expect(returned(shop)).toBe(1000);
});

test.for(['lost-reply', 'done-500'] as const)(
  'a part that went back with the answer %s is not followed by another amount of which it was not known',
  async (fault, { db }) => {
    const shop = await openShop(db);
    await buy(shop);
    shop.stripe.faults.push(...atRefund(fault));
    expect(await failureOf(refund(shop, 500, 0))).toBe('PAYMENTS_AWAY');
    expect(await failureOf(refund(shop, 700, 0))).toBe('STATE_CHANGED');
    expect(returned(shop)).toBe(500);
  },
);

test('nothing goes back while the provider does not say what went back before', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  shop.stripe.faults.push('500');
  expect(await failureOf(refund(shop, 500, 0))).toBe('PAYMENTS_AWAY');
  expect(returned(shop)).toBe(0);
  expect(await commands(db, 'refund')).toEqual([]);
});

test('a refund that was not done is not told as done because other money went back', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  shop.stripe.faults.push(...atRefund('closed'));
  expect(await failureOf(refund(shop, 500, 0))).toBe('PAYMENTS_AWAY');
  shop.wait(61);
  // As an administrator does at the provider.
  const invoice = shop.stripe.fake.store.all('invoice').at(0)?.id ?? '';
  const { customer } = await customerOf(db);
  await shop.services.payments?.refund({ key: 'elsewhere', customer, invoice, amount: 600 });
  expect(await failureOf(refund(shop, 500, 0))).toBe('STATE_CHANGED');
  expect(returned(shop)).toBe(600);
  await refund(shop, 500, 600);
  expect(returned(shop)).toBe(1100);
});

test('a part that is paid back under a key whose answer is still on its way goes back once', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  shop.stripe.faults.push(...atRefund('lost-reply'));
  await failureOf(refund(shop, 500));
  // The look before the second try does not show it yet.
  const hidden = shop.stripe.fake.store.all('refund').at(0);
  const charge = shop.stripe.fake.store.all('charge').find(({ paid }) => paid);
  if (!hidden || !charge) throw new Error('nothing went back');
  shop.stripe.fake.store.objects.delete(hidden.id);
  charge.amount_refunded = 0;
  await refund(shop, 500);
  expect(shop.stripe.fake.store.all('refund')).toEqual([]);
  const rows = await commands(db, 'refund');
  expect(rows).toMatchObject([{ tries: 2, last_error: null }]);
});

test('the same amount can go back twice when it is asked for twice', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  await refund(shop, 500);
  await refund(shop, 500);
  expect(returned(shop)).toBe(1000);
  expect(await failureOf(refund(shop, 1000))).toBe('INVOICE_NOT_FOUND');
  await refund(shop, null);
  expect(returned(shop)).toBe(1999);
});

test('of two refunds of an invoice at the same moment, of which neither shows the other, one is given', async ({
  ownDb: db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  const given = await Promise.all([500, 700].map((amount) => failureOf(refund(shop, amount, 0))));
  const refused = given.filter((outcome) => outcome === 'STATE_CHANGED' || outcome === 'REFUND_RUNNING');
  expect(refused).toHaveLength(1);
  expect([500, 700]).toContain(returned(shop));
  expect(await audits(db, 'billing.refund')).toHaveLength(1);
});

test('a refund that was done is told as done, though the look after it fails', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  shop.stripe.faults.push(...atRefund('none'), '500');
  await refund(shop, 500);
  expect(returned(shop)).toBe(500);
  expect((await commands(db, 'refund')).at(0)?.last_error).toBeNull();
  // Who still sees the invoice as it was pays nothing more of it back.
  expect((await mine(shop)).invoices).toMatchObject([{ refunded: 0 }]);
  expect(await failureOf(refund(shop, 700, 0))).toBe('STATE_CHANGED');
  expect(returned(shop)).toBe(500);
});

test('a refund that was sent after the look of another one, and never seen, keeps that one from being sent', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  const { payments } = shop.services;
  if (!payments) throw new Error('nothing is sold');
  let isFirst = true;
  const slow = {
    ...payments,
    look: async (...asked: Parameters<typeof payments.look>) => {
      const seen = await payments.look(...asked);
      if (!isFirst) return seen;
      isFirst = false;
      shop.stripe.faults.push(...atRefund('none'), '500');
      await refund(shop, 500, 0);
      return seen;
    },
  };
  const other = { ...shop, services: { ...shop.services, payments: slow } };
  expect(await failureOf(refund(other, 700, 0))).toBe('STATE_CHANGED');
  expect(returned(shop)).toBe(500);
});

test('while nothing is heard of a refund, and a minute longer, no other amount of the invoice goes back', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  shop.stripe.faults.push(...atRefund('closed'));
  expect(await failureOf(refund(shop, 500, 0))).toBe('PAYMENTS_AWAY');
  expect(await failureOf(refund(shop, 700, 0))).toBe('REFUND_RUNNING');
  shop.wait(61);
  // As if the process died while it waited.
  await db.pool.query("update billing_commands set done_at = null, last_error = null where kind = 'refund'");
  expect(await failureOf(refund(shop, 700, 0))).toBe('REFUND_RUNNING');
  shop.wait(11 * 60);
  expect(await followUpCommands(shop.services)).toBe(1);
  expect(await failureOf(refund(shop, 700, 0))).toBe('REFUND_RUNNING');
  shop.wait(61);
  await refund(shop, 700, 0);
  expect(returned(shop)).toBe(700);
});

test('a refund of which nobody heard keeps no other one waiting because looks fail', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  shop.stripe.faults.push(...atRefund('closed'));
  expect(await failureOf(refund(shop, 500, 0))).toBe('PAYMENTS_AWAY');
  // As if the process died while it waited.
  await db.pool.query("update billing_commands set done_at = null, last_error = null where kind = 'refund'");
  for (let turn = 0; turn < 2; turn += 1) {
    shop.wait(11 * 60);
    shop.stripe.faults.push('500');
    expect(await followUpCommands(shop.services)).toBe(0);
  }
  const [lost] = await commands(db, 'refund');
  expect(Number(lost?.due_at)).toBeGreaterThan(Number(shop.services.clock.now()));
  const { payments } = shop.services;
  if (!payments) throw new Error('nothing is sold');
  const meanwhile: unknown[] = [];
  const tryOther = async () => {
    meanwhile.push(await failureOf(refund(shop, 700, 0)));
    throw new Error('refused');
  };
  const slow = { ...payments, refund: tryOther };
  // While it is given again, it does keep others waiting.
  await refund({ ...shop, services: { ...shop.services, payments: slow } }, 500, 0).catch(() => undefined);
  expect(meanwhile).toEqual(['REFUND_RUNNING']);
  await db.pool.query("update billing_commands set done_at = null where kind = 'refund'");
  await refund(shop, 700, 0);
  expect(returned(shop)).toBe(700);
});

test('a withdrawal and an administrator who pay back at the same moment do not pay back the same days twice', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  const { as, member, services, stripe } = shop;
  await orderAndPay(shop, true);
  shop.wait(10 * DAY);
  await db.pool.query('update sessions set proved_at = $1', [services.clock.now()]);
  const invoice = stripe.fake.store.all('invoice').at(0)?.id ?? '';
  const order = { id: payer(member).userId, invoice, amount: 500, refunded: 0, reason: 'Asked for' };
  const { payments } = services;
  if (!payments) throw new Error('nothing is sold');
  let isFirst = true;
  const slow = {
    ...payments,
    // After the look of the withdrawal, and before its refund.
    cancelNow: async (asked: Parameters<typeof payments.cancelNow>[0]) => {
      await payments.cancelNow(asked);
      if (isFirst) await refundInvoice(services, as('admin'), order);
      isFirst = false;
    },
  };
  await withdraw({ ...services, payments: slow }, member, { locale: 'en' });
  expect(returned(shop)).toBe(500);
  expect(await listRequests(services, as('admin'))).toMatchObject([
    { state: 'accepted', lastError: expect.stringContaining('another refund of the invoice') },
  ]);
  shop.wait(61);
  expect(await carryOutRequests(services)).toBe(1);
  expect(returned(shop)).toBe(1333);
  // The other way round: while the answer of a withdrawal's refund is awaited, no administrator pays back.
  await db.pool.query("update billing_commands set done_at = null, due_at = $1 where args ? 'request'", [
    new Date(services.clock.now().getTime() + 60_000),
  ]);
  expect(
    await failureOf(refundInvoice(services, as('admin'), { ...order, amount: 100, refunded: 1333 })),
  ).toBe('REFUND_RUNNING');
});

test('a refund whose process died before it heard is not given again', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  await refund(shop, 500);
  await db.pool.query("update billing_commands set done_at = null where kind = 'refund'");
  shop.wait(11 * 60);
  expect(await followUpCommands(shop.services)).toBe(1);
  await refund(shop, 500);
  expect(returned(shop)).toBe(500);
  expect((await mine(shop)).invoices).toMatchObject([{ refunded: 500 }]);
});

test('commands nobody heard of are followed up one by one; one of which nothing is learned for a day is shown', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  await cancel(shop.services, shop.member);
  await db.pool.query('update billing_commands set done_at = null');
  const all = (await db.kysely.selectFrom('billing_commands').select('id').execute()).length;
  shop.wait(11 * 60);
  shop.stripe.faults.push('500');
  expect(await followUpCommands(shop.services)).toBe(all - 1);
  shop.stripe.outage = '500';
  for (let day = 0; day < 14; day += 1) {
    expect(await followUpCommands(shop.services)).toBe(0);
    shop.wait(DAY);
  }
  expect((await getBillingOverview(shop.services, shop.as('admin'))).commandsParked).toBe(1);
});

test('what is tried every minute while the provider is away is written down once', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  await shop.services.db.pool.query('update users set erase_at = $1 where id = $2', [
    new Date(shop.services.clock.now().getTime() + 14 * DAY * 1000),
    payer(shop.member).userId,
  ]);
  const asked = shop.stripe.requests.length;
  await lookAt(shop.services, await customerOf(db));
  const look = Array.from({ length: shop.stripe.requests.length - asked }, () => 'none' as const);
  for (let minute = 0; minute < 5; minute += 1) {
    // The look is answered, the command is not.
    shop.stripe.faults.push(...look, minute % 2 ? '500' : 'closed');
    await endPayments(shop.services);
    shop.stripe.faults.length = 0;
    shop.wait(60);
  }
  expect((await mine(shop)).state).toBe('running');
  await endPayments(shop.services);
  expect((await mine(shop)).state).toBe('ending');
  const rows = await commands(db, 'cancel');
  expect(rows).toMatchObject([{ tries: 6, last_error: null }]);
  expect(await audits(db, 'billing.cancel')).toHaveLength(1);
});

test('an account is not erased before nothing of it can be charged any more', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  await shop.services.db.pool.query('update users set erase_at = $1 where id = $2', [
    shop.services.clock.now(),
    payer(shop.member).userId,
  ]);
  const erased = () => eraseDueAccounts(shop.services);
  shop.stripe.outage = '500';
  await endPayments(shop.services);
  expect(await erased()).toBe(0);
  expect((await getBillingOverview(shop.services, shop.as('admin'))).unclosed).toBe(1);
  shop.stripe.outage = undefined;
  await endPayments(shop.services);
  expect(shop.stripe.fake.store.all('subscription').every(({ ended_at }) => ended_at !== null)).toBe(true);
  expect(shop.stripe.fake.store.all('customer')).toEqual([]);
  expect(await erased()).toBe(1);
  const facts = await db.kysely.selectFrom('billing_facts').select('kind').execute();
  expect(facts.map(({ kind }) => kind)).toContain('paid');
});

test('a paying user whom an administrator deletes is shut out at once, and erased when nothing can be charged', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  const { userId: id } = payer(shop.member);
  const remove = () => removeUser(shop.services, shop.as('admin'), { id });
  const stillThere = async () =>
    (await db.kysely.selectFrom('users').select('disabled_at').where('id', '=', id).execute()).length;
  shop.stripe.outage = '500';
  expect(await remove()).toEqual({ id, waits: true });
  expect(await remove()).toEqual({ id, waits: true });
  expect(await audits(db, 'user.schedule-deletion')).toHaveLength(1);
  expect(await failureOf(enableUser(shop.services, shop.as('admin'), { id }))).toBe('DELETION_PENDING');
  expect((await db.pool.query('select from sessions where user_id = $1', [id])).rowCount).toBe(0);
  await endPayments(shop.services);
  expect(await eraseDueAccounts(shop.services)).toBe(0);
  expect(await stillThere()).toBe(1);
  shop.stripe.outage = undefined;
  await endPayments(shop.services);
  expect(await eraseDueAccounts(shop.services)).toBe(1);
  expect(await stillThere()).toBe(0);
  expect(shop.stripe.fake.store.all('customer')).toEqual([]);
});
