import { expect } from 'vitest';
import { insertFacts } from '#server/areas/billing/ledger/ledger-sql';
import { confirm } from '#server/areas/billing/member/checkout';
import { catchUpMovements } from '#server/areas/billing/revenue/catch-up-movements';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { disputeCharge } from '#tests/stripe/fake/payments';
import { DAY } from '#tests/stripe/fake/store';
import { buy, chargeOf, deliver, GOOD, open, openShop } from '#tests/stripe/shop';

const factsOf = (db: Db, kind: string) =>
  db.kysely.selectFrom('billing_facts').select('body').where('kind', '=', kind).orderBy('no').execute();
const movements = (db: Db) =>
  db.kysely
    .selectFrom('billing_movements')
    .select(['kind', 'currency', 'livemode', 'tier_before', 'tier_after', 'amount_before', 'amount_after'])
    .orderBy('at')
    .execute();

test('a payment is kept with its tax, its country and whether a tax ID was given, and nothing else of the address', async ({
  db,
}) => {
  const shop = await openShop(db);
  const session = await open(shop, 'premium');
  shop.stripe.fake.checkout.pay(session, { ...GOOD, taxId: { type: 'eu_vat', value: 'DE123456789' } });
  await confirm(shop.services, shop.member, { session });
  const [paid] = await factsOf(db, 'paid');
  expect(paid?.body).toMatchObject({
    amount: 1999,
    tax: 319,
    list: 1999,
    charged: 1999,
    country: 'DE',
    hasTaxId: true,
  });
  expect(JSON.stringify(paid?.body)).not.toContain('DE123456789');
});

test('a dispute is kept with its amount and the day until which the bank takes evidence', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  const { created } = disputeCharge(shop.stripe.fake.store, chargeOf(shop));
  await deliver(shop);
  const [dispute] = await factsOf(db, 'dispute');
  expect(dispute?.body).toMatchObject({ amount: 1999, currency: 'eur', dueBy: created + 10 * DAY });
});

test('revenue moves in the transaction that writes the payment down', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  const bought = {
    kind: 'new',
    currency: 'eur',
    livemode: false,
    tier_before: null,
    tier_after: 'premium',
    amount_before: 0,
    amount_after: 1680,
  };
  expect(await movements(db)).toEqual([bought]);
  expect(await catchUpMovements(shop.services)).toBe(0);
});

test.for([
  ['payments of before an update', 'movements_due'],
  ['accounts that an earlier release counted otherwise', 'movements_outdated'],
] as const)('%s are caught up with', async ([, column], { db }) => {
  const shop = await openShop(db);
  await buy(shop);
  await db.kysely.deleteFrom('billing_movements').execute();
  await db.kysely
    .updateTable('billing_accounts')
    .set({ [column]: true })
    .execute();
  expect(await catchUpMovements(shop.services)).toBe(1);
  expect(await catchUpMovements(shop.services)).toBe(0);
  expect(await movements(db)).toHaveLength(1);
});

test('what an earlier release writes and counts while it is replaced is counted again', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  const { id } = await db.kysely.selectFrom('billing_accounts').select('id').executeTakeFirstOrThrow();
  const [paid] = await factsOf(db, 'paid');
  const now = shop.services.clock.now();
  await db.transaction(async (trx) => {
    await insertFacts(
      trx,
      id,
      { provider: 'school', customer: null },
      [{ ...Object(paid?.body), kind: 'paid', id: 'transfer' }],
      now,
    );
    // It knows this column only.
    await trx.updateTable('billing_accounts').set({ movements_due: false }).execute();
  });
  expect(await catchUpMovements(shop.services)).toBe(1);
  expect(await catchUpMovements(shop.services)).toBe(0);
});
