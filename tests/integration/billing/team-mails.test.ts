import { sql } from 'kysely';
import { expect } from 'vitest';
import { sendDueMails } from '#server/areas/billing/mails/send-due-mails';
import { cancelTeam } from '#server/areas/billing/teams/cancel-team';
import { changeSeats, previewSeats } from '#server/areas/billing/teams/change-seats';
import { test } from '#tests/kit/database';
import { refundCharge } from '#tests/stripe/fake/payments';
import { chargeOf, openShop, type Shop } from '#tests/stripe/shop';
import { addressOf, buySeats, settle } from '#tests/stripe/team-shop';

async function change(shop: Shop, seats: number) {
  const owner = shop.as('free');
  const { at, dueNow } = await previewSeats(shop.services, owner, { seats });
  await changeSeats(shop.services, owner, { seats, at, dueNow });
}

/** What the owner of a team was mailed about it, oldest first. */
async function teamMails({ services }: Shop) {
  const rows = await services.db.kysely
    .selectFrom('mail_outbox')
    .select(['template', 'recipient', 'props'])
    .where('template', 'like', 'billing-%')
    .where('template', '<>', 'billing-request')
    // One transaction has one time, but its commands are counted.
    .orderBy(sql`cmin::text::bigint`)
    .execute();
  return rows.map(({ props, recipient, template }) => ({
    template,
    recipient,
    ...(props as { team: string; words: Record<string, unknown> }),
  }));
}

test('the owner of a team gets each email about what they pay once: receipt, seats, cancellation, refund', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free', { seats: 3 });
  await settle(shop);
  await change(shop, 5);
  await settle(shop);
  await change(shop, 4);
  await settle(shop);
  await cancelTeam(shop.services, shop.as('free'));
  await settle(shop);
  const mails = await teamMails(shop);
  expect(mails.map(({ template, words }) => [template, words.change ?? words.seats ?? null])).toEqual([
    ['billing-receipt', 'none'],
    ['billing-receipt', 'seats'],
    ['billing-seats', 4],
    ['billing-cancelled', null],
  ]);
  expect(new Set(mails.map(({ recipient, team }) => `${recipient} ${team}`))).toEqual(
    new Set([`${addressOf('free')} Blue Harbor`]),
  );
  refundCharge(shop.stripe.fake.store, { charge: chargeOf(shop) });
  await settle(shop);
  expect((await teamMails(shop)).at(-1)).toMatchObject({ template: 'billing-refund', team: 'Blue Harbor' });
});

test('a failed payment of a team is mailed to its owner in three steps, and then that it ended', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free', { seats: 2 });
  const { store } = shop.stripe.fake;
  for (const { id } of store.all('customer')) store.cards.set(id, 'declines');
  for (let hour = 0; hour < 45 * 24; hour += 6) {
    shop.wait(6 * 3600);
    await settle(shop);
    await sendDueMails(shop.services);
  }
  expect((await teamMails(shop)).map(({ template, words }) => [template, words.step ?? null])).toEqual([
    ['billing-receipt', null],
    ['billing-failed', 'first'],
    ['billing-failed', 'middle'],
    ['billing-failed', 'last'],
    ['billing-ended', null],
  ]);
});
