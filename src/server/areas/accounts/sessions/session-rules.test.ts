import { createHmac } from 'node:crypto';
import { expect, test as plain } from 'vitest';
import { VISITOR } from '#domain/access/viewer';
import type { Db } from '#server/db/client';
import type { Services } from '#server/services';
import { settingsStore } from '#server/site-settings';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { demandFreshProof } from '../proof/demand-fresh-proof.ts';
import {
  cookiePrefix,
  ownCookie,
  readCookie,
  sessionCookie,
  sessionCookieName,
  signedValue,
  verifiedToken,
} from './cookies.ts';
import { findViewer } from './find-viewer.ts';
import { hashOfToken } from './hash-of-token.ts';
import { listSessions } from './list-sessions.ts';
import { insertSession, LONGEST_SECONDS, newSessionCookie, sessionSeconds } from './sessions.ts';
import { signOut } from './sign-out.ts';

const DAY = 24 * 3600;
const SECRET = 'a secret of at least thirty-two letters';

plain(
  'cookies carry the prefix and Secure over HTTPS alone, and are for the server and our own pages',
  () => {
    expect([cookiePrefix({ https: true }), cookiePrefix({ https: false })]).toEqual([
      '__Host-lectern',
      'lectern',
    ]);
    expect(sessionCookieName({ https: false })).toBe('lectern.session_token');
    expect(ownCookie({ https: true }, 'a', 'b', 9)).toBe(
      'a=b; Max-Age=9; Path=/; HttpOnly; SameSite=Lax; Secure',
    );
    expect(ownCookie({ https: false }, 'a', 'b', 9)).toBe('a=b; Max-Age=9; Path=/; HttpOnly; SameSite=Lax');
    expect(sessionCookie({ https: true }, 'x', 0)).toBe(
      '__Host-lectern.session_token=x; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
    );
  },
);

plain('a cookie is found by its whole name, with every sign of its value', () => {
  expect(readCookie('a=1; lectern.session_token=x=y==; b=2', 'lectern.session_token')).toBe('x=y==');
  expect(readCookie('xlectern.session_token=1;lectern.session_tokens=2', 'lectern.session_token')).toBeNull();
  expect(readCookie('  a=1 ;b=2', 'a')).toBe('1');
  expect(readCookie('', 'a')).toBeNull();
});

plain('a token counts with our own signature of all of it, and with nothing else', () => {
  const value = signedValue('a.token', SECRET);
  expect(verifiedToken(value, SECRET)).toBe('a.token');
  expect(verifiedToken(signedValue('a', SECRET), SECRET)).toBe('a');
  const sign = (text: string, key = SECRET) => createHmac('sha256', key).update(text).digest('base64');
  expect(decodeURIComponent(value)).toBe(`a.token.${sign('a.token')}`);
  const wrong = [
    `a.token.${sign('b.token')}`,
    `a.token.${sign('a.token', 'another')}`,
    `a.token.${sign('a.token').slice(0, 20)}`,
    `.${sign('')}`,
    'a.token.',
    'without-a-dot',
    '',
  ];
  for (const each of wrong) expect(verifiedToken(encodeURIComponent(each), SECRET), each).toBeNull();
  expect(verifiedToken('%E0%A4%A', SECRET)).toBeNull();
});

/** A session of the member `basic` that begins now, with the cookie that opens it. */
async function begin(db: Db, seconds = 7 * DAY) {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const member = verbs.as('basic');
  const userId = member.viewer.kind === 'member' ? member.viewer.userId : '';
  const now = services.clock.now();
  const token = await db.transaction((trx) => insertSession(trx, member, userId, { now, seconds }));
  const cookie = newSessionCookie(services, token, seconds).split(';')[0] ?? '';
  const row = () =>
    db.kysely
      .selectFrom('sessions')
      .selectAll()
      .where('token', '=', hashOfToken(token))
      .executeTakeFirstOrThrow();
  return { ...verbs, member, userId, token, cookie, row };
}

const limited = (services: Services, sessionMinutes: number): Services => ({
  ...services,
  settings: {
    ...settingsStore(services.db),
    current: async () => ({
      ...(await services.settings.current()),
      security: { twoFactor: false, passwordPolicy: 'medium', sessionMinutes, allowedAddresses: [] },
    }),
  } as Services['settings'],
});

test('a session begins with a token of 256 bits, its end, its place and a fresh proof', async ({ db }) => {
  const { member, row, services, token, userId } = await begin(db, 600);
  const now = services.clock.now();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(await row()).toMatchObject({
    user_id: userId,
    ip_address: member.ipAddress,
    user_agent: 'test',
    created_at: now,
    updated_at: now,
    proved_at: now,
    expires_at: new Date(now.getTime() + 600_000),
  });
});

test('a session lives for a week unused until an administrator says how long', async ({ db }) => {
  const { services } = await openVerbs(db);
  expect(await sessionSeconds(services)).toBe(7 * DAY);
  expect(await sessionSeconds(limited(services, 45))).toBe(45 * 60);
  expect(LONGEST_SECONDS).toBe(30 * DAY);
});

test('its cookie finds everything about its owner, and is not renewed within the first minute', async ({
  db,
}) => {
  const { cookie, member, row, services, wait } = await begin(db);
  const { id } = await row();
  wait(60);
  const { setCookies, viewer } = await findViewer(services, `x=1; ${cookie}`, false, '10.0.0.9');
  expect(viewer).toEqual({ ...member.viewer, sessionId: id, erasesAt: null });
  expect(setCookies).toEqual([]);
  expect((await row()).ip_address).toBe(member.ipAddress);
});

test('without a cookie nothing is asked and nothing set; a bad one is taken away', async ({ db }) => {
  const { cookie, services } = await begin(db);
  expect(await findViewer(services, 'other=1')).toEqual({ viewer: VISITOR, setCookies: [] });
  const gone = { viewer: VISITOR, setCookies: [sessionCookie(services.config, '', 0)] };
  expect(await findViewer(services, cookie.replace('_token=', '_token=x'))).toEqual(gone);
  const unknown = newSessionCookie(services, 'no such token', 60).split(';')[0] ?? '';
  expect(await findViewer(services, unknown)).toEqual(gone);
});

test('an ordinary session costs one statement, and a cookie that we did not sign costs none', async ({
  db,
}) => {
  const { cookie, services } = await begin(db);
  const asked: unknown[] = [];
  const query = (...words: unknown[]) => {
    asked.push(words[0]);
    return (db.pool.query as (...values: unknown[]) => unknown)(...words);
  };
  const counting = { ...services, db: { ...db, pool: { ...db.pool, query } as unknown as Db['pool'] } };
  expect((await findViewer(counting, cookie)).viewer.kind).toBe('member');
  expect(asked).toHaveLength(1);
  expect((await findViewer(counting, cookie.replace('_token=', '_token=x'))).viewer).toEqual(VISITOR);
  expect(asked).toHaveLength(1);
});

test('after a minute of use it is renewed with its address, once, but not by what a page asks by itself', async ({
  db,
}) => {
  const { cookie, row, services, wait } = await begin(db);
  wait(61);
  expect((await findViewer(services, cookie, true, '10.0.0.9')).setCookies).toEqual([]);
  expect((await row()).ip_address).toBe('127.0.0.1');
  const { setCookies } = await findViewer(services, cookie, false, '10.0.0.9');
  expect(setCookies).toEqual([sessionCookie(services.config, cookie.split('=').slice(1).join('='), 7 * DAY)]);
  const now = services.clock.now();
  expect(await row()).toMatchObject({
    updated_at: now,
    expires_at: new Date(now.getTime() + 7 * DAY * 1000),
    ip_address: '10.0.0.9',
  });
  expect((await findViewer(services, cookie, false, '10.0.0.8')).setCookies).toEqual([]);
  wait(61);
  await findViewer(services, cookie);
  expect((await row()).ip_address).toBe('10.0.0.9');
});

test('a short session is renewed after a tenth of its time', async ({ db }) => {
  const { cookie, services, wait } = await begin(db, 300);
  const short = limited(services, 5);
  wait(29);
  expect((await findViewer(short, cookie)).setCookies).toEqual([]);
  wait(2);
  expect((await findViewer(short, cookie)).setCookies[0]).toContain('Max-Age=300;');
});

test('unused it ends at its time, to the second', async ({ db }) => {
  const { cookie, services, wait } = await begin(db, 600);
  wait(599);
  expect((await findViewer(services, cookie, true)).viewer.kind).toBe('member');
  wait(1);
  expect((await findViewer(services, cookie, true)).viewer.kind).toBe('visitor');
});

test('a term that an administrator shortened counts for sessions that began before', async ({ db }) => {
  const { cookie, services, wait } = await begin(db, 7 * DAY);
  const short = limited(services, 10);
  wait(599);
  const { viewer } = await findViewer(short, cookie, true);
  expect(viewer.kind).toBe('member');
  const listed = async () =>
    (await listSessions(short, { viewer, ipAddress: '', requestId: '', userAgent: '' })).length;
  const before = await listed();
  wait(1);
  expect((await findViewer(short, cookie, true)).viewer.kind).toBe('visitor');
  expect(await listed()).toBe(before - 1);
});

test('however much it is used it ends 30 days after its sign-in, and the last cookie does not outlive it', async ({
  db,
}) => {
  const { cookie, row, services, wait } = await begin(db);
  for (let day = 0; day < 29; day += 1) {
    wait(DAY);
    expect((await findViewer(services, cookie)).viewer.kind).toBe('member');
  }
  wait(DAY - 100);
  const { setCookies } = await findViewer(services, cookie);
  expect(setCookies[0]).toContain('Max-Age=100;');
  const { created_at, expires_at } = await row();
  expect(expires_at.getTime() - created_at.getTime()).toBe(30 * DAY * 1000);
  wait(99);
  expect((await findViewer(services, cookie, true)).viewer.kind).toBe('member');
  wait(1);
  await db.kysely
    .updateTable('sessions')
    .set({ expires_at: new Date('2099-01-01') })
    .execute();
  expect((await findViewer(services, cookie, true)).viewer.kind).toBe('visitor');
});

test('the session of a disabled account opens nothing', async ({ db }) => {
  const { cookie, services, userId } = await begin(db);
  await db.kysely.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', userId).execute();
  expect((await findViewer(services, cookie)).viewer).toEqual(VISITOR);
});

test('several sessions that are asked for at one moment are not taken for each other', async ({ db }) => {
  const one = await begin(db);
  const admin = one.as('admin');
  const adminId = admin.viewer.kind === 'member' ? admin.viewer.userId : '';
  const now = one.services.clock.now();
  const token = await db.transaction((trx) => insertSession(trx, admin, adminId, { now, seconds: 60 }));
  const other = newSessionCookie(one.services, token, 60).split(';')[0] ?? '';
  const found = await Promise.all(
    [one.cookie, other, one.cookie].map((cookie) => findViewer(one.services, cookie)),
  );
  expect(found.map(({ viewer }) => viewer.kind === 'member' && viewer.name)).toEqual([
    'basic',
    'admin',
    'basic',
  ]);
  expect(found.map(({ viewer }) => viewer.kind === 'member' && viewer.isAdmin)).toEqual([false, true, false]);
});

test('a proof is fresh for ten minutes and can be given again; a session that is gone has none', async ({
  db,
}) => {
  const { cookie, row, services, wait } = await begin(db);
  const { viewer } = await findViewer(services, cookie);
  const caller = { viewer, ipAddress: '', requestId: '', userAgent: '' };
  expect(await failureOf(demandFreshProof(services, caller))).toBeUndefined();
  wait(600);
  expect(await failureOf(demandFreshProof(services, caller))).toBeUndefined();
  wait(1);
  expect(await failureOf(demandFreshProof(services, caller))).toBe('PROOF_REQUIRED');
  const { id } = await row();
  await db.kysely.updateTable('sessions').set({ proved_at: services.clock.now() }).execute();
  expect(await failureOf(demandFreshProof(services, caller))).toBeUndefined();
  await db.kysely.deleteFrom('sessions').where('id', '=', id).execute();
  expect(await failureOf(demandFreshProof(services, caller))).toBe('PROOF_REQUIRED');
});

test('signing out ends this session alone, is written down, and takes the cookie away from everybody', async ({
  db,
}) => {
  const { as, cookie, services, userId } = await begin(db);
  const before = await db.kysely.selectFrom('sessions').select('id').execute();
  const { viewer } = await findViewer(services, cookie);
  const resHeaders = new Headers();
  expect(await signOut(services, { ...as('visitor'), viewer }, resHeaders)).toEqual({ done: true });
  expect(resHeaders.getSetCookie()).toEqual([sessionCookie(services.config, '', 0)]);
  const after = await db.kysely.selectFrom('sessions').select('id').execute();
  const left = before.filter(({ id }) => viewer.kind === 'member' && id !== viewer.sessionId);
  expect(after.map(({ id }) => id).sort()).toEqual(left.map(({ id }) => id).sort());
  const written = db.kysely
    .selectFrom('audit_log')
    .select(['action', 'entity', 'entity_id', 'actor_id'])
    .where('entity', '=', 'user');
  const row = { action: 'account.sign-out', entity: 'user', entity_id: userId, actor_id: userId };
  expect(await written.execute()).toEqual([row]);
  const none = new Headers();
  await signOut(services, as('visitor'), none);
  expect(none.getSetCookie()).toEqual([sessionCookie(services.config, '', 0)]);
  expect(await written.execute()).toEqual([row]);
});

test('the list shows what is not over yet, this session marked, and an unknown address as none', async ({
  db,
}) => {
  const { cookie, row, services, wait } = await begin(db, 600);
  const { viewer } = await findViewer(services, cookie);
  const caller = { viewer, ipAddress: '', requestId: '', userAgent: '' };
  const { id } = await row();
  await db.kysely.updateTable('sessions').set({ ip_address: '' }).where('id', '=', id).execute();
  const now = services.clock.now().toISOString();
  const own = (await listSessions(services, caller)).find((each) => each.current);
  expect(own).toEqual({
    id,
    current: true,
    device: 'Unknown device',
    ipAddress: null,
    createdAt: now,
    lastUsedAt: now,
  });
  wait(600);
  expect((await listSessions(services, caller)).some((each) => each.id === id)).toBe(false);
});
