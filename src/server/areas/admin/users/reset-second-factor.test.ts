import { expect } from 'vitest';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import { enrol, enter, sent, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { resetSecondFactor } from './reset-second-factor.ts';

test('after a reset the password alone signs in; sessions and half sign-ins end, it is audited and told', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const { as, id, services } = school;
  const { cookies } = await enrol(school);
  await enter(school);
  await ownDb.kysely.insertInto('feed_tokens').values({ user_id: id, token_hash: 'a hash' }).execute();
  const key = { name: 'Old', start: 'lk_', secret_hash: 'a hash', scopes: ['content:read'] };
  const expires_at = new Date('2999-01-01');
  await ownDb.kysely
    .insertInto('api_keys')
    .values({ ...key, user_id: id, expires_at })
    .execute();
  expect(await resetSecondFactor(services, as('admin'), { id })).toEqual({ ended: 1 });
  expect((await findViewer(services, sent(cookies))).viewer.kind).toBe('visitor');
  expect((await enter(school)).outcome).toMatchObject({ status: 'signed-in' });
  const { rows } = await ownDb.pool.query(
    "select identifier from verifications where identifier like '2fa-%' and value = $1",
    [id],
  );
  expect(rows).toEqual([]);
  for (const table of ['two_factor', 'api_keys', 'feed_tokens'] as const)
    expect(await ownDb.kysely.selectFrom(table).selectAll().execute()).toEqual([]);
  const audit = await ownDb.kysely
    .selectFrom('audit_log')
    .select(['actor_kind', 'entity_id', 'after'])
    .where('action', '=', 'user.reset-second-factor')
    .execute();
  expect(audit).toEqual([
    { actor_kind: 'admin', entity_id: id, after: { twoFactor: false, endedSessions: 1 } },
  ]);
  const mails = await ownDb.kysely
    .selectFrom('mail_outbox')
    .select('recipient')
    .where('template', '=', 'two-factor-reset')
    .execute();
  expect(mails).toEqual([{ recipient: 'ada@lovelace.test' }]);
});

test('only an administrator who proved it lately resets, and never the own factor', async ({ db }) => {
  const { as, id, services } = await withAccount(db);
  await db.pool.query('update users set two_factor_enabled = true where id = $1', [id]);
  const attempt = (who: 'admin' | 'premium' | 'visitor', userId = id) =>
    failureOf(resetSecondFactor(services, as(who), { id: userId }));
  expect(await attempt('visitor')).toBe('SIGN_IN_REQUIRED');
  expect(await attempt('premium')).toBe('ADMINISTRATOR_REQUIRED');
  const { viewer } = as('admin');
  expect(await attempt('admin', viewer.kind === 'member' ? viewer.userId : '')).toBe('OWN_ACCOUNT');
  const longAgo = new Date(services.clock.now().getTime() - 11 * 60_000);
  await db.pool.query('update sessions set proved_at = $1', [longAgo]);
  expect(await attempt('admin')).toBe('PROOF_REQUIRED');
});

test('without a second factor there is nothing to reset, also the second time', async ({ db }) => {
  const { as, id, services } = await withAccount(db);
  expect(await failureOf(resetSecondFactor(services, as('admin'), { id }))).toBe('TWO_FACTOR_OFF');
  await db.pool.query('update users set two_factor_enabled = true where id = $1', [id]);
  expect(await resetSecondFactor(services, as('admin'), { id })).toEqual({ ended: 0 });
  expect(await failureOf(resetSecondFactor(services, as('admin'), { id }))).toBe('TWO_FACTOR_OFF');
});
