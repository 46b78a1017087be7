import { expect } from 'vitest';
import { POLICY } from '#domain/billing/entitlement';
import { getBillingOverview } from '#server/areas/admin/billing/get-billing-overview';
import { payer } from '#server/areas/billing/member/own';
import { START } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { payOpenInvoices } from '#tests/stripe/fake/payments';
import { DAY } from '#tests/stripe/fake/store';
import { buy, openShop, type Shop } from '#tests/stripe/shop';
import { buySeats, settle } from '#tests/stripe/team-shop';

const MONTH = 30 * DAY;
const DUE = Math.floor(START.getTime() / 1000);
const after = (seconds: number) => new Date((DUE + seconds) * 1000).toISOString();
const overdue = async ({ as, services }: Shop) => (await getBillingOverview(services, as('admin'))).overdue;

function setCards({ stripe }: Shop, answer: 'declines' | 'good', customers: readonly string[]): void {
  for (const customer of customers) stripe.fake.store.cards.set(customer, answer);
}

test('administrators see whose payment failed, the longest overdue first, and until when each keeps the plan', async ({
  db,
}) => {
  const shop = await openShop(db);
  const buyers = (['free', 'basic'] as const).map((who) => ({ ...shop, member: shop.as(who) }));
  const [first, second] = buyers;
  if (!first || !second) throw new Error('nobody buys');
  await buy(second, 'basic');
  shop.wait(DAY);
  await buySeats(shop, 'second');
  shop.wait(DAY);
  await buy(first, 'premium');
  const [basic = '', team = '', premium = ''] = shop.stripe.fake.store.all('customer').map(({ id }) => id);
  expect(await overdue(shop)).toEqual([]);

  setCards(shop, 'declines', [basic, team, premium]);
  shop.wait(MONTH - 2 * DAY + 2 * 3600);
  await settle(shop);
  const late = {
    userId: payer(second.member).userId,
    name: 'basic',
    tier: 'basic',
    payBy: after(MONTH + POLICY.grace),
  };
  // The others are still paid for.
  expect(await overdue(shop)).toEqual([late]);

  for (let days = 0; days < 2; days += 1) {
    shop.wait(DAY);
    await settle(shop);
  }
  const rest = [
    { userId: null, name: 'Blue Harbor', tier: 'premium', payBy: after(MONTH + DAY + POLICY.grace) },
    {
      userId: payer(first.member).userId,
      name: 'free',
      tier: 'premium',
      payBy: after(MONTH + 2 * DAY + POLICY.grace),
    },
  ];
  expect(await overdue(shop)).toEqual([late, ...rest]);

  // Who pays is on the list no more.
  setCards(shop, 'good', [basic]);
  payOpenInvoices(shop.stripe.fake.store, basic);
  await settle(shop);
  expect(await overdue(shop)).toEqual(rest);
});
