import { expect } from 'vitest';
import { legalForm } from '#contract/administration/legal-settings';
import { lawDefaults } from '#domain/billing/law/law-defaults';
import { noteTransfer } from '#server/areas/admin/billing/bank/note-transfer';
import { getBillingOverview } from '#server/areas/admin/billing/get-billing-overview';
import { decideRequest } from '#server/areas/admin/billing/legal/decide-request';
import { listRequests } from '#server/areas/admin/billing/legal/list-requests';
import { getTransferTerms } from '#server/areas/billing/bank/transfer-terms';
import { declareAnonymously } from '#server/areas/billing/law/declare-anonymously';
import { getLegalPages } from '#server/areas/billing/law/get-legal-pages';
import { payer } from '#server/areas/billing/member/own';
import { saveSetting } from '#server/areas/settings/save-setting';
import type { Db } from '#server/db/client';
import { openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { orderByBank, planOf, prove, takeTransfers } from '#tests/stripe/bank-shop';
import { openGermanShop, orderAndPay } from '#tests/stripe/law';

const STRANGER = {
  kind: 'withdrawal' as const,
  name: 'Ada Lovelace',
  email: 'ada@elsewhere.test',
  contract: 'Premium, paid by bank transfer',
  website: '',
  isExtraordinary: false,
  reason: '',
  endsOn: null,
};

/** A German school without a payment provider. */
async function openGermany(db: Db) {
  const verbs = await openVerbs(db);
  const value = { ...legalForm.parse({}), country: 'DE' as const, ...lawDefaults('DE') };
  const wanted = { name: 'legal' as const, form: legalForm, version: 0, value };
  await saveSetting(verbs.services, verbs.as('admin'), wanted);
  return { ...verbs, admin: verbs.as('admin') };
}

test('a school that takes bank transfers only has the pages that the law asks for', async ({ db }) => {
  const { admin, as, services } = await openGermany(db);
  const declare = () => declareAnonymously(services, as('visitor'), STRANGER);
  expect(await getLegalPages(services)).toEqual({ withdrawal: null, cancellation: null });
  expect(await failureOf(declare())).toBe('PAGE_NOT_FOUND');
  await takeTransfers(services, admin);
  expect(await getLegalPages(services)).toMatchObject({ withdrawal: { days: 14 }, cancellation: {} });
  const { reference } = await declare();
  expect(reference).not.toBe('');
  const [open] = await listRequests(services, admin);
  expect(open).toMatchObject({ kind: 'withdrawal', state: 'open', email: STRANGER.email, member: null });
  const decision = { id: open?.id ?? '', action: 'other' as const, userId: null, note: 'Sent back by bank' };
  expect(await decideRequest(services, admin, decision)).toMatchObject({ state: 'done', outcome: 'other' });
});

test('what was ordered by bank transfer is withdrawn from and settled also after transfers were switched off', async ({
  db,
}) => {
  const { admin, as, services } = await openGermany(db);
  await takeTransfers(services, admin);
  await takeTransfers(services, admin, { isOn: false });
  const overview = () => getBillingOverview(services, admin);
  expect(await getLegalPages(services)).toEqual({ withdrawal: null, cancellation: null });
  expect(await overview()).toMatchObject({ takesTransfers: false });
  await takeTransfers(services, admin);
  await orderByBank(services, as('free'));
  await takeTransfers(services, admin, { isOn: false });
  expect(await getLegalPages(services)).toMatchObject({ withdrawal: { days: 14 }, cancellation: {} });
  await declareAnonymously(services, as('visitor'), STRANGER);
  expect(await overview()).toMatchObject({ takesTransfers: true });
  // Nothing new is sold.
  const choice = { planId: await planOf(services, 'premium'), interval: 'month' as const };
  expect(await failureOf(getTransferTerms(services, as('second'), choice))).toBe('TRANSFERS_OFF');
});

test('an invoice that is noted where transfers were never on has these pages, too', async ({ db }) => {
  const { admin, as, services } = await openGermany(db);
  const bill = { userId: payer(as('free')).userId, tier: 'basic' as const, amount: 9900, currency: 'eur' };
  const time = { from: '2026-11-20T12:00:00.000Z', to: '2027-11-20T12:00:00.000Z' };
  expect(await getLegalPages(services)).toEqual({ withdrawal: null, cancellation: null });
  await prove(services);
  await noteTransfer(services, admin, { ...bill, ...time, number: 'A-1' });
  expect(await getLegalPages(services)).toMatchObject({ withdrawal: { days: 14 } });
});

test('a school that sold by card, and has no payment provider any more, keeps these pages; not for a rehearsal', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  await orderAndPay(shop, false);
  const { payments: _, ...services } = shop.services;
  const overview = () => getBillingOverview(services, shop.as('admin'));
  services.settings.forget();
  expect(await getLegalPages(services)).toEqual({ withdrawal: null, cancellation: null });
  await db.pool.query('update billing_customers set livemode = true');
  services.settings.forget();
  expect(await getLegalPages(services)).toMatchObject({ withdrawal: { days: 14 } });
  await declareAnonymously(services, shop.as('visitor'), STRANGER);
  expect(await overview()).toMatchObject({ takesPayments: false, takesTransfers: true });
});

test('the footer links to these pages there', async ({ db }) => {
  const { admin, as, services } = await openGermany(db);
  const web = {
    files: new Map(),
    render: async (_request: Request, { site }: { site: { legal?: unknown; sellsPlans?: true } }) =>
      new Response(`<!doctype html><p>${JSON.stringify([site.sellsPlans, site.legal])}</p>`),
  };
  const school = await openSchool(db, { web, people: new Map() });
  const drawn = async (page: string) => (await school.ask('visitor', 'GET', page)).text();
  expect(await drawn('/about')).toContain('[null,null]');
  await takeTransfers(services, admin);
  school.content.bump();
  expect(await drawn('/pricing')).toContain('/legal/withdrawal');
  await orderByBank(services, as('free'));
  await takeTransfers(services, admin, { isOn: false });
  school.content.bump();
  expect(await drawn('/courses')).toContain('[null,[["/legal/withdrawal"');
});
