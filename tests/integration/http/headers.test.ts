import { expect } from 'vitest';
import { openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';

const ADDRESSES = [
  '/api/plans',
  '/api/nothing',
  '/healthz',
  '/robots.txt',
  '/covers/sql.svg',
  '/nothing',
  '/sitemap.xml',
  '/llms.txt',
];

test('every reply carries the headers that keep a browser safe', async ({ db }) => {
  const { ask } = await openSchool(db);
  for (const address of ADDRESSES) {
    const { headers } = await ask('visitor', 'GET', address);
    expect(headers.get('x-content-type-options'), address).toBe('nosniff');
    expect(headers.get('referrer-policy'), address).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy'), address).toBe('same-origin');
    expect(headers.get('permissions-policy'), address).toContain('camera=()');
    expect(headers.get('content-security-policy'), address).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy'), address).not.toContain('unsafe-eval');
    expect(headers.get('strict-transport-security'), address).toBeNull();
    expect(headers.get('x-request-id'), address).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('cache-control'), address).toBeTruthy();
  }
});

test('over HTTPS browsers are told to stay there', async ({ db }) => {
  const { ask } = await openSchool(db, {}, { PUBLIC_URL: 'https://school.test' });
  const { headers } = await ask('visitor', 'GET', '/api/plans');
  // Other hosts below the name of the school may have no HTTPS: nobody is pointed to them unless a setting says so.
  // And whoever loses HTTPS waits a day for their visitors, not a year.
  expect(headers.get('strict-transport-security')).toBe('max-age=86400');
});

test('how long browsers stay at HTTPS, and whether below the name too, are settings', async ({ db }) => {
  const { ask } = await openSchool(
    db,
    {},
    { PUBLIC_URL: 'https://school.test', HSTS_SECONDS: '600', HSTS_INCLUDE_SUBDOMAINS: 'on' },
  );
  const { headers } = await ask('visitor', 'GET', '/api/plans');
  expect(headers.get('strict-transport-security')).toBe('max-age=600; includeSubDomains');
});

test('the ids of a request and its trace are those of a trusted proxy, and of nobody else', async ({
  db,
}) => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { 'x-request-id': 'balancer-0001', traceparent: `00-${trace}-00f067aa0ba902b7-01` };
  const behind = await openSchool(db, {}, { TRUSTED_PROXIES: '127.0.0.1' });
  const kept = await behind.ask('visitor', 'GET', '/api/plans', { headers });
  expect(kept.headers.get('x-request-id')).toBe('balancer-0001');
  expect(behind.logged.at(-1)).toMatchObject({ requestId: 'balancer-0001', traceId: trace });
  expect(kept.headers.get('traceresponse')).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
  const odd = { 'x-request-id': 'a b<script>', traceparent: '00-nothing' };
  const refused = await behind.ask('visitor', 'GET', '/api/plans', { headers: odd });
  expect(refused.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(behind.logged.at(-1)).not.toHaveProperty('traceId');
  const open = await openSchool(db, { people: behind.people });
  const strange = await open.ask('visitor', 'GET', '/api/plans', { headers });
  expect(strange.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(open.logged.at(-1)).not.toHaveProperty('traceId');
  expect(strange.headers.get('traceresponse')).toBeNull();
});

test('every line that is logged for a request names it and its trace', async ({ ownDb }) => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const { ask, logged, services } = await openSchool(ownDb, {}, { TRUSTED_PROXIES: '127.0.0.1' });
  // Deep inside, where nobody knows of a request.
  const connect = ownDb.pool.connect.bind(ownDb.pool);
  ownDb.pool.connect = async () => {
    await Promise.resolve();
    services.log.warn('a connection is taken');
    return connect();
  };
  const headers = { 'x-request-id': 'balancer-0002', traceparent: `00-${trace}-00f067aa0ba902b7-01` };
  await ask('visitor', 'GET', '/api/pages/terms', { headers });
  expect(logged.length).toBeGreaterThan(1);
  for (const line of logged) expect(line).toMatchObject({ requestId: 'balancer-0002', traceId: trace });
});

test('/readyz names what is wrong by a code, and says when the process is about to stop', async ({
  ownDb,
}) => {
  let isFull = false;
  let isStopping = false;
  const { ask, logged } = await openSchool(ownDb, { isDiskFull: () => isFull, isStopping: () => isStopping });
  const look = async () => {
    const reply = await ask('visitor', 'GET', '/readyz');
    return { code: reply.status, ...(await reply.json()) };
  };
  expect(await look()).toEqual({ code: 200, status: 'ok', faults: [] });
  isFull = true;
  expect(await look()).toEqual({ code: 200, status: 'ok', faults: ['disk-full'] });
  const taken = await Promise.all(Array.from({ length: ownDb.pool.options.max }, () => ownDb.pool.connect()));
  expect(await look()).toEqual({ code: 503, status: 'not ready', faults: ['connections', 'disk-full'] });
  expect(logged).toContainEqual(
    expect.objectContaining({
      ready: false,
      faults: expect.arrayContaining([
        { code: 'connections', detail: expect.stringMatching(/^all \d+ connections are in use/) },
      ]),
    }),
  );
  isFull = false;
  for (const client of taken) client.release();
  expect(await look()).toMatchObject({ code: 200, faults: [] });
  isStopping = true;
  expect(await look()).toEqual({ code: 503, status: 'stopping' });
});

test('a read cannot be stored by a shared cache when it depends on who asks', async ({ db }) => {
  const { ask } = await openSchool(db);
  expect((await ask('free', 'GET', '/api/courses')).headers.get('cache-control')).toBe('private, no-cache');
  for (const path of ['/api/version', '/api/session', '/api/account/sessions', '/api/notifications'])
    expect((await ask('free', 'GET', path)).headers.get('cache-control'), path).toBe('no-store');
  expect((await ask('free', 'GET', '/api/plans')).headers.get('vary')).toContain('Accept-Encoding');
});

test('one line is logged for a request, without address, query or cookie', async ({ db }) => {
  const { ask, logged, people } = await openSchool(db);
  await ask('free', 'GET', '/api/pages/terms?secret=of-the-query');
  const member = people.get('free');
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatchObject({ method: 'GET', route: '/api/pages/{name}', status: 200 });
  expect(logged[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(logged[0]?.ms).toBeTypeOf('number');
  expect(JSON.stringify(logged)).not.toMatch(/of-the-query|127\.0\.0\.1|lectern\.test/);
  await ask('free', 'PATCH', '/api/account/profile', { body: { name: 'Free Person' } });
  expect(logged.at(-1)?.user).toMatch(/^[0-9a-f]{16}$/);
  expect(JSON.stringify(logged)).not.toContain(member?.kind === 'member' ? member.userId : '');
});
