import { expect } from 'vitest';
import { listRequests } from '#server/areas/admin/billing/legal/list-requests';
import { refundInvoice } from '#server/areas/admin/billing/person';
import { carryOutRequests } from '#server/areas/billing/law/carry-out';
import { withdraw } from '#server/areas/billing/law/withdraw';
import { reconcileAll } from '#server/areas/billing/looks/reconcile';
import { payer } from '#server/areas/billing/member/own';
import { openInvoice } from '#server/areas/billing/member/portal';
import { refresh } from '#server/areas/billing/member/refresh';
import { openTeamInvoice, refreshTeam } from '#server/areas/billing/teams/cancel-team';
import { getOwnTeam } from '#server/areas/billing/teams/describe-team';
import { transferTeam } from '#server/areas/billing/teams/transfer-team';
import { PaymentsAway } from '#server/platform/payments/payment-provider';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { deleteCustomer } from '#tests/stripe/fake/catalogue';
import { openGermanShop, orderAndPay } from '#tests/stripe/law';
import { buy, mine, open, openShop, type Shop, tierOf } from '#tests/stripe/shop';
import { buySeats, fill, prove } from '#tests/stripe/team-shop';

const customers = ({ stripe }: Shop) => stripe.fake.store.all('customer');
const amounts = ({ stripe }: Shop) => stripe.fake.store.all('refund').map(({ amount }) => amount);

/** Deletes the customer who bought last, as somebody at the provider's dashboard may. */
function deleteThere({ stripe }: Shop): string {
  const id = stripe.fake.store.all('subscription').at(-1)?.customer ?? '';
  deleteCustomer(stripe.fake.store, id);
  return id;
}

test('who was deleted at the provider buys again as somebody new, and keeps what was paid before', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buy(shop);
  const before = deleteThere(shop);
  await reconcileAll(shop.services);
  expect(await tierOf(shop)).toBe('premium');
  shop.wait(40 * 86_400);
  expect(await tierOf(shop)).toBe('free');
  await buy(shop);
  expect(await tierOf(shop)).toBe('premium');
  const live = shop.stripe.fake.store.all('subscription').filter(({ ended_at }) => ended_at === null);
  expect(live).toHaveLength(1);
  expect(live[0]?.customer).not.toBe(before);
  // What was paid as the customer of before is still shown, and can still go back.
  const old = (await mine(shop)).invoices.at(-1)?.id ?? '';
  expect((await openInvoice(shop.services, shop.member, { id: old })).url).toMatch(/^http/);
  await db.pool.query('update sessions set proved_at = $1', [shop.services.clock.now()]);
  const order = {
    id: payer(shop.member).userId,
    invoice: old,
    amount: 500,
    refunded: 0,
    reason: 'Asked for',
  };
  await refundInvoice(shop.services, shop.as('admin'), order);
  expect(amounts(shop)).toEqual([500]);
});

test('of several checkouts after a deletion one customer is made', async ({ ownDb }) => {
  const shop = await openShop(ownDb);
  await buy(shop);
  deleteThere(shop);
  const known = customers(shop).length;
  await Promise.all(Array.from({ length: 3 }, () => open(shop, 'premium')));
  expect(customers(shop)).toHaveLength(known + 1);
});

test('while the provider does not say whether somebody is deleted, nobody new is made', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop);
  deleteThere(shop);
  const known = customers(shop).length;
  shop.stripe.faults.push('closed', 'closed', 'closed');
  expect(await failureOf(open(shop, 'premium'))).toBe('PAYMENTS_AWAY');
  expect(customers(shop)).toHaveLength(known);
});

test('a team whose customer was deleted at the provider buys seats again', async ({ db }) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free', { seats: 3 });
  deleteThere(shop);
  const team = await buySeats(shop, 'free', { seats: 2 });
  expect(team).toMatchObject({ state: 'running', isPayer: true, subscription: { seats: 2 } });
});

test('what was paid for a team as a customer who was deleted since is listed for its owner, and for nobody after', async ({
  db,
}) => {
  const shop = await openShop(db);
  const { services } = shop;
  const owner = shop.as('free');
  const { invoices: before } = await buySeats(shop, 'free', { seats: 3 });
  deleteThere(shop);
  shop.wait(60);
  const { invoices } = await buySeats(shop, 'free', { seats: 2 });
  expect(invoices).toHaveLength(2);
  expect(invoices.at(-1)).toEqual(before[0]);
  for (const { id } of invoices)
    expect((await openTeamInvoice(services, owner, { id })).url).toMatch(/^http/);
  await fill(shop, 'free', ['second']);
  const [seat] = (await getOwnTeam(services, owner)).members;
  await prove(shop, 'free');
  await transferTeam(services, owner, { id: seat?.id ?? '' });
  expect((await getOwnTeam(services, shop.as('second'))).invoices).toEqual([]);
  for (const { id } of invoices)
    expect(await failureOf(openTeamInvoice(services, shop.as('second'), { id }))).toBe('INVOICE_NOT_FOUND');
});

test('a withdrawal goes back to the customer who paid, though somebody new was made since', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  await orderAndPay(shop, false);
  const { payments } = shop.services;
  if (!payments) throw new Error('nothing is sold');
  const refund = () => Promise.reject(new PaymentsAway('closed'));
  await withdraw({ ...shop.services, payments: { ...payments, refund } }, shop.member, { locale: 'en' });
  deleteThere(shop);
  await orderAndPay(shop, false);
  shop.wait(3 * 60);
  await carryOutRequests(shop.services);
  expect(amounts(shop)).toEqual([1999]);
  expect(await listRequests(shop.services, shop.as('admin'))).toMatchObject([{ state: 'done' }]);
  expect(await tierOf(shop)).toBe('premium');
});

test('whoever was deleted at the provider is bound to no currency once it was asked, and nobody else is set free', async ({
  db,
}) => {
  const shop = await openShop(db);
  const { member, services } = shop;
  expect((await mine(shop)).currency).toBeNull();
  await buy(shop);
  expect((await refresh(services, member)).currency).toBe('eur');
  const [bought] = shop.stripe.fake.store.all('subscription');
  await services.payments?.cancelNow({ key: 'elsewhere', subscription: bought?.id ?? '' });
  expect(await refresh(services, member)).toMatchObject({ subscription: null, currency: 'eur' });
  deleteThere(shop);
  shop.stripe.outage = 'closed';
  expect(await failureOf(refresh(services, member))).toBe('PAYMENTS_AWAY');
  shop.stripe.outage = undefined;
  expect((await mine(shop)).currency).toBe('eur');
  const { payments } = services;
  if (!payments) throw new Error('nothing is sold');
  // What was looked at counts, also when nobody says any more whether they are deleted.
  const isGone = () => Promise.reject(new PaymentsAway('closed'));
  const unsure = { ...services, payments: { ...payments, isGone } };
  expect(await refresh(unsure, member)).toMatchObject({ subscription: null, currency: 'eur' });
  const again = await refresh(services, member);
  expect(again.currency).toBeNull();
  expect(again.invoices).toHaveLength(1);
  await buy(shop);
  expect((await mine(shop)).currency).toBe('eur');
});

test('the owner of a team is bound to no currency of a customer who was deleted, or of who paid before', async ({
  db,
}) => {
  const shop = await openShop(db);
  const { services } = shop;
  const owner = shop.as('free');
  expect((await buySeats(shop, 'free', { seats: 3 })).currency).toBe('eur');
  await fill(shop, 'free', ['second']);
  const [seat] = (await getOwnTeam(services, owner)).members;
  await prove(shop, 'free');
  await transferTeam(services, owner, { id: seat?.id ?? '' });
  const next = shop.as('second');
  expect(await getOwnTeam(services, next)).toMatchObject({ isPayer: false, currency: null });
  expect((await buySeats(shop, 'second', { seats: 2 })).currency).toBe('eur');
  deleteThere(shop);
  const team = await refreshTeam(services, next);
  // What the owner before paid still runs.
  expect(team).toMatchObject({ subscription: { seats: 3 }, currency: null });
  expect(team.invoices).toHaveLength(1);
});
