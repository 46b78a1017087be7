import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { DAILY_LIMITS } from '#domain/site/daily-limits';
import { getConsentText, listConsents } from '#server/areas/admin/billing/legal/list-consents';
import { cancelTransfer } from '#server/areas/billing/bank/cancel-transfer';
import { getOrder } from '#server/areas/billing/law/compose-order';
import { withdraw } from '#server/areas/billing/law/withdraw';
import { checkout } from '#server/areas/billing/member/checkout';
import { payer } from '#server/areas/billing/member/own';
import { EXPORT_TABLES } from '#server/areas/privacy/export-sql';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { orderByBank, takeTransfers } from '#tests/stripe/bank-shop';
import { openGermanShop, orderAndPay } from '#tests/stripe/law';
import { openShop, type Shop } from '#tests/stripe/shop';
import { openSeats } from '#tests/stripe/team-shop';

const PAGE = `<p>${'These are our terms. '.repeat(5000)}</p>`;
const DAY_SECONDS = 86_400;

const saveTermsPage = ({ services }: Shop) =>
  services.db.pool.query(
    `insert into page_content (page_name, content) values ('terms', $1)
      on conflict (page_name) do update set content = excluded.content`,
    [PAGE],
  );

async function sizeOf({ pool }: Db, table: string): Promise<{ rows: number; bytes: number }> {
  const { rows } = await pool.query(
    `select count(*)::int as rows, coalesce(sum(octet_length(t::text)), 0)::int as bytes from ${table} t`,
  );
  return rows[0];
}

async function orderAgain({ member, offers, services }: Shop, beginNow = false): Promise<void> {
  const { terms } = await getOrder(services, member, { offerId: offers.premium, trialDays: 0 });
  await checkout(services, member, { offerId: offers.premium, locale: 'en', terms, beginNow });
}

async function failureWithData(call: Promise<unknown>) {
  return call.then(
    () => null,
    (failure: { code: string; data: unknown }) => ({ code: failure.code, data: failure.data }),
  );
}

test('whoever orders ever another number of seats, and never pays, is stopped soon and fills nothing', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  const { as, services } = shop;
  await saveTermsPage(shop);
  for (let seats = 1; seats <= DAILY_LIMITS.orders; seats += 1) await openSeats(shop, 'free', { seats });
  shop.wait(3600);
  expect(await failureWithData(openSeats(shop, 'free', { seats: 500 }))).toEqual({
    code: 'DAILY_LIMIT',
    data: { retryAfter: expect.closeTo(DAY_SECONDS - 3600, -3) },
  });
  const commands = "(select from billing_commands where kind = 'checkout')";
  expect((await sizeOf(db, commands)).rows).toBe(DAILY_LIMITS.orders);
  const texts = await sizeOf(db, 'consent_texts');
  expect(texts.rows).toBe(DAILY_LIMITS.orders + 1);
  expect(texts.bytes).toBeLessThan(PAGE.length + DAILY_LIMITS.orders * 1500);

  const { userId: id } = payer(as('free'));
  const { items } = await listConsents(services, as('admin'), { id });
  expect(items).toHaveLength(DAILY_LIMITS.orders);
  expect(JSON.stringify(items).length).toBeLessThan(10_000);
  const hash = items[0]?.hash ?? '';
  const { text } = await getConsentText(services, as('admin'), { id, hash });
  expect(text).toContain('For 30 seats.');
  expect(text.endsWith(`\n\n${PAGE}`)).toBe(true);
  expect(createHash('sha256').update(text).digest('hex')).toBe(hash);
  const other = { id: payer(as('second')).userId, hash };
  expect(await failureOf(getConsentText(services, as('admin'), other))).toBe('CONSENT_NOT_FOUND');

  const copy = await db.pool.query(EXPORT_TABLES.consent_texts?.query ?? '', [id]);
  expect(copy.rows.map((row) => row.text)).toContain(PAGE);
  expect(JSON.stringify(copy.rows).length).toBeLessThan(PAGE.length + DAILY_LIMITS.orders * 1500);

  shop.wait(DAY_SECONDS);
  await openSeats(shop, 'free', { seats: 500 });
});

test('an order that was given up is agreed to once; one that came to something, or other words, once more', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  const kinds = async () => {
    const rows = await db.kysely.selectFrom('billing_consents').select('kind').orderBy('no').execute();
    return rows.map(({ kind }) => kind).join(' ');
  };
  for (let times = 1; times <= 3; times += 1) await orderAgain(shop, true);
  expect(await kinds()).toBe('terms begin-now');
  await orderAgain(shop);
  expect(await kinds()).toBe('terms begin-now terms');
  await orderAndPay(shop, false);
  expect(await kinds()).toBe('terms begin-now terms');
  await withdraw(shop.services, shop.member, { locale: 'en' });
  await orderAgain(shop);
  expect(await kinds()).toBe('terms begin-now terms withdrawal terms');
  shop.wait(DAY_SECONDS + 1);
  await orderAgain(shop);
  expect(await kinds()).toBe('terms begin-now terms withdrawal terms terms');
});

test('a list of what somebody agreed to comes in pages, newest first', async ({ db }) => {
  const shop = await openGermanShop(db);
  const { as, member, services } = shop;
  for (let times = 1; times <= 28; times += 1) await orderAgain(shop, times % 2 === 0);
  for (let day = 1; day <= 20; day += 1) {
    shop.wait(DAY_SECONDS + 1);
    await orderAgain(shop);
  }
  const { userId: id } = payer(member);
  const first = await listConsents(services, as('admin'), { id });
  const second = await listConsents(services, as('admin'), { id, after: first.next ?? '' });
  expect([first.items.length, second.items.length, second.next]).toEqual([50, 12, null]);
  const numbers = [...first.items, ...second.items].map(({ no }) => no);
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
});

test('orders by bank transfer that are canceled again end after as many', async ({ db }) => {
  const shop = await openShop(db);
  const { as, member, services } = shop;
  await takeTransfers(services, as('admin'));
  for (let times = 1; times <= DAILY_LIMITS.orders; times += 1) {
    const order = await orderByBank(services, member);
    await cancelTransfer(services, member, { id: order?.id ?? '' });
  }
  expect(await failureOf(orderByBank(services, member))).toBe('DAILY_LIMIT');
  expect(await sizeOf(db, 'bank_transfers')).toMatchObject({ rows: DAILY_LIMITS.orders });
});
