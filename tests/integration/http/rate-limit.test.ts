import { expect } from 'vitest';
import { VISITOR } from '#domain/access/viewer';
import { DEFAULT_LIMITS } from '#server/http/gates/limits';
import { forgetCounters } from '#server/jobs/forget-requests';
import { insertContent } from '#tests/attack/content/content';
import { openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';

const body = { name: 'A', email: 'a@school.test', message: 'Hello' };

test('the sixth message of a minute is refused and told when to come back', async ({ db }) => {
  const { ask, wait } = await openSchool(db, { limits: DEFAULT_LIMITS });
  const send = () => ask('visitor', 'POST', '/api/contact', { body });
  for (let count = 1; count <= 5; count += 1) expect((await send()).status).toBe(201);
  const refused = await send();
  expect(refused.status).toBe(429);
  const { code, data } = await refused.json();
  expect(code).toBe('RATE_LIMITED');
  expect(refused.headers.get('retry-after')).toBe(String(data.retryAfter));
  wait(data.retryAfter);
  expect((await send()).status).toBe(201);
});

test.for([5, 6, 12, 30])(
  'after %i calls the time that is told is the time to wait, not less',
  async (calls, { db }) => {
    const { ask, wait } = await openSchool(db, { limits: DEFAULT_LIMITS });
    const send = () => ask('visitor', 'POST', '/api/contact', { body });
    wait(20);
    for (let count = 1; count < calls; count += 1) await send();
    wait(25);
    await send();
    const refused = await send();
    expect(refused.status).toBe(429);
    const { data } = await refused.json();
    wait(data.retryAfter);
    expect((await send()).status).toBe(201);
  },
);

test('a minute that begins anew does not double what is allowed', async ({ db }) => {
  const { ask, wait } = await openSchool(db, { limits: DEFAULT_LIMITS });
  const send = async () => (await ask('visitor', 'POST', '/api/contact', { body })).status;
  wait(58);
  for (let count = 1; count <= 5; count += 1) expect(await send()).toBe(201);
  wait(4);
  expect(await send()).toBe(429);
});

test('an address has so many private feeds and pictures a minute, and those that are drawn already without limit', async ({
  db,
}) => {
  // Two private feeds, and one picture.
  const { ask, wait } = await openSchool(db, { limits: { ...DEFAULT_LIMITS, procedureFactor: 1 / 60 } });
  const { courses } = await insertContent(db);
  const get = async (path: string) => (await ask('visitor', 'GET', path)).status;
  const [free, premium] = [courses.free, courses.premium].map(({ slug }) => `/share/courses/${slug}.jpg`) as [
    string,
    string,
  ];
  const feed = '/feeds/a-token-that-nobody-has.rss';
  expect([await get(feed), await get(feed), await get(feed)]).toEqual([404, 404, 429]);
  expect([await get('/feed.rss'), await get('/feed.rss')]).toEqual([200, 200]);
  expect([await get(free), await get(free), await get(free)]).toEqual([200, 200, 200]);
  expect(await get(premium)).toBe(429);
  expect(await get(free)).toBe(200);
  wait(120);
  expect([await get(feed), await get(premium)]).toEqual([404, 200]);
});

test('what nobody asked for lately is worked out so often a minute, for an address or a member; what is kept, without limit', async ({
  db,
}) => {
  // Ten.
  const { ask, wait } = await openSchool(db, { limits: { ...DEFAULT_LIMITS, procedureFactor: 1 / 60 } });
  const get = async (who: 'basic' | 'visitor', path: string) => (await ask(who, 'GET', path)).status;
  expect(await get('visitor', '/api/courses')).toBe(200);
  for (let count = 1; count <= 9; count += 1)
    expect(await get('visitor', `/api/courses?q=word${count}`)).toBe(200);
  expect(await get('visitor', '/api/courses?q=another')).toBe(429);
  expect(await get('visitor', '/api/courses?page=7')).toBe(429);
  expect(await get('visitor', '/api/courses')).toBe(200);
  expect(await get('basic', '/api/courses?q=another')).toBe(200);
  wait(120);
  expect(await get('visitor', '/api/courses?q=another')).toBe(200);
});

test('what nobody can count is worked out all the same', async ({ ownDb }) => {
  const { ask } = await openSchool(ownDb, { limits: { ...DEFAULT_LIMITS, procedureFactor: 1 / 60 } });
  await ownDb.pool.query('alter table rate_limits rename to no_rate_limits');
  for (let count = 1; count <= 12; count += 1)
    expect((await ask('visitor', 'GET', `/api/courses?q=word${count}`)).status).toBe(200);
});

test('no session is renewed with a reply for everyone, which a cache may hand on', async ({ db }) => {
  const findViewer = async () => ({ viewer: VISITOR, setCookies: ['lectern.session=renewed'] });
  const { ask } = await openSchool(db, { findViewer });
  const cookieWith = async (path: string) => (await ask('basic', 'GET', path)).headers.get('set-cookie');
  for (const path of ['/api/plans', '/api/faq']) expect([path, await cookieWith(path)]).toEqual([path, null]);
  expect(await cookieWith('/api/courses')).toContain('renewed');
});

test('an address that a call has no use for is no account of its own to count by', async ({ db }) => {
  const { ask } = await openSchool(db, { limits: DEFAULT_LIMITS });
  const reset = async (nth: number) => {
    const password = 'another quiet sentence';
    const form = { token: 'x'.repeat(43), password, confirmPassword: password, email: `${nth}@school.test` };
    return (await ask('visitor', 'POST', '/api/reset-password', { body: form })).status;
  };
  for (let count = 1; count <= 10; count += 1) expect(await reset(count)).toBe(410);
  expect(await reset(11)).toBe(429);
});

test('members are counted by account, not by address', async ({ db }) => {
  const { ask } = await openSchool(db, { limits: DEFAULT_LIMITS });
  for (let count = 1; count <= 5; count += 1) await ask('free', 'POST', '/api/contact', { body });
  expect((await ask('free', 'POST', '/api/contact', { body })).status).toBe(429);
  expect((await ask('basic', 'POST', '/api/contact', { body })).status).toBe(201);
});

test('all that changes something counts together for one account, and for the visitors of one address', async ({
  db,
}) => {
  const { ask } = await openSchool(db, {
    limits: {
      ...DEFAULT_LIMITS,
      memberWritesPerMinute: 3,
      visitorWritesPerMinute: 3,
      procedureFactor: 100,
    },
  });
  for (let count = 1; count <= 3; count += 1)
    expect((await ask('free', 'POST', '/api/contact', { body })).status).toBe(201);
  expect((await ask('free', 'POST', '/api/contact', { body })).status).toBe(429);
  expect((await ask('free', 'GET', '/api/plans')).status).toBe(200);
  // Thirty learners of a class have one address.
  expect((await ask('basic', 'POST', '/api/contact', { body })).status).toBe(201);
  for (let count = 1; count <= 3; count += 1)
    expect((await ask('visitor', 'POST', '/api/contact', { body })).status).toBe(201);
  expect((await ask('visitor', 'POST', '/api/contact', { body })).status).toBe(429);
});

test('old counters are dropped', async ({ db }) => {
  const { ask, services, wait } = await openSchool(db, { limits: DEFAULT_LIMITS });
  await ask('visitor', 'POST', '/api/contact', { body });
  wait(600);
  await forgetCounters(services);
  expect(await db.kysely.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
});

test('the address that mail providers call to unsubscribe somebody is limited as well, and writes once what it did', async ({
  ownDb,
}) => {
  const { ask, people } = await openSchool(ownDb, { limits: DEFAULT_LIMITS });
  const { rows } = await ownDb.pool.query<{ token: string }>(
    'insert into notification_settings (user_id) values ($1) returning unsubscribe_token as token',
    [(people.get('free') as { userId: string }).userId],
  );
  const link = `/unsubscribe/${rows[0]?.token}-comment-reply`;
  const written = async () => {
    const audited = "select after from audit_log where action = 'notifications.unsubscribe'";
    return (await ownDb.pool.query(audited)).rows;
  };
  for (let count = 1; count <= 300; count += 1) expect((await ask('visitor', 'POST', link)).status).toBe(204);
  expect(await written()).toEqual([{ after: { kinds: ['comment-reply'] } }]);
  const refused = await ask('visitor', 'POST', link);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED' });
});

test('the address to unsubscribe refuses while there is no room on the disk', async ({ db }) => {
  const { ask } = await openSchool(db, { isDiskFull: () => true });
  expect((await ask('visitor', 'POST', '/unsubscribe/some-token')).status).toBe(503);
});
