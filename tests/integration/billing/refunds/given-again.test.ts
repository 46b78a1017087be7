import { expect } from 'vitest';
import { refundInvoice } from '#server/areas/admin/billing/person';
import { followUpCommands } from '#server/areas/billing/commands/follow-up-commands';
import { payer } from '#server/areas/billing/member/own';
import type { Db } from '#server/db/client';
import { type PaymentProvider, PaymentsAway } from '#server/platform/payments/payment-provider';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { buy, openShop, type Shop } from '#tests/stripe/shop';

const commands = (db: Db) =>
  db.kysely.selectFrom('billing_commands').selectAll().where('kind', '=', 'refund').execute();
const returned = ({ stripe }: Shop) =>
  stripe.fake.store.all('refund').reduce((sum, { amount }) => sum + amount, 0);

/** Pays 5.00 of the only invoice back, at a provider that does some things otherwise. */
async function refund({ as, member, services, stripe }: Shop, changes: Partial<PaymentProvider> = {}) {
  const { clock, db, payments } = services;
  if (!payments) throw new Error('nothing is sold');
  await db.pool.query('update sessions set proved_at = $1', [clock.now()]);
  const invoice = stripe.fake.store.all('invoice').at(0)?.id ?? '';
  const order = { id: payer(member).userId, invoice, amount: 500, refunded: 0, reason: 'Asked for' };
  return refundInvoice({ ...services, payments: { ...payments, ...changes } }, as('admin'), order);
}

/** A command that was given, and nothing was heard of; and how it's given again, with an answer that is waited for. */
async function loseAnswer(db: Db) {
  const shop = await openShop(db);
  await buy(shop);
  const { payments } = shop.services;
  if (!payments) throw new Error('nothing is sold');
  const closed = { refund: () => Promise.reject(new PaymentsAway('closed')) };
  expect(await failureOf(refund(shop, closed))).toBe('PAYMENTS_AWAY');
  // As if the process died while it waited.
  await db.pool.query("update billing_commands set done_at = null, last_error = null where kind = 'refund'");
  shop.wait(11 * 60);
  const begun = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const slow: Pick<PaymentProvider, 'refund'> = {
    refund: async (asked) => {
      begun.resolve();
      await answer.promise;
      await payments.refund(asked);
    },
  };
  const giveAgain = async () => {
    const again = refund(shop, slow);
    await begun.promise;
    return { again };
  };
  return { answer, giveAgain, payments, shop };
}

test('a command that is given again while it is looked how it went is left to whoever gives it', async ({
  db,
}) => {
  const { answer, giveAgain, payments, shop } = await loseAnswer(db);
  let given: Awaited<ReturnType<typeof giveAgain>> | undefined;
  const look: PaymentProvider['look'] = async (...asked) => {
    const seen = await payments.look(...asked);
    given ??= await giveAgain();
    return seen;
  };
  expect(await followUpCommands({ ...shop.services, payments: { ...payments, look } })).toBe(0);
  expect(await commands(db)).toMatchObject([{ done_at: null, last_error: null, tries: 2 }]);
  answer.resolve();
  await given?.again;
  expect(returned(shop)).toBe(500);
  expect(await commands(db)).toMatchObject([{ last_error: null, tries: 2 }]);
});

test('a command that was done stays done when the answer to another try of it is lost', async ({ db }) => {
  const { answer, giveAgain, shop } = await loseAnswer(db);
  const { again } = await giveAgain();
  await refund(shop);
  expect(await commands(db)).toMatchObject([{ last_error: null, tries: 3 }]);
  answer.reject(new PaymentsAway('closed'));
  expect(await failureOf(again)).toBe('PAYMENTS_AWAY');
  expect(await commands(db)).toMatchObject([{ last_error: null, tries: 3 }]);
  expect(returned(shop)).toBe(500);
});
