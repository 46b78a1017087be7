import { expect } from 'vitest';
import { ORIGIN, openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';

const METRICS_TOKEN = 'a-random-text-of-many-letters';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test.for([
  ['no token', {}],
  ['an empty token', { authorization: 'Bearer ' }],
  ['a wrong token', bearer('a-random-text-of-other-letter')],
  ['a part of the token', bearer(METRICS_TOKEN.slice(0, -1))],
  ['more than the token', bearer(`${METRICS_TOKEN}x`)],
  ['the token without a scheme', { authorization: METRICS_TOKEN }],
  ['the token as a password', { authorization: `Basic ${btoa(`x:${METRICS_TOKEN}`)}` }],
  ['the token as a cookie', { cookie: `METRICS_TOKEN=${METRICS_TOKEN}` }],
  ['a proxy that says it is this machine', { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' }],
] as const)('%s is told nothing', async ([, headers], { db }) => {
  const { ask } = await openSchool(db, {}, { METRICS_TOKEN });
  for (const who of ['visitor', 'admin'] as const) {
    const reply = await ask(who, 'GET', `/metrics?token=${METRICS_TOKEN}`, { headers });
    expect([reply.status, await reply.text()]).toEqual([401, '']);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
  }
});

test.for(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
  'without METRICS_TOKEN there is no such page, not even for %s',
  async (remoteAddress, { db }) => {
    const { app } = await openSchool(db, {}, { TRUSTED_PROXIES: '127.0.0.1' });
    for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }, bearer('undefined')]) {
      const request = new Request(`${ORIGIN}/metrics`, { headers });
      const reply = await app.request(request, undefined, { incoming: { socket: { remoteAddress } } });
      expect(reply.status).toBe(404);
      expect(await reply.text()).not.toContain('lectern_');
    }
  },
);

test('the token opens nothing but the metrics, and is not in the log', async ({ db }) => {
  const { ask, logged } = await openSchool(db, {}, { METRICS_TOKEN });
  const headers = bearer(METRICS_TOKEN);
  expect((await ask('visitor', 'GET', '/metrics', { headers })).status).toBe(200);
  expect((await ask('visitor', 'GET', '/api/session', { headers })).status).toBe(401);
  expect(JSON.stringify(logged)).not.toContain(METRICS_TOKEN);
});
