import { expect } from 'vitest';
import { register } from '#server/areas/accounts/registration/register';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import { verifyTwoFactor } from '#server/areas/accounts/two-factor/verify-two-factor';
import type { Db } from '#server/db/client';
import { insertContent } from '#tests/attack/content/content';
import { type Account, enrol, enter, sent, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { countStatements, failureOf, openVerbs } from '#tests/kit/verbs';
import { disableUser } from './disable-user.ts';
import { enableUser } from './enable-user.ts';
import { endUserSessions } from './end-user-sessions.ts';
import { getUser } from './get-user.ts';
import { grantAdmin } from './grant-admin.ts';
import { removeUser } from './remove-user.ts';
import { resendConfirmation } from './resend-confirmation.ts';

const NOBODY = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';
const ownId = ({ as }: Pick<Account, 'as'>) => {
  const { viewer } = as('admin');
  return viewer.kind === 'member' ? viewer.userId : '';
};
const audited = async (db: Db, id: string) => {
  const rows = await db.kysely
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('entity_id', '=', id)
    .where('action', 'like', 'user.%')
    .orderBy('id')
    .execute();
  return rows;
};

test('a disabled account is signed out at once and cannot sign in; only the right password is told why', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const { as, id, services } = school;
  const { cookies } = await enter(school);
  expect((await disableUser(services, as('admin'), { id })).state).toBe('disabled');
  expect((await findViewer(services, sent(cookies))).viewer.kind).toBe('visitor');
  expect(await ownDb.kysely.selectFrom('sessions').selectAll().where('user_id', '=', id).execute()).toEqual(
    [],
  );
  expect(await failureOf(enter(school))).toBe('ACCOUNT_DISABLED');
  expect(await failureOf(enter(school, 'wrong password'))).toBe('INVALID_CREDENTIALS');
  expect((await enableUser(services, as('admin'), { id })).state).toBe('active');
  expect((await findViewer(services, sent(cookies))).viewer.kind).toBe('visitor');
  expect((await enter(school)).outcome).toMatchObject({ status: 'signed-in' });
  expect((await audited(ownDb, id)).map(({ action }) => action)).toEqual(['user.disable', 'user.enable']);
});

test('a session that is begun at the moment of disabling is worth nothing', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { as, id, services } = school;
  for (let round = 0; round < 3; round += 1) {
    const [, entered] = await Promise.all([
      disableUser(services, as('admin'), { id }),
      enter(school).catch(() => null),
    ]);
    await enableUser(services, as('admin'), { id });
    if (entered) expect((await findViewer(services, sent(entered.cookies))).viewer.kind).toBe('visitor');
  }
});

test('disabling ends a sign-in that is half-way through', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { as, id, services } = school;
  const { backupCodes } = await enrol(school);
  const { cookies } = await enter(school);
  await disableUser(services, as('admin'), { id });
  const exchange = { reqHeaders: new Headers({ cookie: sent(cookies) }), resHeaders: new Headers() };
  const input = { method: 'backup-code' as const, code: backupCodes[0] ?? '' };
  expect(await failureOf(verifyTwoFactor(services, as('visitor'), input, exchange))).toBe('LINK_EXPIRED');
  expect(exchange.resHeaders.getSetCookie()).toEqual([]);
});

test('nobody disables or deletes the own account, or the last administrator', async ({ db }) => {
  const school = await withAccount(db);
  const { as, id, services } = school;
  const own = { id: ownId(school) };
  await grantAdmin(services, as('admin'), { id });
  for (const close of [disableUser, removeUser])
    expect(await failureOf(close(services, as('admin'), own))).toBe('OWN_ACCOUNT');
  // Who is about to go doesn't count as another one.
  await db.kysely.updateTable('users').set({ erase_at: new Date() }).where('id', '=', own.id).execute();
  for (const close of [disableUser, removeUser])
    expect(await failureOf(close(services, as('admin'), { id }))).toBe('LAST_ADMINISTRATOR');
});

test('two administrators who disable each other at the same moment leave one', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { as, id, services } = school;
  await grantAdmin(services, as('admin'), { id });
  const own = as('admin');
  const { viewer } = own;
  if (viewer.kind !== 'member') throw new Error('the administrator is a member');
  const other = { ...own, viewer: { ...viewer, userId: id } };
  const outcomes = await Promise.all([
    failureOf(disableUser(services, own, { id })),
    failureOf(disableUser(services, other, { id: viewer.userId })),
  ]);
  expect(outcomes.filter((outcome) => outcome === 'ADMINISTRATOR_REQUIRED')).toHaveLength(1);
});

test('signed out everywhere, every session is over and the account stays open', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { as, id, services } = school;
  const { cookies } = await enter(school);
  await enter(school);
  expect(await endUserSessions(services, as('admin'), { id })).toEqual({ ended: 2 });
  expect((await findViewer(services, sent(cookies))).viewer.kind).toBe('visitor');
  expect((await enter(school)).outcome).toMatchObject({ status: 'signed-in' });
});

test('the confirmation is sent again, but not to somebody who has confirmed', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const password = 'a quiet sentence';
  const form = { name: 'Late', email: 'late@school.test', password, confirmPassword: password };
  await register(services, as('visitor'), form);
  const { id } = await db.kysely
    .selectFrom('users')
    .select('id')
    .where('email', '=', form.email)
    .executeTakeFirstOrThrow();
  await resendConfirmation(services, as('admin'), { id });
  const detail = await getUser(services, as('admin'), { id });
  expect(detail.mails.map(({ state, template }) => [template, state])).toEqual([
    ['confirm-email', 'waiting'],
    ['confirm-email', 'waiting'],
  ]);
  await db.kysely.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute();
  expect(await failureOf(resendConfirmation(services, as('admin'), { id }))).toBe('ALREADY_CONFIRMED');
});

test('one statement tells everything about an account', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { as, id, services } = school;
  await enter(school);
  await insertContent(ownDb);
  const detail = await getUser(services, as('admin'), { id });
  expect(detail).toMatchObject({
    name: 'Ada',
    state: 'active',
    twoFactorEnabled: false,
    disabledAt: null,
    sessions: [{ ipAddress: '127.0.0.1' }],
  });
  expect(detail.comments.count).toBeGreaterThan(0);
  expect(detail.comments.latest[0]?.course.title).toMatch(/^The \w+ (course|post)$/);
  const count = await countStatements(ownDb, (counted) =>
    getUser({ ...services, db: counted }, as('admin'), { id }),
  );
  expect(count).toBe(1);
});

test('of a deleted account stay its comments without an author, and an entry that does not say whose it was', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const { as, id, services } = school;
  const { cookies } = await enter(school);
  await insertContent(ownDb);
  const comments = () =>
    ownDb.kysely.selectFrom('comments').select(['body', 'author_id']).orderBy('id').execute();
  const before = await comments();
  await ownDb.kysely
    .insertInto('media')
    .values([
      { owner_id: id, kind: 'avatar', mime: 'image/webp', bytes: 1, sha256: 'a' },
      { owner_id: id, kind: 'cover', mime: 'image/webp', bytes: 1, sha256: 'b' },
    ])
    .execute();
  expect(await removeUser(services, as('admin'), { id })).toEqual({ id, waits: false });
  const after = await comments();
  expect(after).toEqual(
    before.map((row) => ({ ...row, author_id: row.author_id === id ? null : row.author_id })),
  );
  expect(after).not.toEqual(before);
  const files = ownDb.kysely.selectFrom('media').select(['kind', 'owner_id']).where('kind', '<>', 'content');
  expect(await files.execute()).toEqual([{ kind: 'cover', owner_id: null }]);
  expect((await findViewer(services, sent(cookies))).viewer.kind).toBe('visitor');
  expect(await failureOf(enter(school))).toBe('INVALID_CREDENTIALS');
  expect(await audited(ownDb, id)).toEqual([]);
  const entry = ownDb.kysely.selectFrom('audit_log').select('before').where('action', '=', 'user.delete');
  expect(await entry.execute()).toEqual([{ before: { tier: 'free', role: 'user' } }]);
  expect(await failureOf(getUser(services, as('admin'), { id }))).toBe('USER_NOT_FOUND');
  const left = await ownDb.kysely
    .selectFrom('mail_outbox')
    .selectAll()
    .where('recipient', 'like', 'ada@%')
    .execute();
  expect(left).toEqual([]);
});

test('members may do nothing of this, and an account that is gone is told so', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  for (const verb of [disableUser, enableUser, endUserSessions, getUser, removeUser, resendConfirmation]) {
    expect(await failureOf(verb(services, as('premium'), { id: NOBODY }))).toBe('ADMINISTRATOR_REQUIRED');
    expect(await failureOf(verb(services, as('admin'), { id: NOBODY }))).toBe('USER_NOT_FOUND');
  }
});
