import { expect } from 'vitest';
import { getOverview } from '#server/areas/admin/overview/get-overview';
import { checkAlarm } from '#server/areas/billing/alarms/check-alarm';
import { listAlarms } from '#server/areas/billing/alarms/list-alarms';
import { insertCommand } from '#server/areas/billing/commands/command-sql';
import { followUpCommands } from '#server/areas/billing/commands/follow-up-commands';
import { answerNotices, NOTICE_RETRIES } from '#server/areas/billing/inbox/answer-notices';
import { selectAccount } from '#server/areas/billing/ledger/ledger-sql';
import { reconcile, reconcileAll } from '#server/areas/billing/looks/reconcile';
import { sendDueMails } from '#server/areas/billing/mails/send-due-mails';
import { payer } from '#server/areas/billing/member/own';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { test } from '#tests/kit/database';
import { createPrice, createProduct } from '#tests/stripe/fake/catalogue';
import { disputeCharge } from '#tests/stripe/fake/payments';
import { DAY } from '#tests/stripe/fake/store';
import { createSubscription } from '#tests/stripe/fake/subscriptions';
import { buy, chargeOf, deliver, mine, openShop, type Shop } from '#tests/stripe/shop';

/** What administrators were notified of payments: cause and link of each notice. */
async function reported({ as, services }: Shop) {
  await deliverNotices(services);
  const rows = await services.db.kysely
    .selectFrom('notifications')
    .select(['user_id', 'props', 'link'])
    .where('kind', '=', 'payment-alarm')
    .execute();
  const { viewer } = as('admin');
  const admin = viewer.kind === 'member' ? viewer.userId : '';
  expect(rows.every(({ user_id }) => user_id === admin)).toBe(true);
  return rows.map(({ link, props }) => ({ cause: String(Object(props).cause), link }));
}
const attention = async ({ as, services }: Shop) => (await getOverview(services, as('admin'))).attention;
const causes = async (shop: Shop) => (await reported(shop)).map(({ cause }) => cause);

test('a dispute is told to administrators once, and stands on their dashboard until it is closed', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  disputeCharge(shop.stripe.fake.store, chargeOf(shop));
  await deliver(shop);
  await reconcile(shop.services, 0);
  expect(await reported(shop)).toEqual([{ cause: 'dispute', link: '/admin/billing?tab=payments' }]);
  expect(await attention(shop)).toMatchObject({ openDisputes: 1, paymentAlarms: 0, parkedPayments: 0 });
});

test('a payment that failed for the last time is told once, with the way to its member', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  const { store } = shop.stripe.fake;
  store.cards.set(store.all('customer')[0]?.id ?? '', 'declines');
  shop.wait(31 * DAY);
  await deliver(shop);
  expect(await reported(shop)).toEqual([]);
  shop.wait(7 * DAY);
  await sendDueMails(shop.services);
  await deliver(shop);
  await sendDueMails(shop.services);
  expect(await reported(shop)).toEqual([
    { cause: 'unpaid', link: `/admin/users/${payer(shop.member).userId}` },
  ]);
});

test('a price that is in no plan is told once, and is open until somebody has looked at it', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  const { store } = shop.stripe.fake;
  const product = createProduct(store, { name: 'Foreign' }).id;
  const monthly = { currency: 'eur', unit_amount: 500, recurring: { interval: 'month' } };
  const price = createPrice(store, { product, ...monthly }).id;
  createSubscription(store, { customer: store.all('customer')[0]?.id ?? '', items: [{ price }] }, 'good');
  await reconcile(shop.services, 0);
  await reconcile(shop.services, 0);
  expect(await causes(shop)).toEqual(['unknown-price']);
  const [alarm] = await listAlarms(shop.services, shop.as('admin'));
  expect(alarm).toMatchObject({ kind: 'unknown-price', subject: price, userId: payer(shop.member).userId });
  expect(await attention(shop)).toMatchObject({ paymentAlarms: 1 });
  await checkAlarm(shop.services, shop.as('admin'), { cause: alarm?.cause ?? '' });
  await reconcile(shop.services, 0);
  expect(await listAlarms(shop.services, shop.as('admin'))).toEqual([]);
  expect((await mine(shop)).tier).toBe('premium');
});

test('money of which the provider says something else later is written down, never silently', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  await reconcile(shop.services, 0);
  expect(await causes(shop)).toEqual([]);
  const [invoice] = shop.stripe.fake.store.all('invoice');
  const [line] = invoice?.lines.data ?? [];
  if (!line) throw new Error('nothing was paid');
  line.amount = 1500;
  await reconcile(shop.services, 0);
  await reconcile(shop.services, 0);
  expect(await causes(shop)).toEqual(['drift']);
  expect(await listAlarms(shop.services, shop.as('admin'))).toMatchObject([
    { kind: 'drift', subject: line.id, cause: `drift:changed:${line.id}` },
  ]);
  expect((await mine(shop)).invoices).toMatchObject([{ amount: 1500 }]);
});

test('notices that are given up are told once together, and a comparison with everybody answers them', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  disputeCharge(shop.stripe.fake.store, chargeOf(shop));
  shop.stripe.faults.push(...Array.from({ length: 2000 }, () => '500' as const));
  await deliver(shop);
  // A round ends with the first that fails, so that each needs rounds of its own.
  for (let round = 0; round < 8 * NOTICE_RETRIES.length; round += 1) {
    shop.wait(Math.max(...NOTICE_RETRIES));
    await answerNotices(shop.services);
  }
  expect((await attention(shop)).parkedPayments).toBeGreaterThan(1);
  expect(await causes(shop)).toEqual(['parked']);
  shop.stripe.faults.length = 0;
  shop.wait(60);
  await reconcileAll(shop.services, 0);
  expect(await attention(shop)).toMatchObject({ parkedPayments: 0 });
});

test('a command that cannot be followed up keeps no other from it, and is given up and told after a day', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  const { clock } = shop.services;
  const account = await selectAccount(db.kysely, payer(shop.member).userId);
  const command = { provider: 'stripe', kind: 'cancel', args: {} };
  await db.transaction((trx) =>
    insertCommand(
      trx,
      { ...command, accountId: account?.id ?? null },
      { now: clock.now(), dueAt: new Date(clock.now().getTime() - 2) },
    ),
  );
  await db.transaction((trx) =>
    insertCommand(
      trx,
      { ...command, accountId: null },
      { now: clock.now(), dueAt: new Date(clock.now().getTime() - 1) },
    ),
  );
  shop.stripe.faults.push(...Array.from({ length: 500 }, () => '500' as const));
  expect(await followUpCommands(shop.services)).toBe(1);
  for (let hour = 0; hour < 48; hour += 1) {
    shop.wait(3600);
    await followUpCommands(shop.services);
  }
  expect(await causes(shop)).toEqual(['parked']);
  expect(await attention(shop)).toMatchObject({ parkedPayments: 1 });
});
