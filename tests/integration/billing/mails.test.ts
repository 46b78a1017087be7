import { sql } from 'kysely';
import { expect } from 'vitest';
import { eraseAccount } from '#server/areas/accounts/erasure/erase-account';
import { giveGift } from '#server/areas/admin/billing/person';
import { answerNotices } from '#server/areas/billing/inbox/answer-notices';
import { turnTiers } from '#server/areas/billing/ledger/turn-tiers';
import { reconcile, reconcileAll } from '#server/areas/billing/looks/reconcile';
import { isBillingMailWanted } from '#server/areas/billing/mails/is-billing-mail-wanted';
import { sendDueMails } from '#server/areas/billing/mails/send-due-mails';
import { cancel, keep } from '#server/areas/billing/member/cancel';
import { changePlan, previewChange } from '#server/areas/billing/member/change-plan';
import { payer } from '#server/areas/billing/member/own';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { test } from '#tests/kit/database';
import { closeDispute, disputeCharge, payOpenInvoices, refundCharge } from '#tests/stripe/fake/payments';
import { DAY } from '#tests/stripe/fake/store';
import { buy, chargeOf, deliver, mine, open, openShop, type Shop } from '#tests/stripe/shop';

const HOUR = 3600;
const userOf = ({ member }: Shop) => payer(member).userId;

/** The emails of the outbox, oldest first; of kinds that billing writes, and of tiers. */
async function mails({ services }: Shop) {
  await deliverNotices(services);
  return (
    services.db.kysely
      .selectFrom('mail_outbox')
      .select(['event_key', 'template', 'recipient', 'props'])
      .where((where) =>
        where.or([where('template', 'like', 'billing-%'), where('template', '=', 'tier-changed')]),
      )
      // One transaction has one time, but its commands are counted.
      .orderBy(sql`cmin::text::bigint`)
      .execute()
  );
}
const templates = async (shop: Shop) => (await mails(shop)).map(({ template }) => template);

/** Lets days pass as they do: notices come, chores run. */
async function live(shop: Shop, days: number): Promise<void> {
  for (let hour = 0; hour < days * 24; hour += 6) {
    shop.wait(6 * HOUR);
    await deliver(shop);
    await sendDueMails(shop.services);
    await turnTiers(shop.services);
  }
}

function decline(shop: Shop): string {
  const { store } = shop.stripe.fake;
  const customer = store.all('customer')[0]?.id ?? '';
  store.cards.set(customer, 'declines');
  return customer;
}

test('a payment has one receipt, however often it is looked at, and no other email says the same', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  await deliver(shop);
  await reconcile(shop.services, 0);
  await sendDueMails(shop.services);
  const [receipt, ...others] = await mails(shop);
  expect(others).toEqual([]);
  expect(receipt).toMatchObject({
    template: 'billing-receipt',
    recipient: payer(shop.member).email,
    props: {
      link: `${shop.services.config.publicUrl}/profile?tab=subscription`,
      words: { amount: 1999, currency: 'eur', tier: 'premium', next: { price: { amount: 1999 } } },
    },
  });
});

test('a payment of which no notice comes has its receipt when it is found', async ({ db }) => {
  const shop = await openShop(db);
  shop.stripe.fake.checkout.pay(await open(shop, 'premium'), { card: '4242 4242 4242 4242', country: 'DE' });
  shop.stripe.webhooks.queue = [];
  shop.wait(HOUR);
  await reconcile(shop.services, 0);
  expect(await templates(shop)).toEqual(['billing-receipt']);
});

test('a customer who is found after a year is sent nothing of that year', async ({ db }) => {
  const shop = await openShop(db);
  shop.stripe.fake.checkout.pay(await open(shop, 'premium'), { card: '4242 4242 4242 4242', country: 'DE' });
  shop.stripe.webhooks.queue = [];
  shop.wait(400 * DAY);
  await reconcileAll(shop.services, 0);
  await sendDueMails(shop.services);
  expect((await mine(shop)).invoices.length).toBeGreaterThan(12);
  expect(await templates(shop)).toEqual([]);
});

test('a failed renewal is told in three steps and its end, each once, though all comes twice and shuffled', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  await live(shop, 1);
  decline(shop);
  await live(shop, 40);
  const reported = await mails(shop);
  expect(reported.map(({ template }) => template)).toEqual([
    'billing-receipt',
    'billing-failed',
    'billing-failed',
    'billing-failed',
    'billing-ended',
  ]);
  const steps = reported.slice(1, 4).map(({ props }) => Object(props).words);
  expect(steps.map(({ step }) => step)).toEqual(['first', 'middle', 'last']);
  expect(new Set(steps.map(({ payBy }) => payBy)).size).toBe(1);
  expect(reported[4]?.props).toMatchObject({ words: { why: 'unpaid' } });
});

test('the email names the day that the page names', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  decline(shop);
  await live(shop, 31);
  const { subscription } = await mine(shop);
  const failed = (await mails(shop)).find(({ template }) => template === 'billing-failed');
  expect(new Date(Object(failed?.props).words.payBy * 1000).toISOString()).toBe(subscription?.payBy);
});

test('a card that is updated in between ends the reminders, also the one that waits to leave', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  const customer = decline(shop);
  await live(shop, 31);
  const failed = (await mails(shop)).find(({ template }) => template === 'billing-failed');
  if (!failed) throw new Error('the failure was not told');
  expect(await isBillingMailWanted(shop.services, failed)).toBe(true);
  shop.stripe.fake.store.cards.set(customer, 'good');
  payOpenInvoices(shop.stripe.fake.store, customer);
  await live(shop, 9);
  expect(await isBillingMailWanted(shop.services, failed)).toBe(false);
  expect((await mails(shop)).map(({ props, template }) => [template, Object(props).words.change])).toEqual([
    ['billing-receipt', 'none'],
    ['billing-failed', undefined],
    ['billing-receipt', 'recovered'],
  ]);
});

test('many processes that look, answer and send at one moment write each email once', async ({ ownDb }) => {
  const shop = await openShop(ownDb);
  await buy(shop);
  decline(shop);
  shop.wait(31 * DAY);
  await ownDb.kysely.updateTable('billing_accounts').set({ mail_at: shop.services.clock.now() }).execute();
  await Promise.all(
    Array.from({ length: 5 }, () => [
      reconcile(shop.services, 0),
      answerNotices(shop.services),
      sendDueMails(shop.services),
    ]).flat(),
  );
  await sendDueMails(shop.services);
  expect((await templates(shop)).sort()).toEqual(['billing-failed', 'billing-receipt']);
  const keys = await ownDb.kysely.selectFrom('billing_mails').select(['kind', 'subject', 'date']).execute();
  expect(keys).toHaveLength(2);
});

test('who cancels, keeps and cancels again is told of both cancellations and of the end', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  await cancel(shop.services, shop.member);
  await cancel(shop.services, shop.member);
  shop.wait(60);
  await keep(shop.services, shop.member);
  await cancel(shop.services, shop.member);
  await live(shop, 35);
  expect(await templates(shop)).toEqual([
    'billing-receipt',
    'billing-cancelled',
    'billing-cancelled',
    'billing-ended',
  ]);
});

test('an upgrade and a downgrade are each told once, with what was charged', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop, 'basic');
  await live(shop, 10);
  const { at, dueNow } = await previewChange(shop.services, shop.member, { offerId: shop.offers.premium });
  await changePlan(shop.services, shop.member, { offerId: shop.offers.premium, at, dueNow });
  const down = await previewChange(shop.services, shop.member, { offerId: shop.offers.basic });
  await changePlan(shop.services, shop.member, { offerId: shop.offers.basic, at: down.at, dueNow: 0 });
  await live(shop, 25);
  const reported = await mails(shop);
  expect(reported.map(({ props, template }) => [template, Object(props).words.change])).toEqual([
    ['billing-receipt', 'none'],
    ['billing-receipt', 'upgraded'],
    ['billing-downgrade', undefined],
    ['billing-receipt', 'downgraded'],
  ]);
  expect(reported[1]?.props).toMatchObject({ words: { amount: dueNow, tier: 'premium' } });
});

test('a refund and a dispute are told neutrally and once, and that the dispute was won', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  const { store } = shop.stripe.fake;
  const { id } = disputeCharge(store, chargeOf(shop));
  await live(shop, 1);
  closeDispute(store, id, 'won');
  await live(shop, 1);
  refundCharge(store, { charge: chargeOf(shop) });
  await live(shop, 1);
  expect(await templates(shop)).toEqual([
    'billing-receipt',
    'billing-dispute',
    'billing-dispute-won',
    'billing-refund',
  ]);
});

test('a gift is told when it is given and before it ends, and a second click is no second email', async ({
  db,
}) => {
  const shop = await openShop(db);
  const until = new Date(shop.services.clock.now().getTime() + 30 * DAY * 1000).toISOString();
  const gift = { id: userOf(shop), tier: 'premium', until, reason: 'jury' } as const;
  await giveGift(shop.services, shop.as('admin'), gift);
  await giveGift(shop.services, shop.as('admin'), gift);
  await live(shop, 29);
  expect(await templates(shop)).toEqual(['billing-gift', 'billing-gift-ends']);
});

test('nobody can switch these emails off, and a closed or deleted account gets none, also not later', async ({
  db,
}) => {
  const shop = await openShop(db);
  const { kysely } = db;
  const value = JSON.stringify({ master: false, subscriptions: false });
  await kysely.insertInto('site_settings').values({ name: 'notifications', value, version: 1 }).execute();
  await buy(shop);
  expect(await templates(shop)).toEqual(['billing-receipt']);
  const [receipt] = await mails(shop);
  const close = (disabled_at: Date | null) =>
    kysely.updateTable('users').set({ disabled_at }).where('id', '=', userOf(shop)).execute();
  await close(shop.services.clock.now());
  expect(await isBillingMailWanted(shop.services, { event_key: receipt?.event_key ?? '' })).toBe(false);
  decline(shop);
  await live(shop, 31);
  await close(null);
  await live(shop, 1);
  expect(await templates(shop)).toEqual(['billing-receipt']);
  await shop.services.db.transaction((trx) => eraseAccount(trx, shop.services, userOf(shop)));
  await live(shop, 10);
  expect(await templates(shop)).toEqual([]);
});

test('a process that dies while it writes an email has written nothing, and the next one writes it', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  decline(shop);
  shop.wait(31 * DAY);
  const dying = {
    ...shop.services,
    db: {
      ...db,
      transaction: <T>(work: Parameters<typeof db.transaction<T>>[0]) =>
        db.transaction<T>(async (trx) => {
          await work(trx);
          throw new Error('killed');
        }),
    },
  };
  await reconcile(dying, 0);
  expect(await templates(shop)).toEqual(['billing-receipt']);
  await reconcile(shop.services, 0);
  expect(await templates(shop)).toEqual(['billing-receipt', 'billing-failed']);
});
