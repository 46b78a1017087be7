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
  const [, seconds] = /^max-age=(\d+);/.exec(headers.get('strict-transport-security') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(365 * 24 * 3600);
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
