import { expect } from 'vitest';
import { refundTeam } from '#server/areas/admin/billing/refunds/refund-team';
import { getOwnTeam } from '#server/areas/billing/teams/describe-team';
import { listTeams } from '#server/areas/billing/teams/list-teams';
import { transferTeam } from '#server/areas/billing/teams/transfer-team';
import type { CallerName } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { DAY } from '#tests/stripe/fake/store';
import { openShop } from '#tests/stripe/shop';
import { buySeats, fill, prove, settle, tiersOf } from '#tests/stripe/team-shop';

const both = (tier: string) => ({ tier, written: tier });

test("an administrator refunds a team's invoice with a reason, never more than is left, and then its seats end", async ({
  db,
}) => {
  const shop = await openShop(db);
  const { id, invoices } = await buySeats(shop, 'free');
  await fill(shop, 'free', ['second']);
  const [invoice] = invoices;
  const order = { id, invoice: invoice?.id ?? '', reason: 'Ordered by mistake' };
  const refund = (amount: number | null, who: CallerName = 'admin') =>
    refundTeam(shop.services, shop.as(who), { ...order, amount });
  shop.wait(15 * DAY);
  expect(await failureOf(refund(500))).toBe('PROOF_REQUIRED');
  await prove(shop, 'admin');
  expect(await failureOf(refund(500, 'free'))).toBe('ADMINISTRATOR_REQUIRED');
  expect(await refund(500)).toMatchObject([{ amount: 5997, refunded: 500 }]);
  expect(await tiersOf(shop, 'second')).toEqual(both('premium'));
  expect(await failureOf(refund(5498))).toBe('INVOICE_NOT_FOUND');
  const unknown = { ...order, amount: null, invoice: 'in_other' };
  expect(await failureOf(refundTeam(shop.services, shop.as('admin'), unknown))).toBe('INVOICE_NOT_FOUND');
  expect(await refund(null)).toMatchObject([{ amount: 5997, refunded: 5997 }]);
  await settle(shop);
  expect(await tiersOf(shop, 'second')).toEqual(both('basic'));
  const audits = await db.kysely
    .selectFrom('audit_log')
    .select(['entity', 'entity_id', 'after'])
    .where('action', '=', 'billing.refund')
    .orderBy('id')
    .execute();
  expect(audits).toMatchObject([
    { entity: 'team', entity_id: id, after: { amount: 500, reason: 'Ordered by mistake' } },
    { entity: 'team', entity_id: id, after: { amount: null } },
  ]);
  expect((await listTeams(shop.services, shop.as('admin'), { q: '' }))[0]?.invoices).toMatchObject([
    { refunded: 5997 },
  ]);
});

test('what a former owner of a team paid is refunded to them', async ({ db }) => {
  const shop = await openShop(db);
  const { id, invoices } = await buySeats(shop, 'free');
  await fill(shop, 'free', ['second']);
  const [seat] = (await getOwnTeam(shop.services, shop.as('free'))).members;
  await prove(shop, 'free');
  await transferTeam(shop.services, shop.as('free'), { id: seat?.id ?? '' });
  await prove(shop, 'admin');
  const order = { id, invoice: invoices[0]?.id ?? '', amount: null, reason: 'Moved to another school' };
  await refundTeam(shop.services, shop.as('admin'), order);
  await settle(shop);
  expect(await tiersOf(shop, 'second')).toEqual(both('basic'));
  expect(shop.stripe.fake.store.all('refund')).toMatchObject([{ amount: 5997 }]);
});
