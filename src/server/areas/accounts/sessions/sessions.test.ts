import { expect } from 'vitest';
import { type Account, enter, sent, signedInCaller, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { endOtherSessions } from './end-other-sessions.ts';
import { endSession } from './end-session.ts';
import { findViewer } from './find-viewer.ts';
import { listSessions } from './list-sessions.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const idOf = ({ viewer }: Awaited<ReturnType<typeof signedInCaller>>['caller']) =>
  viewer.kind === 'member' ? viewer.sessionId : '';
const kindOf = async ({ services }: Account, reqHeaders: Headers) =>
  (await findViewer(services, reqHeaders.get('cookie') ?? '')).viewer.kind;
const auditOf = ({ id, services }: Account, action: string) =>
  services.db.kysely
    .selectFrom('audit_log')
    .select(['actor_id', 'after'])
    .where('entity', '=', 'user')
    .where('entity_id', '=', id)
    .where('action', '=', action)
    .execute();

test('the own sessions are listed with device and address, this one marked, the last used first', async ({
  db,
}) => {
  const school = await withAccount(db);
  const first = await signedInCaller(school);
  school.wait(30);
  const phone = { ...school, as: () => ({ ...school.as('visitor'), userAgent: FIREFOX }) };
  const { cookies } = await enter(phone, undefined, undefined, '10.1.2.3');
  const { viewer } = await findViewer(school.services, sent(cookies));
  const rows = await listSessions(school.services, { ...first.caller, viewer });
  expect(rows).toMatchObject([
    { current: true, device: 'Firefox on Linux', ipAddress: '10.1.2.3' },
    { current: false, device: 'Unknown device', ipAddress: '127.0.0.1', id: idOf(first.caller) },
  ]);
  expect(Date.parse(rows[0]?.createdAt ?? '') - Date.parse(rows[1]?.createdAt ?? '')).toBe(30_000);
});

test('neither tokens nor the sessions of others nor expired ones are in the list', async ({ db }) => {
  const school = await withAccount(db);
  const { caller } = await signedInCaller(school);
  const rows = await listSessions(school.services, caller);
  expect(rows).toHaveLength(1);
  const { token } = await db.kysely
    .selectFrom('sessions')
    .select('token')
    .where('user_id', '=', school.id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(rows)).not.toContain(token);
  school.wait(8 * 24 * 3600);
  expect(await listSessions(school.services, caller)).toEqual([]);
});

test('a session that is ended opens nothing any more, the others stay', async ({ db }) => {
  const school = await withAccount(db);
  const [here, there] = [await signedInCaller(school), await signedInCaller(school)];
  expect(await endSession(school.services, here.caller, { id: idOf(there.caller) })).toEqual({ done: true });
  expect(await kindOf(school, there.reqHeaders)).toBe('visitor');
  expect(await kindOf(school, here.reqHeaders)).toBe('member');
  expect(await auditOf(school, 'account.end-session')).toEqual([{ actor_id: school.id, after: null }]);
  expect(await failureOf(endSession(school.services, here.caller, { id: idOf(there.caller) }))).toBe(
    'SESSION_NOT_FOUND',
  );
});

test("somebody else's session cannot be ended, and fails like one that never was", async ({ db }) => {
  const school = await withAccount(db);
  const { caller, reqHeaders } = await signedInCaller(school);
  for (const who of ['second', 'admin'] as const)
    expect(await failureOf(endSession(school.services, school.as(who), { id: idOf(caller) }))).toBe(
      'SESSION_NOT_FOUND',
    );
  expect(await kindOf(school, reqHeaders)).toBe('member');
  expect(await auditOf(school, 'account.end-session')).toEqual([]);
});

test('all other sessions end at once and are counted; this one and those of others stay', async ({ db }) => {
  const school = await withAccount(db);
  const [here, ...others] = [
    await signedInCaller(school),
    await signedInCaller(school),
    await signedInCaller(school),
  ];
  const before = await db.kysely
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '<>', school.id)
    .execute();
  expect(await endOtherSessions(school.services, here.caller)).toEqual({ ended: 2 });
  for (const { reqHeaders } of others) expect(await kindOf(school, reqHeaders)).toBe('visitor');
  expect(await kindOf(school, here.reqHeaders)).toBe('member');
  expect(
    await db.kysely.selectFrom('sessions').selectAll().where('user_id', '<>', school.id).execute(),
  ).toEqual(before);
  expect(await endOtherSessions(school.services, here.caller)).toEqual({ ended: 0 });
  expect(await auditOf(school, 'account.end-other-sessions')).toEqual([
    { actor_id: school.id, after: { ended: 2 } },
  ]);
});

test('a visitor has no sessions', async ({ db }) => {
  const school = await withAccount(db);
  const nobody = school.as('visitor');
  for (const call of [
    listSessions(school.services, nobody),
    endOtherSessions(school.services, nobody),
    endSession(school.services, nobody, { id: school.id }),
  ])
    expect(await failureOf(call)).toBe('SIGN_IN_REQUIRED');
});
