import { expect } from 'vitest';
import { contract } from '#contract/contract';
import type { Viewer } from '#domain/access/viewer';
import { requestDeletion } from '#server/areas/accounts/erasure/request-deletion';
import { carryOut } from '#server/areas/billing/law/carry-out';
import { withdraw } from '#server/areas/billing/law/withdraw';
import { payer } from '#server/areas/billing/member/own';
import type { Db } from '#server/db/client';
import { statedProcedures } from '#server/http/check-contract';
import { test } from '#tests/kit/database';
import { openGermanShop, orderAndPay } from '#tests/stripe/law';
import { mine, type Shop, tierOf } from '#tests/stripe/shop';
import { callProcedure } from '../kit/call-procedure.ts';
import type { CallerName } from '../kit/school.ts';

const STATED = statedProcedures(contract);
const FORM = {
  kind: 'withdrawal',
  name: 'Ada Lovelace',
  email: 'victim@school.test',
  contract: 'Premium, ordered last week',
};

async function call(shop: Shop, who: CallerName, name: string, input: object) {
  const procedure = STATED.find((one) => one.name === `legal.${name}`);
  if (!procedure) throw new Error(`legal.${name} is not in the contract`);
  const reply = await callProcedure(shop.school, who, procedure, { ...input });
  const body = (await reply.json()) as Record<string, unknown> & { code?: string };
  return { code: reply.ok ? 'ok' : (body.code ?? String(reply.status)), body };
}

const refunded = ({ stripe }: Shop) =>
  stripe.fake.store.all('refund').reduce((sum, { amount }) => sum + amount, 0);
const paid = ({ stripe }: Shop) =>
  stripe.fake.store.all('charge').reduce((sum, { amount, paid: isPaid }) => sum + (isPaid ? amount : 0), 0);
const count = async (db: Db, table: 'billing_requests' | 'mail_outbox' | 'billing_consents') =>
  (await db.kysely.selectFrom(table).selectAll().execute()).length;

test('a withdrawal that somebody else sends under the address of a member ends nothing and pays nothing', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  await orderAndPay(shop, false);
  const { email, userId } = payer(shop.member);
  for (const who of ['visitor', 'second'] as const)
    for (const kind of ['withdrawal', 'cancellation'])
      expect((await call(shop, who, 'declare', { ...FORM, kind, email })).code).toBe('ok');
  const planted = { userId, accountId: userId, account_id: userId, subscription: 'x', state: 'accepted' };
  expect((await call(shop, 'second', 'declare', { ...FORM, email, ...planted })).code).toBe('ok');
  for (const name of ['withdraw', 'cancel'])
    expect((await call(shop, 'second', name, { ...planted, email })).code, name).toBe('NO_SUBSCRIPTION');
  expect(await mine(shop)).toMatchObject({ state: 'running', tier: 'premium' });
  expect(refunded(shop)).toBe(0);
  const rows = await db.kysely.selectFrom('billing_requests').selectAll().execute();
  for (const row of rows) expect(row).toMatchObject({ state: 'open', account_id: null, subscription: null });
});

test('the form answers the same whether an account exists, and names nobody', async ({ db }) => {
  const shop = await openGermanShop(db);
  await orderAndPay(shop, false);
  const answers = [];
  for (const email of [payer(shop.member).email, 'nobody@elsewhere.test']) {
    const { body, code } = await call(shop, 'visitor', 'declare', { ...FORM, email });
    const reference = String(body.reference);
    answers.push(JSON.stringify({ code, body }).replaceAll(email, '…').replaceAll(reference, '…'));
  }
  expect(answers[0]).toBe(answers[1]);
  expect(answers[0]).not.toContain('19.99');
});

test('a mailbox gets only so many mails of the form, the answer stays the same, and nothing declared is lost', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  for (let turn = 0; turn < 12; turn += 1) {
    const email = turn % 2 === 0 ? FORM.email : `victim+${turn}@school.test`;
    expect((await call(shop, 'visitor', 'declare', { ...FORM, email })).code).toBe('ok');
  }
  expect(await count(db, 'mail_outbox')).toBe(5);
  expect(await count(db, 'billing_requests')).toBe(12);
});

test.for([
  ['name', 'Visit https://evil.example/win'],
  ['name', 'Lectern Administrator'],
  ['name', 'Ada\r\nBcc: all@x.test'],
  ['contract', 'Win at evil.com'],
  ['contract', 'Write to me@evil.test'],
  ['contract', 'Premium\u202emoc.live'],
  ['reason', 'See www.evil.example'],
] as const)(
  'a %s that would lead the owner of a mailbox elsewhere is refused: %j',
  async ([field, value], { db }) => {
    const shop = await openGermanShop(db);
    const { body, code } = await call(shop, 'visitor', 'declare', {
      ...FORM,
      kind: 'cancellation',
      [field]: value,
    });
    expect([code, Object.keys(body.fields as object)]).toEqual(['BAD_INPUT', [field]]);
    expect(await count(db, 'mail_outbox')).toBe(0);
  },
);

test('a machine that fills every field is answered and leaves nothing behind', async ({ db }) => {
  const shop = await openGermanShop(db);
  expect((await call(shop, 'visitor', 'declare', { ...FORM, website: 'https://x.test' })).code).toBe('ok');
  expect(await count(db, 'billing_requests')).toBe(0);
  expect(await count(db, 'mail_outbox')).toBe(0);
});

test('many withdrawals at one moment are one, with one refund, one mail and one proof', async ({ ownDb }) => {
  const shop = await openGermanShop(ownDb);
  await orderAndPay(shop, true);
  shop.wait(3 * 86_400);
  const receipts = await Promise.all(
    Array.from({ length: 6 }, () => withdraw(shop.services, shop.member, { locale: 'en' })),
  );
  expect(new Set(receipts.map(({ reference }) => reference)).size).toBe(1);
  const { id } = await ownDb.kysely.selectFrom('billing_requests').select('id').executeTakeFirstOrThrow();
  await Promise.all(Array.from({ length: 4 }, () => carryOut(shop.services, id)));
  expect(shop.stripe.fake.store.all('refund')).toHaveLength(1);
  expect(refunded(shop)).toBeLessThan(paid(shop));
  expect(await count(ownDb, 'billing_requests')).toBe(1);
  const proofs = await ownDb.kysely
    .selectFrom('billing_consents')
    .selectAll()
    .where('kind', '=', 'withdrawal')
    .execute();
  expect(proofs).toHaveLength(1);
  expect((await call(shop, 'free', 'withdraw', {})).body.reference).toBe(receipts[0]?.reference);
});

test('never more goes back than was paid, also when an administrator refunded a part before', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  await orderAndPay(shop, false);
  const { store } = shop.stripe.fake;
  const charge = store.all('charge').find(({ paid: isPaid }) => isPaid);
  await shop.services.payments?.refund({
    key: 'part',
    customer: store.all('customer').at(0)?.id ?? '',
    invoice: store.all('invoice').at(0)?.id ?? '',
    amount: 1500,
  });
  const receipt = await withdraw(shop.services, shop.member, { locale: 'en' });
  expect(receipt.text).toContain('€4.99');
  expect(refunded(shop)).toBe(charge?.amount);
});

test('a decision can not be turned to the subscription of somebody else', async ({ db }) => {
  const shop = await openGermanShop(db);
  await orderAndPay(shop, false);
  await call(shop, 'free', 'cancel', { isExtraordinary: true, reason: 'The courses were removed' });
  const { body } = await call(shop, 'admin', 'requests', {});
  const [request] = body as unknown as { id: string }[];
  await orderAndPay({ ...shop, member: shop.as('second') }, false);
  const decision = { id: request?.id, action: 'cancel', userId: payer(shop.as('second')).userId };
  expect((await call(shop, 'admin', 'decide', decision)).code).toBe('NO_SUBSCRIPTION');
  expect(await mine({ ...shop, member: shop.as('second') })).toMatchObject({ state: 'running' });
  for (const who of ['free', 'second', 'visitor'] as const)
    expect(['ADMINISTRATOR_REQUIRED', 'SIGN_IN_REQUIRED']).toContain(
      (await call(shop, who, 'decide', decision)).code,
    );
});

test('an administrator in the account of a member sees the right to withdraw and can not use it', async ({
  db,
}) => {
  const shop = await openGermanShop(db);
  await orderAndPay(shop, false);
  const viewer = shop.school.people.get('free');
  const admin = payer(shop.as('admin'));
  if (viewer?.kind !== 'member') throw new Error('nobody');
  const support = { adminId: admin.userId, adminName: 'Head', endsAt: new Date(0), mode: 'change' as const };
  (shop.school.people as Map<CallerName, Viewer>).set('free', { ...viewer, support });
  const rights = await call(shop, 'free', 'rights', {});
  expect(rights.body).toMatchObject({ withdrawal: { isWhole: true } });
  for (const [name, input] of [
    ['withdraw', {}],
    ['cancel', {}],
    ['declare', FORM],
  ] as const)
    expect((await call(shop, 'free', name, input)).code, name).toBe('SUPPORT_CLOSED');
  expect(await tierOf(shop)).toBe('premium');
  expect(await count(db, 'billing_requests')).toBe(0);
});

test('an account that waits for its deletion can still withdraw', async ({ db }) => {
  const shop = await openGermanShop(db);
  await orderAndPay(shop, false);
  await db.pool.query('update sessions set proved_at = $1', [shop.services.clock.now()]);
  await requestDeletion(shop.services, shop.member);
  await withdraw(shop.services, shop.member, { locale: 'en' });
  expect(refunded(shop)).toBe(paid(shop));
});
