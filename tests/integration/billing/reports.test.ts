import { expect } from 'vitest';
import { exportInvoices } from '#server/areas/admin/billing/exports/export-invoices';
import { exportPayments } from '#server/areas/admin/billing/exports/export-payments';
import { exportTax } from '#server/areas/admin/billing/exports/export-tax';
import { getBillingOverview } from '#server/areas/admin/billing/get-billing-overview';
import { giveGift } from '#server/areas/admin/billing/person';
import { endGift } from '#server/areas/admin/billing/reports/end-gift';
import { getHealth } from '#server/areas/admin/billing/reports/get-health';
import { getRevenue } from '#server/areas/admin/billing/reports/get-revenue';
import { listDisputes, listGifts, listRefunds } from '#server/areas/admin/billing/reports/list-cases';
import { retryNotices } from '#server/areas/admin/billing/reports/retry-notices';
import { reopenCommand } from '#server/areas/billing/commands/command-sql';
import { followUpCommands } from '#server/areas/billing/commands/follow-up-commands';
import { reconcile } from '#server/areas/billing/looks/reconcile';
import { START } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { endSubscription } from '#tests/stripe/fake/end-subscription';
import { disputeCharge, refundCharge } from '#tests/stripe/fake/payments';
import { DAY } from '#tests/stripe/fake/store';
import { buy, chargeOf, deliver, openShop, type Shop, tierOf } from '#tests/stripe/shop';

const YEAR = { from: `${START.getUTCFullYear()}-01-01`, to: `${START.getUTCFullYear() + 1}-12-31` };
type Export = typeof exportInvoices;

async function linesOf(shop: Shop, run: Export, range = YEAR): Promise<Record<string, string>[]> {
  const resHeaders = new Headers();
  const text = await new Response(await run(shop.services, shop.as('admin'), range, { resHeaders })).text();
  expect(resHeaders.get('content-type')).toBe('text/csv; charset=utf-8');
  const [head = '', ...lines] = text.replace('\uFEFF', '').trim().split('\r\n');
  const columns = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [columns[at], cell])));
}

test('revenue by month starts with what was bought and ends with nothing when it ends', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  const months = async () =>
    (await getRevenue(shop.services, shop.as('admin'), { months: 3 })).rows.filter(
      ({ tier }) => tier === null,
    );
  expect((await months()).at(-1)).toMatchObject({
    start: { accounts: 0, amount: 0 },
    new: { accounts: 1, amount: 1680 },
    end: { accounts: 1, amount: 1680 },
  });
  shop.wait(40 * DAY);
  const [subscription] = shop.stripe.fake.store.all('subscription');
  if (subscription) endSubscription(shop.stripe.fake.store, subscription, 'cancellation_requested');
  await deliver(shop);
  const rows = await months();
  expect(rows.map(({ churn, end }) => [churn.accounts, end.amount])).toEqual([
    [0, 0],
    [0, 1680],
    [-1, 0],
  ]);
});

test('the files of an accountant agree on what came in, what went back and what of it is tax', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  await db.kysely.updateTable('users').set({ name: '=1+1' }).where('id', '=', userOf(shop)).execute();
  shop.wait(DAY);
  refundCharge(shop.stripe.fake.store, { charge: chargeOf(shop), amount: 500 });
  shop.wait(31 * DAY);
  await deliver(shop);

  const invoices = await linesOf(shop, exportInvoices);
  expect(invoices).toMatchObject([
    { total: '19.99', tax: '3.19', net: '16.8', refunded: '5', country: 'DE', has_tax_id: 'false' },
    { total: '19.99', tax: '3.19', refunded: '0', currency: 'EUR', plan: 'premium' },
  ]);
  // A name that is a formula stays a name.
  expect(invoices[0]?.name).toBe("'=1+1");
  const payments = await linesOf(shop, exportPayments);
  expect(payments.map(({ amount, state, type }) => [type, amount, state])).toEqual([
    ['payment', '19.99', 'paid'],
    ['payment', '19.99', 'paid'],
    ['refund', '-5', 'done'],
  ]);
  const tax = await linesOf(shop, exportTax);
  expect(tax.reduce((sum, { gross }) => sum + Number(gross), 0)).toBeCloseTo(39.98);
  expect(tax.reduce((sum, { tax: one }) => sum + Number(one), 0)).toBeCloseTo(6.38);
  expect(tax[0]).toMatchObject({ country: 'DE', refunded_gross: '5', refunded_tax: '0.8' });
});

test('an export has what was paid within its days, and is kept in the audit log', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  const today = START.toISOString().slice(0, 10);
  const yesterday = new Date(START.getTime() - DAY * 1000).toISOString().slice(0, 10);
  expect(await linesOf(shop, exportInvoices, { from: today, to: today })).toHaveLength(1);
  expect(await linesOf(shop, exportInvoices, { from: '2020-01-01', to: yesterday })).toEqual([]);
  const audited = await db.kysely
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'billing.export')
    .orderBy('id')
    .execute();
  expect(audited[0]?.after).toMatchObject({ file: 'invoices', from: today, to: today });
});

test('disputes are listed with their amount, the day for evidence and the page of the provider', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  const { id } = disputeCharge(shop.stripe.fake.store, chargeOf(shop));
  await deliver(shop);
  expect(await listDisputes(shop.services, shop.as('admin'))).toMatchObject([
    { state: 'open', amount: 1999, currency: 'eur', url: `https://dashboard.stripe.com/test/disputes/${id}` },
  ]);
  expect(await linesOf(shop, exportPayments)).toMatchObject([{ type: 'payment' }, { amount: '-19.99' }]);
});

test('refunds are listed with their invoice', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  refundCharge(shop.stripe.fake.store, { charge: chargeOf(shop) });
  await deliver(shop);
  expect(await listRefunds(shop.services, shop.as('admin'))).toMatchObject([
    { amount: 1999, isWhole: true, isDone: true, invoice: expect.stringMatching(/-0001$/) },
  ]);
});

const userOf = ({ member: { viewer } }: Shop) => (viewer.kind === 'member' ? viewer.userId : '');

test('a gift is listed until it ends, and can be ended early', async ({ db }) => {
  const shop = await openShop(db);
  const id = userOf(shop);
  await giveGift(shop.services, shop.as('admin'), { id, tier: 'premium', until: null, reason: 'Prize' });
  const { items } = await listGifts(shop.services, shop.as('admin'));
  expect(items).toMatchObject([{ userId: id, tier: 'premium', until: null, reason: 'Prize' }]);
  expect(await tierOf(shop)).toBe('premium');
  const gift = items[0]?.id ?? '';
  await endGift(shop.services, shop.as('admin'), { id, gift });
  expect(await tierOf(shop)).toBe('free');
  expect(await listGifts(shop.services, shop.as('admin'))).toEqual({ items: [], total: 0 });
  expect(await failureOf(endGift(shop.services, shop.as('admin'), { id, gift: 'chosen' }))).toBe(
    'GIFT_NOT_FOUND',
  );
});

test('a comparison says what no notice told of', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  refundCharge(shop.stripe.fake.store, { charge: chargeOf(shop) });
  await reconcile(shop.services, 0);
  const { lastCheck } = await getHealth(shop.services, shop.as('admin'));
  expect(lastCheck).toMatchObject({ looked: 1, changed: 1, failed: 0 });
  expect(lastCheck?.differences).toMatchObject([
    { userId: userOf(shop), facts: [expect.stringMatching(/^refund /)] },
  ]);
});

test('a notice that was given up is tried again when an administrator asks', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  refundCharge(shop.stripe.fake.store, { charge: chargeOf(shop) });
  shop.stripe.faults.push(...Array.from({ length: 60 }, () => '500' as const));
  await deliver(shop);
  await db.kysely
    .updateTable('billing_inbox')
    .set({ parked_at: START })
    .where('done_at', 'is', null)
    .execute();
  const { parked } = await getHealth(shop.services, shop.as('admin'));
  expect(parked.length).toBeGreaterThan(0);
  expect(parked.some(({ error }) => error !== null)).toBe(true);
  shop.stripe.faults.length = 0;
  expect(await retryNotices(shop.services, shop.as('admin'))).toEqual({ retried: parked.length });
  await deliver(shop);
  expect(await tierOf(shop)).toBe('free');
  expect((await getHealth(shop.services, shop.as('admin'))).parked).toEqual([]);
});

test('payment commands that were given up are looked at again when an administrator asks, each once', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  const now = shop.services.clock.now();
  const { rows: given } = await db.pool.query(
    `update billing_commands set done_at = null, last_error = '500', looks = 12, parked_at = $1, due_at = $1
     returning account_id as "accountId", args, kind, provider`,
    [now],
  );
  expect(given.length).toBeGreaterThan(0);
  await db.pool.query(
    `insert into chore_runs (name, holder, leased_until, last_started_at, every_seconds)
     values ('follow up payments', gen_random_uuid(), now(), now() - interval '30 seconds', 60)`,
  );
  expect(await followUpCommands(shop.services)).toBe(0);
  const retry = () => retryNotices(shop.services, shop.as('admin'));
  expect([await retry(), await retry()]).toEqual([{ retried: given.length }, { retried: 0 }]);
  const { rows: asked } = await db.pool.query('select asked_at > last_started_at as at_once from chore_runs');
  expect(asked).toEqual([{ at_once: true }]);
  expect(await followUpCommands(shop.services)).toBe(given.length);
  // One that its owner gives again is in hand, and no longer given up.
  await db.pool.query('update billing_commands set done_at = null, parked_at = $1, due_at = $1', [now]);
  const dueAt = new Date(now.getTime() + 60_000);
  await db.transaction((trx) => reopenCommand(trx, given[0], { now, dueAt, resumes: 'same-key' }));
  expect(await retry()).toEqual({ retried: given.length - 1 });
  // Whose answer came after all needs nobody's attention.
  await db.pool.query('update billing_commands set done_at = $1, parked_at = $1', [now]);
  const overview = await getBillingOverview(shop.services, shop.as('admin'));
  expect(overview.commandsParked).toBe(0);
});

test('a payment command that is given again after it was given up is looked at as often as before, and reported again', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  const { clock } = shop.services;
  const { rows: given } = await db.pool.query(
    `update billing_commands set done_at = null, last_error = null, due_at = $1
     where kind = 'checkout'
     returning account_id as "accountId", args, kind, provider`,
    [clock.now()],
  );
  const isParked = async () =>
    (await getBillingOverview(shop.services, shop.as('admin'))).commandsParked === 1;
  shop.stripe.outage = '500';
  /** So many looks in vain until it is given up. */
  const looksInVain = async () => {
    for (let looks = 1; looks <= 20; looks += 1) {
      await db.pool.query('update billing_commands set due_at = $1 where done_at is null', [clock.now()]);
      await followUpCommands(shop.services);
      if (await isParked()) return looks;
    }
    return null;
  };
  const alarms = async () =>
    (
      await db.pool.query(
        "select count(*)::int as count from notice_events where event_key like 'payment-alarm:parked:%'",
      )
    ).rows[0].count;
  expect([await looksInVain(), await alarms()]).toEqual([12, 1]);
  const dueAt = new Date(clock.now().getTime() + 60_000);
  await db.transaction((trx) =>
    reopenCommand(trx, given[0], { now: clock.now(), dueAt, resumes: 'same-key' }),
  );
  expect(await isParked()).toBe(false);
  expect([await looksInVain(), await alarms()]).toEqual([12, 2]);
  await retryNotices(shop.services, shop.as('admin'));
  expect(await looksInVain()).toBe(12);
});
