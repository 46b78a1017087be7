import { expect, onTestFinished, vi } from 'vitest';
import { type Account, EMAIL, enrol, enter, PASSWORD, sent, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { ensureAdministrator } from '../registration/ensure-administrator.ts';
import { firstAdministrator } from '../registration/first-administrator.ts';
import { sessionCookieName } from '../sessions/cookies.ts';
import { findViewer } from '../sessions/find-viewer.ts';
import { signOut } from '../sessions/sign-out.ts';
import { verifyTwoFactor } from '../two-factor/verify-two-factor.ts';

const seconds = (now: Date, add: number) => new Date(now.getTime() + add * 1000);

test('the right password opens a session that is found again, in one statement', async ({ db }) => {
  const school = await withAccount(db);
  const { cookies, outcome } = await enter(school);
  expect(outcome).toMatchObject({
    status: 'signed-in',
    user: { email: EMAIL, role: 'user', subscriptionTier: 'free' },
  });
  expect(cookies).toHaveLength(2);
  expect(cookies[1]).toMatch(
    /^lectern_device=[\w-]+\.[\w-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(cookies[0]).toMatch(
    /^lectern\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const { viewer } = await findViewer(school.services, sent(cookies));
  expect(viewer).toMatchObject({ kind: 'member', userId: school.id, isAdmin: false, tier: 'free' });
});

test('over HTTPS the cookie is Secure and bound to this host', async ({ db }) => {
  const school = await withAccount(db);
  const services = { ...school.services, config: { ...school.services.config, https: true } };
  const { cookies } = await enter({ ...school, services });
  expect(cookies[0]).toMatch(
    /^__Host-lectern\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test('a wrong password and an unknown address fail alike, an unconfirmed one only with the right password', async ({
  db,
}) => {
  const school = await withAccount(db, false);
  expect(await failureOf(enter(school, 'wrong'))).toBe('INVALID_CREDENTIALS');
  expect(await failureOf(enter(school, PASSWORD, 'nobody@lovelace.test'))).toBe('INVALID_CREDENTIALS');
  expect(await failureOf(enter(school))).toBe('EMAIL_NOT_VERIFIED');
});

test('after five wrong passwords the right one is refused too, for known and unknown addresses', async ({
  db,
}) => {
  const school = await withAccount(db);
  for (const email of [EMAIL, 'nobody@lovelace.test']) {
    for (let time = 1; time <= 5; time += 1)
      expect(await failureOf(enter(school, 'wrong', email))).toBe('INVALID_CREDENTIALS');
    expect(await failureOf(enter(school, PASSWORD, email))).toBe('ACCOUNT_LOCKED');
  }
});

test('forged, foreign, cut and expired cookies are nobody', async ({ db }) => {
  const school = await withAccount(db);
  const { cookies } = await enter(school);
  const name = sessionCookieName(school.services.config);
  const value = decodeURIComponent(sent(cookies).slice(name.length + 1));
  const [token = '', signature = ''] = value.split('.');
  const forged = [
    value.slice(0, -2),
    `${token}.${'A'.repeat(43)}=`,
    token,
    `x${token}.${signature}`,
    '%',
    '',
    `${token}.`,
    '.',
  ];
  for (const each of forged) {
    expect((await findViewer(school.services, `${name}=${encodeURIComponent(each)}`)).viewer, each).toEqual({
      kind: 'visitor',
    });
  }
  await db.kysely
    .updateTable('sessions')
    .set({ expires_at: new Date(0) })
    .where('user_id', '=', school.id)
    .execute();
  const expired = await findViewer(school.services, sent(cookies));
  expect(expired.viewer).toEqual({ kind: 'visitor' });
  expect(expired.setCookies[0]).toContain('Max-Age=0');
});

test('a session in use is renewed, at most once a minute', async ({ db }) => {
  const school = await withAccount(db);
  const { cookies } = await enter(school);
  const at = (add: number) => ({
    ...school.services,
    clock: { now: () => seconds(school.services.clock.now(), add) },
  });
  expect((await findViewer(at(30), sent(cookies))).setCookies).toEqual([]);
  expect((await findViewer(at(90), sent(cookies))).setCookies[0]).toContain('Max-Age=604800');
  expect((await findViewer(at(100), sent(cookies))).setCookies).toEqual([]);
});

test('however much a session is used, it ends 30 days after its sign-in', async ({ db }) => {
  const school = await withAccount(db);
  const { cookies } = await enter(school);
  const day = 24 * 3600;
  let last: readonly string[] = [];
  for (let days = 0; days < 29; days += 1) {
    school.wait(day);
    last = (await findViewer(school.services, sent(cookies))).setCookies;
  }
  expect(last[0]).toContain(`Max-Age=${day}`);
  school.wait(day - 1);
  expect((await findViewer(school.services, sent(cookies))).viewer.kind).toBe('member');
  school.wait(2);
  expect((await findViewer(school.services, sent(cookies))).viewer).toEqual({ kind: 'visitor' });
});

test('a renewal writes down from where the session is used, what a page asks by itself does not', async ({
  db,
}) => {
  const school = await withAccount(db);
  const { cookies } = await enter(school);
  const address = async () =>
    (
      await db.kysely.selectFrom('sessions').select('ip_address').where('user_id', '=', school.id).execute()
    )[0]?.ip_address;
  school.wait(90);
  await findViewer(school.services, sent(cookies), true, '10.9.9.9');
  expect(await address()).toBe('127.0.0.1');
  await findViewer(school.services, sent(cookies), false, '10.9.9.9');
  expect(await address()).toBe('10.9.9.9');
});

test('each sign-in has a token of its own', async ({ db }) => {
  const school = await withAccount(db);
  const tokens = [sent((await enter(school)).cookies), sent((await enter(school)).cookies)];
  expect(new Set(tokens).size).toBe(2);
});

test('signing out ends the session for good', async ({ db }) => {
  const school = await withAccount(db);
  const { cookies } = await enter(school);
  const { viewer } = await findViewer(school.services, sent(cookies));
  const resHeaders = new Headers();
  await signOut(school.services, { ...school.as('visitor'), viewer }, resHeaders);
  expect(resHeaders.getSetCookie()[0]).toContain('Max-Age=0');
  expect((await findViewer(school.services, sent(cookies))).viewer).toEqual({ kind: 'visitor' });
});

/** The first step, then the second with this code. */
async function secondStep(school: Account, method: 'totp' | 'backup-code', codes: readonly string[]) {
  const { cookies, outcome } = await enter(school);
  expect(outcome).toEqual({ status: 'two-factor-required' });
  expect((await findViewer(school.services, sent(cookies))).viewer).toEqual({ kind: 'visitor' });
  const reqHeaders = new Headers({ cookie: sent(cookies) });
  return Promise.all(
    codes.map(async (code) => {
      const answer = await failureOf(
        verifyTwoFactor(
          school.services,
          school.as('visitor'),
          { method, code },
          { reqHeaders, resHeaders: new Headers() },
        ),
      );
      return typeof answer === 'string' ? answer : 'signed-in';
    }),
  );
}

test('with the second factor the password alone opens nothing, and the code of the enrolment is spent', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const { code, totp } = await enrol(school);
  expect(await secondStep(school, 'totp', [code])).toEqual(['INVALID_CODE']);
  const next = totp.generate({ timestamp: Date.now() + 30_000 });
  expect(await secondStep(school, 'totp', [next])).toEqual(['signed-in']);
});

test('a code of the app works in its half minute and in the ones beside it, for clocks that differ, and in no other', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const { totp } = await enrol(school);
  // No half minute ends meanwhile.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const at = (halfMinutes: number) => totp.generate({ timestamp: Date.now() + halfMinutes * 30_000 });
  for (const far of [-3, 3, 20])
    expect(await secondStep(school, 'totp', [at(far)])).toEqual(['INVALID_CODE']);
  for (const near of [-1, 1]) expect(await secondStep(school, 'totp', [at(near)])).toEqual(['signed-in']);
});

test('of eight requests with one code at the same moment exactly one gets in', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { totp } = await enrol(school);
  const code = totp.generate({ timestamp: Date.now() + 30_000 });
  const outcomes = await secondStep(school, 'totp', Array<string>(8).fill(code));
  expect(outcomes.filter((outcome) => outcome === 'signed-in')).toHaveLength(1);
});

test('a backup code works once', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { backupCodes } = await enrol(school);
  const [first = ''] = backupCodes;
  expect(await secondStep(school, 'backup-code', [first])).toEqual(['signed-in']);
  expect(await secondStep(school, 'backup-code', [first])).toEqual(['INVALID_CODE']);
});

test('a school without settings gets its administrator once, and can sign in with the printed password', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  await ownDb.kysely.deleteFrom('user_roles').execute();
  const printed = (await firstAdministrator(school.services)) ?? '';
  const password = /^\s+password\s+(\S+)$/m.exec(printed)?.[1] ?? '';
  expect(await firstAdministrator(school.services)).toBeNull();
  const { outcome } = await enter(school, password, 'admin@localhost');
  expect(outcome).toMatchObject({ status: 'signed-in', user: { role: 'admin' } });
});

test('ADMIN_EMAIL promotes a known account and gives it the password', async ({ db }) => {
  const school = await withAccount(db);
  const made = await ensureAdministrator(school.services, school.as('admin'), {
    email: EMAIL.toUpperCase(),
    password: 'of the settings',
  });
  expect(made).toEqual({ created: false, claimed: false, granted: true, hasPassword: true, password: null });
  expect((await enter(school, 'of the settings')).outcome).toMatchObject({
    status: 'signed-in',
    user: { role: 'admin' },
  });
});

test('a known account keeps what it signs in with when it becomes an administrator, also when that is no password', async ({
  db,
}) => {
  const school = await withAccount(db);
  const ensure = () => ensureAdministrator(school.services, school.as('admin'), { email: EMAIL });
  const kept = { created: false, claimed: false, password: null };
  expect(await ensure()).toEqual({ ...kept, granted: true, hasPassword: true });
  expect(await ensure()).toEqual({ ...kept, granted: false, hasPassword: true });
  expect((await enter(school)).outcome).toMatchObject({ status: 'signed-in', user: { role: 'admin' } });
  await db.kysely.deleteFrom('accounts').where('user_id', '=', school.id).execute();
  expect(await ensure()).toEqual({ ...kept, granted: false, hasPassword: false });
  expect(
    await db.kysely.selectFrom('accounts').select('id').where('user_id', '=', school.id).execute(),
  ).toEqual([]);
});

test('looking at a session that needs no renewal is one statement', async ({ db }) => {
  const school = await withAccount(db);
  const { cookies } = await enter(school);
  let statements = 0;
  const pool = new Proxy(db.pool, {
    get: (target, name) =>
      name === 'query'
        ? (...values: unknown[]) => {
            statements += 1;
            return (target.query as (...all: unknown[]) => unknown)(...values);
          }
        : Reflect.get(target, name),
  });
  await findViewer({ ...school.services, db: { ...school.services.db, pool } }, sent(cookies));
  expect(statements).toBe(1);
});
