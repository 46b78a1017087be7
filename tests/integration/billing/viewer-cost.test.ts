import pg from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import { insertFacts } from '#server/areas/billing/ledger/ledger-sql';
import { openAccount, SCHOOL } from '#server/areas/billing/ledger/open-account';
import { projectTier } from '#server/areas/billing/ledger/project-tier';
import { secondsOf } from '#server/areas/billing/ledger/seconds';
import type { CallerName } from '#tests/attack/kit/school';
import { enter, sent, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { confirmOrder, orderByBank, takeTransfers } from '#tests/stripe/bank-shop';
import { buy, openShop, type Shop } from '#tests/stripe/shop';
import { buySeats, fill, settle } from '#tests/stripe/team-shop';

/** What must not be read to know who somebody is or what they may see. */
const OF_BILLING = /billing_|bank_|counted_facts|team_seats|plan_prices/;

/** The texts of all statements that are sent meanwhile. */
async function statementsIn(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [first] = args;
    const text = typeof first === 'string' ? first : ((first as { text?: string } | null)?.text ?? '');
    if (text !== '') sent.push(text);
    return Reflect.apply(query, this, args);
  } as typeof query);
  onTestFinished(() => spy.mockRestore());
  await work();
  spy.mockRestore();
  return sent;
}

async function statementsOf({ ask }: Shop, who: CallerName, path: string): Promise<string[]> {
  // What is read once for all requests is read before.
  await ask(who, 'GET', path);
  return statementsIn(async () => expect((await ask(who, 'GET', path)).status).toBe(200));
}

test('the viewer of a request is found in one statement, with the tier that ends to the second', async ({
  ownDb,
}) => {
  const account = await withAccount(ownDb);
  const { services } = account;
  const cookie = sent((await enter(account)).cookies);
  const { viewer } = await findViewer(services, cookie);
  const from = secondsOf(services.clock.now());
  const before = await statementsIn(() => findViewer(services, cookie, true));
  await ownDb.transaction(async (trx) => {
    const own = await openAccount(trx, viewer.kind === 'member' ? viewer.userId : '', services.clock.now());
    if (!own) throw new Error('there is no account');
    const gift = { kind: 'grant', id: 'gift', tier: 'premium', from, to: from + 600 } as const;
    await insertFacts(trx, own.id, SCHOOL, [{ ...gift, by: 'school', reason: 'jury' }], services.clock.now());
    await projectTier(trx, own, services.clock.now());
  });
  const after = await statementsIn(async () =>
    expect((await findViewer(services, cookie, true)).viewer).toMatchObject({ tier: 'premium' }),
  );
  expect(before).toHaveLength(1);
  expect(after).toEqual(before);
  expect(after.filter((text) => OF_BILLING.test(text))).toEqual([]);
});

const PAGES = ['/api/courses', '/api/dashboard', '/api/notifications', '/api/plans'] as const;

test('who a request comes from, and what they may see, is read without a word of billing, whatever was bought', async ({
  ownDb,
}) => {
  const shop = await openShop(ownDb);
  const served: string[] = [];
  for (const path of PAGES) if ((await shop.ask('free', 'GET', path)).status === 200) served.push(path);
  expect(served.length).toBeGreaterThan(1);
  const before = new Map<string, string[]>();
  for (const path of served) before.set(path, await statementsOf(shop, 'free', path));
  // A subscription, a seat of a team and a bank transfer at once.
  await buySeats(shop, 'second', { seats: 2 });
  await fill(shop, 'second', ['free']);
  await takeTransfers(shop.services, shop.as('admin'));
  await orderByBank(shop.services, shop.member);
  await confirmOrder(shop.services, shop.as('admin'), shop.member, '1');
  await buy(shop);
  await settle(shop);
  for (const path of served) {
    const after = await statementsOf(shop, 'free', path);
    expect(after.length, path).toBe(before.get(path)?.length);
    expect(
      after.filter((text) => OF_BILLING.test(text)),
      path,
    ).toEqual([]);
  }
  expect([...before.values()].flat().length).toBeGreaterThan(0);
});
