import { expect, inject, onTestFinished, vi } from 'vitest';
import { listenForNotifications } from '#server/db/notifications';
import { joinKeepers } from '#server/db/presence';
import { createLog } from '#server/platform/log';
import { signedInCaller, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { startKeeper } from '#tests/kit/run/start-keeper';
import { endOtherSessions } from './end-other-sessions.ts';
import { endSession } from './end-session.ts';
import { findViewer } from './find-viewer.ts';
import { keepSessions } from './keep-sessions.ts';

const log = createLog('silent');
const idOf = ({ viewer }: Awaited<ReturnType<typeof signedInCaller>>['caller']) =>
  viewer.kind === 'member' ? viewer.sessionId : '';

test('a session that was looked up once is not asked for again', async ({ ownDb }) => {
  const { db } = await startKeeper(ownDb, 1, keepSessions);
  const school = await withAccount(db);
  const { reqHeaders } = await signedInCaller(school);
  const look = () => findViewer(school.services, reqHeaders.get('cookie') ?? '', true);
  const first = await look();
  expect(first.viewer.kind).toBe('member');
  const asked = vi.spyOn(db.pool, 'query');
  expect((await look()).viewer).toBe(first.viewer);
  expect(asked).not.toHaveBeenCalled();
});

test('who pays is the same viewer until what was paid ends', async ({ ownDb }) => {
  const { db } = await startKeeper(ownDb, 1, keepSessions);
  const school = await withAccount(db);
  const { reqHeaders } = await signedInCaller(school);
  const until = new Date(school.services.clock.now().getTime() + 600_000);
  await db.pool.query("update profiles set subscription_tier = 'premium', tier_until = $2 where id = $1", [
    ...[school.id, until],
  ]);
  const look = async () => (await findViewer(school.services, reqHeaders.get('cookie') ?? '', true)).viewer;
  const paid = await look();
  expect(paid).toMatchObject({ tier: 'premium' });
  school.wait(599);
  expect(await look()).toBe(paid);
  school.wait(1);
  const after = await look();
  expect(after).toMatchObject({ tier: 'free' });
  expect(await look()).toBe(after);
});

test('a session that is used lives on, and the database knows a moment later', async ({ ownDb }) => {
  const { db } = await startKeeper(ownDb, 1, keepSessions);
  const school = await withAccount(db);
  const { caller, reqHeaders } = await signedInCaller(school);
  const endsAt = async () => {
    const { rows } = await ownDb.pool.query('select expires_at, ip_address from sessions where id = $1', [
      idOf(caller),
    ]);
    return rows[0];
  };
  const before = await endsAt();
  school.wait(90);
  const { setCookies } = await findViewer(school.services, reqHeaders.get('cookie') ?? '', false, '10.9.8.7');
  expect(setCookies).toHaveLength(1);
  expect((await findViewer(school.services, reqHeaders.get('cookie') ?? '')).setCookies).toEqual([]);
  await vi.waitFor(async () => expect((await endsAt()).ip_address).toBe('10.9.8.7'));
  expect((await endsAt()).expires_at - before.expires_at).toBe(90_000);
});

test('what another process ends, renames, promotes, or disables is so everywhere once it is answered', async ({
  ownDb,
}) => {
  const [here, there] = [
    await startKeeper(ownDb, 1, keepSessions),
    await startKeeper(ownDb, 2, keepSessions),
  ];
  const school = await withAccount(here.db);
  const elsewhere = { ...school, services: { ...school.services, db: there.db } };
  const own = await signedInCaller(school);
  const look = async (reqHeaders: Headers) =>
    (await findViewer(school.services, reqHeaders.get('cookie') ?? '', true)).viewer;
  for (let round = 0; round < 10; round += 1) {
    const { caller, reqHeaders } = await signedInCaller(school);
    expect(await look(reqHeaders)).toMatchObject({ kind: 'member' });
    await endSession(elsewhere.services, own.caller, { id: idOf(caller) });
    expect(await look(reqHeaders)).toMatchObject({ kind: 'visitor' });
  }
  const change = (statement: string) => there.db.pool.query(statement, [school.id]);
  await change("update users set name = 'Renamed' where id = $1");
  expect(await look(own.reqHeaders)).toMatchObject({ name: 'Renamed' });
  await change("insert into user_roles (user_id, role) values ($1, 'admin')");
  expect(await look(own.reqHeaders)).toMatchObject({ isAdmin: true });
  await change('delete from user_roles where user_id = $1');
  expect(await look(own.reqHeaders)).toMatchObject({ isAdmin: false });
  await change("update profiles set subscription_tier = 'premium' where id = $1");
  expect(await look(own.reqHeaders)).toMatchObject({ tier: 'premium' });
  await there.db.transaction(async (trx) => {
    await trx.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', school.id).execute();
    // Nobody may know before the commit, nor keep what was read before it.
    expect(await look(own.reqHeaders)).toMatchObject({ kind: 'member' });
  });
  expect(await look(own.reqHeaders)).toMatchObject({ kind: 'visitor' });
});

test('all sessions of a person are forgotten together', async ({ ownDb }) => {
  const { db } = await startKeeper(ownDb, 1, keepSessions);
  const school = await withAccount(db);
  const people = [await signedInCaller(school), await signedInCaller(school), await signedInCaller(school)];
  const names = () =>
    Promise.all(
      people.map(
        async ({ reqHeaders }) =>
          (await findViewer(school.services, reqHeaders.get('cookie') ?? '', true)).viewer,
      ),
    );
  for (const name of ['First', 'Second']) {
    await db.pool.query('update users set name = $2 where id = $1', [school.id, name]);
    expect(await names()).toMatchObject([{ name }, { name }, { name }]);
  }
});

test('without word from the database nothing that is kept is used', async ({ ownDb }) => {
  const { db, heard } = await startKeeper(ownDb, 1, keepSessions);
  const school = await withAccount(db);
  const [here, other] = [await signedInCaller(school), await signedInCaller(school)];
  const look = async () =>
    (await findViewer(school.services, other.reqHeaders.get('cookie') ?? '', true)).viewer;
  expect((await look()).kind).toBe('member');
  await heard.stop();
  await endOtherSessions({ ...school.services, db: ownDb }, here.caller);
  expect((await look()).kind).toBe('visitor');
});

test('a keeper that does not answer is waited for no longer than it can use what it kept', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const { db } = await startKeeper(ownDb, 1, keepSessions);
  const silent = await listenForNotifications({
    connection: { ...inject('database'), database: ownDb.pool.options.database },
    channels: [],
    log,
    hold: (client) => joinKeepers(client, 2),
  });
  onTestFinished(() => silent.stop());
  const began = performance.now();
  await db.pool.query("update users set name = 'Renamed' where id = $1", [school.id]);
  expect(performance.now() - began).toBeGreaterThan(3500);
  expect(performance.now() - began).toBeLessThan(6000);
});
