import { expect } from 'vitest';
import { SCOPES } from '#domain/access/people/scopes';
import { disableUser } from '#server/areas/admin/users/disable-user';
import { endUserSessions } from '#server/areas/admin/users/end-user-sessions';
import { grantAdmin } from '#server/areas/admin/users/grant-admin';
import { revokeAdmin } from '#server/areas/admin/users/revoke-admin';
import { setUserTier } from '#server/areas/admin/users/set-user-tier';
import { PASSWORD, signedInCaller, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { sweepAccounts } from '../erasure/sweep-accounts.ts';
import { changePassword } from '../password/change-password.ts';
import { ensureAdministrator } from '../registration/ensure-administrator.ts';
import { createKey } from './create-key.ts';
import { findKey } from './find-key.ts';
import { MAX_KEYS } from './keys.ts';
import { listKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';

type Who = Parameters<Verbs['as']>[0];
const DAY_SECONDS = 24 * 3600;
const FORM = { name: 'Nightly report', scopes: ['learning:read' as const], days: 30 };
const make = ({ as, services }: Verbs, who: Who, form: Parameters<typeof createKey>[2] = FORM) =>
  createKey(services, as(who), form);
const find = ({ services }: Verbs, key: string) => findKey(services, key, '10.0.0.9');
const idOf = ({ as }: Verbs, who: Who) => {
  const { viewer } = as(who);
  return viewer.kind === 'member' ? viewer.userId : '';
};

test('a key is told once, kept as a hash, and acts for its owner within its scopes', async ({ db }) => {
  const school = await openVerbs(db);
  const { key, row } = await make(school, 'basic');
  expect(key).toMatch(/^lct_[\w-]{43}$/);
  expect(row).toMatchObject({ name: 'Nightly report', scopes: ['learning:read'], isExpired: false });
  expect(key.startsWith(row.start) && row.start.length).toBe(8);
  const stored = JSON.stringify(await db.kysely.selectFrom('api_keys').selectAll().execute());
  const traces = JSON.stringify(await db.kysely.selectFrom('audit_log').selectAll().execute());
  const mails = JSON.stringify(await db.kysely.selectFrom('mail_outbox').selectAll().execute());
  for (const text of [stored, traces, mails]) expect(text).not.toContain(key.slice(8));
  expect(await find(school, key)).toMatchObject({
    userId: idOf(school, 'basic'),
    tier: 'basic',
    isAdmin: false,
    key: { id: row.id, scopes: ['learning:read'] },
  });
});

test('making and revoking is written down, and the owner is told by mail', async ({ db }) => {
  const school = await openVerbs(db);
  const { row } = await make(school, 'basic');
  await revokeKey(school.services, school.as('basic'), { id: row.id });
  const audited = await db.kysely
    .selectFrom('audit_log')
    .selectAll()
    .where('action', 'like', 'key.%')
    .orderBy('id')
    .execute();
  expect(audited).toMatchObject([
    { action: 'key.create', after: { key: row.id, name: FORM.name, scopes: FORM.scopes } },
    { action: 'key.revoke', before: { key: row.id, name: FORM.name } },
  ]);
  const mails = await db.kysely.selectFrom('mail_outbox').select(['template', 'recipient']).execute();
  expect(mails).toEqual([{ template: 'key-created', recipient: 'basic@school.test' }]);
});

test('a key is made by who proved lately to be there, and admin scopes by administrators', async ({ db }) => {
  const school = await openVerbs(db);
  const form = { ...FORM, scopes: ['admin:reports:read' as const] };
  expect(await failureOf(make(school, 'basic', form))).toBe('ADMINISTRATOR_REQUIRED');
  await make(school, 'admin', form);
  await db.pool.query("update sessions set proved_at = now() - interval '1 year'");
  expect(await failureOf(make(school, 'basic'))).toBe('PROOF_REQUIRED');
});

test('no key makes another, and a session that has ended makes none', async ({ db }) => {
  const school = await openVerbs(db);
  const { services } = school;
  const { key } = await make(school, 'admin', { ...FORM, scopes: [...SCOPES] });
  const viewer = await find(school, key);
  if (!viewer) throw new Error('no viewer');
  const through = { ...school.as('admin'), viewer };
  expect(await failureOf(createKey(services, through, FORM))).toBe('SESSION_REQUIRED');
  await db.pool.query('delete from sessions');
  expect(await failureOf(make(school, 'basic'))).toBe('PROOF_REQUIRED');
});

test('nobody has more than so many keys', async ({ db }) => {
  const school = await openVerbs(db);
  for (let count = 0; count < MAX_KEYS; count += 1) await make(school, 'basic');
  expect(await failureOf(make(school, 'basic'))).toBe('TOO_MANY_KEYS');
  await make(school, 'second');
  expect(await listKeys(school.services, school.as('basic'))).toHaveLength(MAX_KEYS);
});

test('forged, mistyped, expired and revoked keys belong to nobody', async ({ db }) => {
  const school = await openVerbs(db);
  const { key, row } = await make(school, 'basic');
  const other = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
  for (const wrong of ['', 'lct_', key.slice(4), key.toUpperCase(), other, ` ${key}`, `${key}\n`])
    expect(await find(school, wrong), wrong).toBeNull();
  const { secret_hash } = await db.kysely.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow();
  expect(await find(school, secret_hash)).toBeNull();
  const short = await make(school, 'basic', { ...FORM, days: 1 });
  school.wait(24 * 3600);
  expect(await find(school, short.key)).toBeNull();
  const listed = await listKeys(school.services, school.as('basic'));
  expect(listed.map(({ isExpired }) => isExpired).sort()).toEqual([false, true]);
  await revokeKey(school.services, school.as('basic'), { id: row.id });
  expect(await find(school, key)).toBeNull();
});

test('a key has the rights that its owner has now', async ({ db }) => {
  const school = await openVerbs(db);
  const { as, services } = school;
  const { key } = await make(school, 'basic', { ...FORM, scopes: [...FORM.scopes] });
  const id = idOf(school, 'basic');
  await setUserTier(services, as('admin'), { id, tier: 'premium' });
  expect(await find(school, key)).toMatchObject({ tier: 'premium', isAdmin: false });
  await setUserTier(services, as('admin'), { id, tier: 'free' });
  expect(await find(school, key)).toMatchObject({ tier: 'free', isAdmin: false });
  await db.pool.query('update users set disabled_at = now() where id = $1', [id]);
  expect(await find(school, key)).toBeNull();
});

test('a key of before the rise to administrator ends, and one of after it falls with its owner', async ({
  db,
}) => {
  const school = await openVerbs(db);
  const { as, services } = school;
  const id = idOf(school, 'basic');
  const before = await make(school, 'basic');
  await grantAdmin(services, as('admin'), { id });
  expect(await find(school, before.key)).toBeNull();
  const onServer = await make(school, 'free');
  const { rows } = await db.pool.query('select email from users where id = $1', [idOf(school, 'free')]);
  await ensureAdministrator(services, as('admin'), { email: rows[0].email });
  expect(await find(school, onServer.key)).toBeNull();
  await db.pool.query(
    "insert into user_roles (user_id, role) select id, 'admin' from users where name = 'second'",
  );
  const { key } = await make(school, 'second');
  expect(await find(school, key)).toMatchObject({ isAdmin: true });
  await revokeAdmin(services, as('admin'), { id: idOf(school, 'second') });
  expect(await find(school, key)).toMatchObject({ isAdmin: false });
});

test('who is disabled, signed out everywhere or deleted has no keys any more', async ({ db }) => {
  const school = await openVerbs(db);
  const { as, services } = school;
  const [first, second, third] = [
    await make(school, 'basic'),
    await make(school, 'second'),
    await make(school, 'free'),
  ];
  await disableUser(services, as('admin'), { id: idOf(school, 'basic') });
  await db.pool.query('update users set disabled_at = null');
  await endUserSessions(services, as('admin'), { id: idOf(school, 'second') });
  expect([await find(school, first.key), await find(school, second.key)]).toEqual([null, null]);
  expect(await find(school, third.key)).not.toBeNull();
  await db.pool.query('delete from users where id = $1', [idOf(school, 'free')]);
  expect(await find(school, third.key)).toBeNull();
});

test('keys end with the password', async ({ db }) => {
  const school = await withAccount(db);
  const { caller } = await signedInCaller(school);
  const { key } = await createKey(school.services, caller, FORM);
  const fresh = 'another quiet sentence';
  const change = { currentPassword: PASSWORD, password: fresh };
  await changePassword(school.services, caller, change);
  expect(await findKey(school.services, key, '')).toBeNull();
});

test('the last use is written with its address, at most once a minute', async ({ db }) => {
  const school = await openVerbs(db);
  const { key } = await make(school, 'basic');
  const used = async () => (await listKeys(school.services, school.as('basic')))[0];
  expect(await used()).toMatchObject({ lastUsedAt: null, lastUsedFrom: null });
  await find(school, key);
  const first = await used();
  expect(first).toMatchObject({ lastUsedFrom: '10.0.0.9' });
  school.wait(59);
  await findKey(school.services, key, '10.0.0.10');
  expect(await used()).toEqual(first);
  school.wait(2);
  await findKey(school.services, key, '10.0.0.10');
  expect(await used()).toMatchObject({ lastUsedFrom: '10.0.0.10' });
});

test('the keys of others are neither listed nor revoked', async ({ db }) => {
  const school = await openVerbs(db);
  const { key, row } = await make(school, 'basic');
  expect(await listKeys(school.services, school.as('second'))).toEqual([]);
  const theirs = revokeKey(school.services, school.as('second'), { id: row.id });
  expect(await failureOf(theirs)).toBe('KEY_NOT_FOUND');
  expect(await find(school, key)).not.toBeNull();
});

test('expired keys stay in the list for a month', async ({ db }) => {
  const school = await openVerbs(db);
  await make(school, 'basic');
  const left = async () => (await db.kysely.selectFrom('api_keys').select('id').execute()).length;
  school.wait((FORM.days + 29) * DAY_SECONDS);
  await sweepAccounts(school.services);
  expect(await left()).toBe(1);
  school.wait(2 * DAY_SECONDS);
  await sweepAccounts(school.services);
  expect(await left()).toBe(0);
});
