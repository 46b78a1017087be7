import { expect } from 'vitest';
import { REQUEST_RETENTION_DAYS } from '#domain/billing/law/request-retention';
import { decideRequest } from '#server/areas/admin/billing/legal/decide-request';
import { listRequests } from '#server/areas/admin/billing/legal/list-requests';
import { declareAnonymously } from '#server/areas/billing/law/declare-anonymously';
import { forgetRequests } from '#server/areas/billing/law/forget-requests';
import { withdraw } from '#server/areas/billing/law/withdraw';
import { test } from '#tests/kit/database';
import { DAY } from '#tests/stripe/fake/store';
import { openGermanShop, orderAndPay } from '#tests/stripe/law';

const STRANGER = {
  kind: 'withdrawal' as const,
  name: 'Ada Lovelace',
  email: 'ada@elsewhere.test',
  contract: 'Premium, ordered last week',
  website: '',
  isExtraordinary: false,
  reason: '',
  endsOn: null,
};

test('what was sent without an account is deleted four years after it was settled, and no open one before', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  const { as, services } = shop;
  await declareAnonymously(services, as('visitor'), STRANGER);
  await declareAnonymously(services, as('visitor'), {
    ...STRANGER,
    name: 'Grace Hopper',
    email: 'open@elsewhere.test',
  });
  await orderAndPay(shop, false);
  await withdraw(services, shop.member, { locale: 'en' });
  const settled = (await listRequests(services, as('admin'))).find(({ email }) => email === STRANGER.email);
  const decision = { id: settled?.id ?? '', action: 'other' as const, userId: null, note: 'Ada wrote again' };
  await decideRequest(services, as('admin'), decision);
  const written = async () =>
    JSON.stringify([
      await db.kysely.selectFrom('billing_requests').selectAll().execute(),
      await db.kysely.selectFrom('notice_events').selectAll().execute(),
      await db.kysely.selectFrom('mail_outbox').selectAll().execute(),
    ]);
  shop.wait((REQUEST_RETENTION_DAYS - 1) * DAY);
  expect(await forgetRequests(services)).toBe(0);
  expect(await written()).toContain(STRANGER.email);
  shop.wait(DAY);
  expect(await forgetRequests(services)).toBe(1);
  for (const trace of [STRANGER.email, 'Lovelace', 'Ada wrote']) expect(await written()).not.toContain(trace);
  const rows = await db.kysely.selectFrom('billing_requests').selectAll().execute();
  expect(rows.map(({ email, outcome }) => [email !== null, outcome])).toEqual(
    expect.arrayContaining([
      [true, null],
      [true, 'refunded'],
    ]),
  );
  expect(rows).toHaveLength(2);
  expect(await forgetRequests(services)).toBe(0);
});
