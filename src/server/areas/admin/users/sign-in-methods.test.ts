import { expect } from 'vitest';
import { createKey } from '#server/areas/accounts/keys/create-key';
import { addComment } from '#server/areas/comments/add-comment';
import { insertContent } from '#tests/attack/content/content';
import { signedInCaller, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { FAKE_SIGN_INS } from '#tests/kit/fake-sign-in';
import { failureOf } from '#tests/kit/verbs';
import { listAudit } from '../audit/list-audit.ts';
import { getUser } from './get-user.ts';
import { revokeUserKey } from './revoke-user-key.ts';

/** Ada with a password, a passkey, a linked service and an API key. */
async function withSignInMethods(db: Parameters<typeof withAccount>[0]) {
  const school = await withAccount(db);
  const { caller } = await signedInCaller(school);
  const [service] = FAKE_SIGN_INS.values();
  const passkey = { name: 'Yellow key', credential_id: 'credential-of-ada', counter: 0, transports: [] };
  await db.kysely
    .insertInto('passkeys')
    .values({ ...passkey, user_id: school.id, public_key: Buffer.from('public') })
    .execute();
  const linked = { provider_id: service?.issuer ?? '', account_id: 'ada', label: 'ada@elsewhere.test' };
  await db.kysely
    .insertInto('accounts')
    .values({ ...linked, user_id: school.id })
    .execute();
  const made = await createKey(school.services, caller, {
    name: 'Night script',
    scopes: ['comments:write'],
    days: 30,
  });
  return { ...school, caller, key: made.key, keyId: made.row.id, service };
}

test('an administrator sees by name what somebody signs in with, and never a secret', async ({ db }) => {
  const { as, id, key, service, services } = await withSignInMethods(db);
  const user = await getUser(services, as('admin'), { id });
  expect(user.signInMethods).toMatchObject({
    hasPassword: true,
    passkeys: [{ name: 'Yellow key', lastUsedAt: null }],
    signIns: [{ service: service?.name, label: 'ada@elsewhere.test' }],
  });
  expect(user.keys).toMatchObject([{ name: 'Night script', scopes: ['comments:write'], lastUsedAt: null }]);
  const said = JSON.stringify(user);
  const { rows } = await db.pool.query<{ secret: string }>(
    "select password as secret from accounts where password is not null union select secret_hash from api_keys union select 'credential-of-ada'",
  );
  expect(rows.length).toBe(3);
  for (const secret of [key, ...rows.map((row) => row.secret)]) expect(said).not.toContain(secret);
});

test('an administrator ends a key of a member: it is audited, the member is told, once', async ({ db }) => {
  const { as, id, keyId, services } = await withSignInMethods(db);
  const premium = as('premium').viewer;
  const other = premium.kind === 'member' ? premium.userId : '';
  const revoke = (who: 'admin' | 'basic' | 'visitor', whose = id) =>
    failureOf(revokeUserKey(services, as(who), { id: whose, keyId }));
  expect(await revoke('visitor')).toBe('SIGN_IN_REQUIRED');
  expect(await revoke('basic')).toBe('ADMINISTRATOR_REQUIRED');
  expect(await revoke('admin', other)).toBe('KEY_NOT_FOUND');
  expect(await revoke('admin', keyId)).toBe('USER_NOT_FOUND');
  expect(await revoke('admin')).toEqual({ done: true });
  expect(await revoke('admin')).toBe('KEY_NOT_FOUND');
  expect((await getUser(services, as('admin'), { id })).keys).toEqual([]);
  const { items } = await listAudit(services, as('admin'), { actor: '', page: 'first', about: id });
  const before = { key: keyId, name: 'Night script', scopes: ['comments:write'] };
  expect(items.filter(({ action }) => action === 'user.revoke-key')).toMatchObject([{ before }]);
  const mails = await db.kysely
    .selectFrom('mail_outbox')
    .select(['recipient', 'props'])
    .where('template', '=', 'key-revoked')
    .execute();
  expect(mails).toMatchObject([{ recipient: 'ada@lovelace.test', props: { key: 'Night script' } }]);
});

test('the audit log says through which key somebody acted, also when it is gone', async ({ db }) => {
  const { as, caller, id, keyId, services } = await withSignInMethods(db);
  if (caller.viewer.kind !== 'member') throw new Error('Ada is signed in');
  const viewer = { ...caller.viewer, key: { id: keyId, scopes: ['comments:write'] as const } };
  const { courses } = await insertContent(db);
  await addComment(
    services,
    { ...caller, viewer },
    { courseId: courses.free.id, content: 'Good morning', parentId: null },
  );
  const through = async () => {
    const page = await listAudit(services, as('admin'), { actor: '', page: 'first', action: 'comment.add' });
    return page.items.map(({ key }) => key);
  };
  expect(await through()).toEqual([{ id: keyId, name: 'Night script' }]);
  await revokeUserKey(services, as('admin'), { id, keyId });
  expect(await through()).toEqual([{ id: keyId, name: null }]);
});
