import { expect } from 'vitest';
import type { Viewer } from '#domain/access/viewer';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import type { Db } from '#server/db/client';
import type { Caller } from '#server/services';
import { enter, sent, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { startSupport } from '../support/start-support.ts';
import { disableUser } from './disable-user.ts';
import { enableUser } from './enable-user.ts';
import { endUserSessions } from './end-user-sessions.ts';
import { grantAdmin } from './grant-admin.ts';
import { removeUser } from './remove-user.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { revokeAdmin } from './revoke-admin.ts';
import { revokeUserKey } from './revoke-user-key.ts';
import { setUserTier } from './set-user-tier.ts';

const NOBODY = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';
const audited = (db: Db, id: string) =>
  db.kysely
    .selectFrom('audit_log')
    .select(['action', 'before', 'after', 'actor_kind'])
    .where('entity_id', '=', id)
    .where('action', 'like', 'user.%')
    .orderBy('id')
    .execute();

test('an administrator sets any tier; it is audited once and its owner is told once', async ({ db }) => {
  const { as, id, services } = await withAccount(db);
  expect(await setUserTier(services, as('admin'), { id, tier: 'premium' })).toMatchObject({
    id,
    subscriptionTier: 'premium',
  });
  await setUserTier(services, as('admin'), { id, tier: 'premium' });
  expect(await audited(db, id)).toEqual([
    { action: 'user.set-tier', before: { tier: 'free' }, after: { tier: 'premium' }, actor_kind: 'admin' },
  ]);
  const reported = await db.kysely
    .selectFrom('notice_events')
    .selectAll()
    .where('user_id', '=', id)
    .execute();
  expect(reported.map(({ kind, props }) => [kind, props])).toEqual([['tier-changed', { tier: 'premium' }]]);
});

test('granted rights begin with a new sign-in; revoked ones end with the next request', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { as, id, services } = school;
  let { cookies } = await enter(school);
  const isAdmin = async () => (await findViewer(services, sent(cookies))).viewer;
  expect(await isAdmin()).toMatchObject({ isAdmin: false, tier: 'free' });
  expect((await grantAdmin(services, as('admin'), { id })).role).toBe('admin');
  expect(await isAdmin()).toEqual({ kind: 'visitor' });
  ({ cookies } = await enter(school));
  expect(await isAdmin()).toMatchObject({ isAdmin: true });
  expect((await revokeAdmin(services, as('admin'), { id })).role).toBe('user');
  await setUserTier(services, as('admin'), { id, tier: 'basic' });
  expect(await isAdmin()).toMatchObject({ isAdmin: false, tier: 'basic' });
  const actions = (await audited(ownDb, id)).map(({ action }) => action);
  expect(actions).toEqual(['user.grant-admin', 'user.revoke-admin', 'user.set-tier']);
});

test('what an account is already is neither changed nor audited again', async ({ db }) => {
  const { as, id, services } = await withAccount(db);
  await revokeAdmin(services, as('admin'), { id });
  await grantAdmin(services, as('admin'), { id });
  await grantAdmin(services, as('admin'), { id });
  expect(await audited(db, id)).toHaveLength(1);
});

test('nobody becomes administrator before the address is confirmed, and nobody unconfirmed counts as one', async ({
  ownDb,
}) => {
  const { as, id, services } = await withAccount(ownDb, false);
  expect(await failureOf(grantAdmin(services, as('admin'), { id }))).toBe('EMAIL_NOT_VERIFIED');
  expect(await audited(ownDb, id)).toEqual([]);
  await ownDb.kysely.insertInto('user_roles').values({ user_id: id, role: 'admin' }).execute();
  const { viewer } = as('admin');
  const own = { id: viewer.kind === 'member' ? viewer.userId : '' };
  expect(await failureOf(revokeAdmin(services, as('admin'), own))).toBe('LAST_ADMINISTRATOR');
});

test('the last administrator stays one; a disabled one does not count', async ({ db }) => {
  const { as, id, services } = await withAccount(db);
  const { viewer } = as('admin');
  const own = { id: viewer.kind === 'member' ? viewer.userId : '' };
  expect(await failureOf(revokeAdmin(services, as('admin'), own))).toBe('LAST_ADMINISTRATOR');
  await grantAdmin(services, as('admin'), { id });
  await db.kysely.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', id).execute();
  expect(await failureOf(revokeAdmin(services, as('admin'), own))).toBe('LAST_ADMINISTRATOR');
  await db.kysely.updateTable('users').set({ disabled_at: null }).where('id', '=', id).execute();
  expect((await revokeAdmin(services, as('admin'), own)).role).toBe('user');
});

for (const [what, isOwn, refusal] of [
  ['each other', false, 'ADMINISTRATOR_REQUIRED'],
  ['themselves', true, 'LAST_ADMINISTRATOR'],
] as const)
  test(`two administrators who revoke ${what} at the same moment leave one`, async ({ ownDb }) => {
    const { as, id, services } = await withAccount(ownDb);
    const { viewer } = as('admin');
    const own = viewer.kind === 'member' ? viewer.userId : '';
    const callers = [own, id].map(
      (userId): Caller => ({ ...as('admin'), viewer: { ...viewer, userId } as Viewer }),
    );
    const victims = isOwn ? [own, id] : [id, own];
    for (let round = 0; round < 5; round += 1) {
      await ownDb.kysely
        .insertInto('user_roles')
        .values([own, id].map((user_id) => ({ user_id, role: 'admin' as const })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const outcomes = await Promise.all(
        callers.map((caller, at) => failureOf(revokeAdmin(services, caller, { id: victims[at] ?? '' }))),
      );
      expect(outcomes.filter((outcome) => outcome === refusal)).toHaveLength(1);
      expect(await ownDb.kysely.selectFrom('user_roles').selectAll().execute()).toHaveLength(1);
    }
  });

for (const [what, end] of [
  [
    'whose rights ended',
    (db: Db, userId: string) => db.kysely.deleteFrom('user_roles').where('user_id', '=', userId),
  ],
  [
    'whose account was disabled',
    (db: Db, userId: string) =>
      db.kysely.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', userId),
  ],
] as const)
  test(`an administrator ${what} since the request began changes nobody's access any more`, async ({
    db,
  }) => {
    const { as, id, services } = await withAccount(db);
    const { viewer } = as('admin');
    await end(db, viewer.kind === 'member' ? viewer.userId : '').execute();
    const support = { id, mode: 'look', reason: 'A lost exam' } as const;
    for (const call of [
      () => grantAdmin(services, as('admin'), { id }),
      () => revokeAdmin(services, as('admin'), { id }),
      () => setUserTier(services, as('admin'), { id, tier: 'premium' }),
      () => endUserSessions(services, as('admin'), { id }),
      () => resetSecondFactor(services, as('admin'), { id }),
      () => revokeUserKey(services, as('admin'), { id, keyId: NOBODY }),
      () => startSupport(services, as('admin'), support, new Headers()),
      () => disableUser(services, as('admin'), { id }),
      () => enableUser(services, as('admin'), { id }),
      () => removeUser(services, as('admin'), { id }),
    ])
      expect(await failureOf(call())).toBe('ADMINISTRATOR_REQUIRED');
    expect(await audited(db, id)).toEqual([]);
  });

test('granted twice at the same moment, it is granted and audited once', async ({ ownDb }) => {
  const { as, id, services } = await withAccount(ownDb);
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => failureOf(grantAdmin(services, as('admin'), { id }))),
  );
  expect(outcomes).toEqual([1, 2, 3].map(() => expect.objectContaining({ role: 'admin' })));
  expect(await audited(ownDb, id)).toHaveLength(1);
});

test('an account that is gone is told so, and members may do nothing of this', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  for (const call of [
    (who: 'admin' | 'premium') => setUserTier(services, as(who), { id: NOBODY, tier: 'basic' }),
    (who: 'admin' | 'premium') => grantAdmin(services, as(who), { id: NOBODY }),
    (who: 'admin' | 'premium') => revokeAdmin(services, as(who), { id: NOBODY }),
  ]) {
    expect(await failureOf(call('admin'))).toBe('USER_NOT_FOUND');
    expect(await failureOf(call('premium'))).toBe('ADMINISTRATOR_REQUIRED');
  }
});
