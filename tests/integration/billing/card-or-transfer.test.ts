import { expect } from 'vitest';
import { cancelTransfer } from '#server/areas/billing/bank/cancel-transfer';
import { getOwnTransfers } from '#server/areas/billing/bank/get-own-transfers';
import { cancel } from '#server/areas/billing/member/cancel';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { confirmOrder, orderByBank, takeTransfers } from '#tests/stripe/bank-shop';
import { buy, deliver, GOOD, mine, open, openShop } from '#tests/stripe/shop';

test('whoever waits for a bank transfer is sent to no payment page, until the order is canceled', async ({
  db,
}) => {
  const shop = await openShop(db);
  await takeTransfers(shop.services, shop.as('admin'));
  const order = await orderByBank(shop.services, shop.member);
  expect(await failureOf(open(shop, 'premium'))).toBe('TRANSFER_PENDING');
  expect(shop.stripe.fake.store.all('checkout.session')).toEqual([]);
  await cancelTransfer(shop.services, shop.member, { id: order?.id ?? '' });
  expect((await buy(shop)).isConfirmed).toBe(true);
});

test('a transfer is not confirmed beside a card that is charged again, and counts after its end', async ({
  db,
}) => {
  const shop = await openShop(db);
  await takeTransfers(shop.services, shop.as('admin'));
  const session = await open(shop, 'premium');
  await orderByBank(shop.services, shop.member);
  shop.stripe.fake.checkout.pay(session, GOOD);
  await deliver(shop);
  const confirm = () => confirmOrder(shop.services, shop.as('admin'), shop.member, 'B-1');
  expect(await failureOf(confirm())).toBe('SUBSCRIPTION_RUNNING');
  expect((await getOwnTransfers(shop.services, shop.member)).order).not.toBeNull();
  const { subscription } = await cancel(shop.services, shop.member);
  const paid = await confirm();
  expect(paid.state).toBe('paid');
  expect(paid.from).toBe(subscription?.endsAt);
  expect((await mine(shop)).until).toBe(paid.to);
});

test('a bank transfer in another currency keeps nobody from paying by card', async ({ db }) => {
  const shop = await openShop(db);
  await takeTransfers(shop.services, shop.as('admin'), { currency: 'usd' });
  await orderByBank(shop.services, shop.member);
  await confirmOrder(shop.services, shop.as('admin'), shop.member, 'B-1');
  expect((await buy(shop)).isConfirmed).toBe(true);
  expect((await mine(shop)).invoices.map(({ currency, hasDocument }) => [currency, hasDocument])).toEqual(
    expect.arrayContaining([
      ['usd', false],
      ['eur', true],
    ]),
  );
});
