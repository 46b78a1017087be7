import { sql } from 'kysely';
import { expect } from 'vitest';
import type { NewFact } from '#domain/billing/facts';
import { changeTier } from '#server/areas/accounts/profile/change-tier';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import { setUserTier } from '#server/areas/admin/users/set-user-tier';
import type { Services } from '#server/services';
import { enter, sent, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { insertFacts, selectAccount, selectFacts } from './ledger-sql.ts';
import { openAccount, SCHOOL } from './open-account.ts';
import { projectTier } from './project-tier.ts';
import { secondsOf } from './seconds.ts';
import { turnTiers } from './turn-tiers.ts';

const idOf = (viewer: { kind: string; userId?: string }) => viewer.userId ?? '';
async function write({ clock, db }: Services, userId: string, facts: readonly NewFact[]) {
  await db.transaction(async (trx) => {
    const account = await openAccount(trx, userId, clock.now());
    if (!account) throw new Error('there is no account');
    await insertFacts(trx, account.id, SCHOOL, facts, clock.now());
    await projectTier(trx, account, clock.now());
  });
}
const gift = (from: number, seconds: number): NewFact => ({
  kind: 'grant',
  id: 'gift',
  tier: 'premium',
  from,
  to: from + seconds,
  by: 'administrator',
  reason: 'jury',
});
const shown = async (services: Services, userId: string) =>
  services.db.kysely
    .selectFrom('profiles')
    .select(['subscription_tier', 'tier_until', 'tier_after'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

test('a tier that ends is lost to the second, before any job has run', async ({ db }) => {
  const account = await withAccount(db);
  const { services } = account;
  const cookie = sent((await enter(account)).cookies);
  const who = async () => {
    const { viewer } = await findViewer(services, cookie);
    return viewer;
  };
  const viewer = await who();
  const from = secondsOf(services.clock.now());
  await write(services, idOf(viewer), [gift(from, 600)]);
  account.wait(599);
  expect(await who()).toMatchObject({ tier: 'premium' });
  account.wait(1);
  expect(await who()).toMatchObject({ tier: 'free' });
  expect((await shown(services, idOf(viewer))).subscription_tier).toBe('premium');
  expect(await turnTiers(services)).toBe(1);
  expect(await shown(services, idOf(viewer))).toEqual({
    subscription_tier: 'free',
    tier_until: null,
    tier_after: 'free',
  });
  expect(await turnTiers(services)).toBe(0);
});

test('a tier that was held before there were facts is not lost by the first of them', async ({ db }) => {
  const { as, services, wait } = await openVerbs(db);
  const premium = idOf(as('premium').viewer);
  await write(services, premium, [gift(secondsOf(services.clock.now()), 60)]);
  wait(61);
  await turnTiers(services);
  expect((await shown(services, premium)).subscription_tier).toBe('premium');
});

test('what an administrator sets stands over a gift, and what its person then chooses ends both', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const free = idOf(as('free').viewer);
  await write(services, free, [gift(secondsOf(services.clock.now()), 3600)]);
  await setUserTier(services, as('admin'), { id: free, tier: 'basic' });
  expect((await shown(services, free)).subscription_tier).toBe('basic');
  await changeTier(services, as('free'), { tier: 'free' });
  expect(await shown(services, free)).toEqual({
    subscription_tier: 'free',
    tier_until: null,
    tier_after: 'free',
  });
});

test('a tier is told once for each change of it', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const free = idOf(as('free').viewer);
  for (const tier of ['premium', 'premium', 'free', 'premium'] as const)
    await setUserTier(services, as('admin'), { id: free, tier });
  await db.transaction(async (trx) => {
    const account = await openAccount(trx, free, services.clock.now());
    if (account) await projectTier(trx, account, services.clock.now());
  });
  const events = await db.kysely
    .selectFrom('notice_events')
    .select('props')
    .where('user_id', '=', free)
    .orderBy('created_at')
    .execute();
  expect(events.map(({ props }) => props)).toEqual([
    { tier: 'premium' },
    { tier: 'free' },
    { tier: 'premium' },
  ]);
});

test('a fact can be neither changed nor deleted', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const free = idOf(as('free').viewer);
  await setUserTier(services, as('admin'), { id: free, tier: 'basic' });
  const account = await selectAccount(db.kysely, free);
  for (const statement of [sql`update billing_facts set subject = subject`, sql`delete from billing_facts`])
    await expect(db.transaction((trx) => statement.execute(trx))).rejects.toThrow('only ever added');
  expect(await selectFacts(db.kysely, account?.id ?? '')).toMatchObject([
    { kind: 'override', tier: 'basic' },
  ]);
});

test('who has a live subscription can choose nothing for nothing, and loses nothing by trying', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const free = idOf(as('free').viewer);
  const at = secondsOf(services.clock.now());
  const month = { from: at, to: at + 30 * 86_400, currency: 'eur', tier: 'premium' as const };
  await write(services, free, [
    { kind: 'paid', id: 'line', sub: 's', invoice: 'i', number: null, seats: 1, amount: 1999, at, ...month },
    {
      kind: 'subscription',
      id: 's',
      state: 'running',
      tier: 'premium',
      price: 'p',
      interval: 'month',
      unitAmount: 1999,
      currency: 'eur',
      quantity: 1,
      startedAt: at,
      periodEnd: month.to,
      trialFrom: null,
      trialTo: null,
      endsAt: null,
    },
  ]);
  expect(await failureOf(changeTier(services, as('free'), { tier: 'free' }))).toBe('SUBSCRIPTION_RUNNING');
  expect((await shown(services, free)).subscription_tier).toBe('premium');
});
