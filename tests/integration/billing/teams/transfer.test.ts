import { expect } from 'vitest';
import { endPayments } from '#server/areas/billing/endings/end-payments';
import { changeSeats, previewSeats } from '#server/areas/billing/teams/change-seats';
import { getOwnTeam } from '#server/areas/billing/teams/describe-team';
import { freeSeat } from '#server/areas/billing/teams/seats';
import { transferTeam } from '#server/areas/billing/teams/transfer-team';
import type { Db } from '#server/db/client';
import {
  type PaymentProvider,
  PaymentRefused,
  PaymentsAway,
} from '#server/platform/payments/payment-provider';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { openShop, type Shop } from '#tests/stripe/shop';
import { buySeats, fill, prove, settle } from '#tests/stripe/team-shop';

/** A team that is to be handed to the person of its only seat. */
async function openTeam(db: Db) {
  const shop = await openShop(db);
  const owner = shop.as('free');
  await buySeats(shop, 'free');
  await fill(shop, 'free', ['second']);
  const [seat] = (await getOwnTeam(shop.services, owner)).members;
  await prove(shop, 'free');
  return { ...shop, owner, id: seat?.id ?? '' };
}

/** The same school, whose provider answers otherwise. */
function withProvider({ services }: Shop, other: (payments: PaymentProvider) => Partial<PaymentProvider>) {
  const { payments } = services;
  if (!payments) throw new Error('nothing is sold');
  return { ...services, payments: { ...payments, ...other(payments) } };
}

const renewals = ({ stripe }: Shop) =>
  stripe.fake.store.all('subscription').map(({ cancel_at_period_end }) => !cancel_at_period_end);

test('a team whose next owner loses the seat while the provider is asked stays as it is, with its renewal', async ({
  db,
}) => {
  const shop = await openTeam(db);
  const { id, owner, services } = shop;
  const slow = withProvider(shop, ({ look }) => ({
    look: async (...asked) => {
      const seen = await look(...asked);
      await freeSeat(services, owner, { id });
      return seen;
    },
  }));
  expect(await failureOf(transferTeam(slow, owner, { id }))).toBe('USER_NOT_FOUND');
  expect(renewals(shop)).toEqual([true]);
  await settle(shop);
  expect(await getOwnTeam(services, owner)).toMatchObject({
    state: 'running',
    isPayer: true,
    members: [],
    subscription: { endsAt: null },
  });
});

test.for([
  ['is away', () => new PaymentsAway('closed')],
  ['refuses', () => new PaymentRefused('not now')],
] as const)(
  'a team that changed hands is not renewed, though the provider %s at first',
  async ([, why], { db }) => {
    const shop = await openTeam(db);
    const { id, owner, services } = shop;
    const failing = withProvider(shop, () => ({ cancelAtPeriodEnd: () => Promise.reject(why()) }));
    expect(await transferTeam(failing, owner, { id })).toMatchObject({ owned: null });
    expect(renewals(shop)).toEqual([true]);
    expect(await getOwnTeam(services, shop.as('second'))).toMatchObject({
      isPayer: false,
      seats: { paid: 3 },
    });
    expect(await endPayments(services)).toBe(1);
    expect(renewals(shop)).toEqual([false]);
    expect(await endPayments(services)).toBe(0);
    // The next owner pays with a card of their own.
    expect(await buySeats(shop, 'second', { seats: 2 })).toMatchObject({ isPayer: true, state: 'running' });
  },
);

test('while the provider says nothing, a team does not change hands', async ({ db }) => {
  const shop = await openTeam(db);
  shop.stripe.outage = 'closed';
  expect(await failureOf(transferTeam(shop.services, shop.owner, { id: shop.id }))).toBe('PAYMENTS_AWAY');
  shop.stripe.outage = undefined;
  expect(renewals(shop)).toEqual([true]);
  expect((await getOwnTeam(shop.services, shop.owner)).members).toHaveLength(1);
});

test('more seats that were shown before a team changed hands are not charged to who paid before', async ({
  db,
}) => {
  const shop = await openTeam(db);
  const { id, owner, services } = shop;
  const { at, dueNow } = await previewSeats(services, owner, { seats: 5 });
  const charges = shop.stripe.fake.store.all('charge').length;
  // The other tab hands the team over once this one has seen what it changes.
  const slow = withProvider(shop, ({ previewUpgrade }) => ({
    previewUpgrade: async (order) => {
      const shown = await previewUpgrade(order);
      await transferTeam(services, owner, { id });
      return shown;
    },
  }));
  expect(await failureOf(changeSeats(slow, owner, { seats: 5, at, dueNow }))).toBe('TEAM_NOT_FOUND');
  expect(shop.stripe.fake.store.all('charge')).toHaveLength(charges);
});
