import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { Scope } from '#domain/access/people/scopes';
import { createKey } from '#server/areas/accounts/keys/create-key';
import type { Db } from '#server/db/client';
import type { AppOptions } from '#server/http/app';
import { CommentEvents } from '#server/http/comment-events';
import { NO_LIMITS } from '#server/http/gates/limits';
import { insertContent } from '#tests/attack/content/content';
import { type CallerName, openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';

/** A school that is asked with keys; requests carry no origin, as those of programs do not. */
async function open(db: Db, overrides: Partial<AppOptions> = {}) {
  const school = await openSchool(db, overrides);
  const content = await insertContent(db);
  const make = async (who: CallerName, ...scopes: Scope[]) => {
    const viewer = school.people.get(who) ?? { kind: 'visitor' as const };
    const caller = { viewer, ipAddress: '', userAgent: '', requestId: who };
    const { key } = await createKey(school.services, caller, { name: 'A script', scopes, days: 1 });
    return key;
  };
  const askWith = async (key: string, method: string, path: string, more: Asked = {}) => {
    const headers = { authorization: `Bearer ${key}`, origin: 'none', ...more.headers };
    const sent = more.body === undefined ? {} : { body: more.body };
    const response = await school.ask(more.cookieOf ?? 'visitor', method, `/api${path}`, {
      ...sent,
      headers,
    });
    const text = await response.text();
    return { response, status: response.status, reply: text === '' ? null : JSON.parse(text) };
  };
  return { ...school, content, make, askWith };
}
interface Asked {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly cookieOf?: CallerName;
}

test('a key does what its scope opens, without origin and without a cookie', async ({ db }) => {
  const { askWith, content, make } = await open(db);
  const key = await make('basic', 'learning:write');
  const { response, status } = await askWith(key, 'POST', `/learning/${content.courses.free.id}`);
  expect(status).toBe(200);
  expect(response.headers.getSetCookie()).toEqual([]);
  const { reply, ...read } = await askWith(key, 'GET', '/my-courses');
  expect(read.status).toBe(403);
  expect(reply).toMatchObject({ code: 'SCOPE_REQUIRED', data: { scope: 'learning:read' } });
});

test('what is prepared for everybody is refused to a key without the scope, too', async ({ db }) => {
  const { askWith, make } = await open(db);
  const reader = await make('premium', 'content:read');
  const other = await make('premium', 'learning:read');
  for (const path of ['/courses', '/courses/premium-course', '/plans', '/faq', '/version', '/posts']) {
    expect((await askWith(reader, 'GET', path)).status, path).toBe(200);
    expect((await askWith(other, 'GET', path)).reply, path).toMatchObject({ code: 'SCOPE_REQUIRED' });
  }
  expect((await askWith(reader, 'GET', '/courses/premium-course')).reply.access).toBe('open');
});

test('a worthless key is refused everywhere, says so, and no cookie helps it', async ({ db }) => {
  const { askWith } = await open(db);
  const forged = `lct_${'A'.repeat(43)}`;
  for (const key of [forged, '', 'Basic', 'eyJhbGciOiJub25lIn0.e30.'])
    for (const [method, path] of [
      ['GET', '/courses'],
      ['GET', '/openapi.json'],
      ['GET', '/nothing'],
      ['GET', '/session'],
      ['POST', '/sign-out'],
      ['DELETE', '/account/avatar'],
    ] as const) {
      const { reply, response } = await askWith(key, method, path, { cookieOf: 'admin' });
      expect(response.status, `${method} ${path} ${key}`).toBe(401);
      expect(reply).toMatchObject({ code: 'INVALID_KEY' });
      expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
});

test('the key counts and the cookie beside it does not', async ({ db }) => {
  const { askWith, make } = await open(db);
  const key = await make('free', 'learning:read', 'content:read');
  const admin = { cookieOf: 'admin' } as const;
  expect((await askWith(key, 'GET', '/admin/users', admin)).reply.code).toBe('SCOPE_REQUIRED');
  expect((await askWith(key, 'GET', '/account/sessions', admin)).reply.code).toBe('SESSION_REQUIRED');
  expect((await askWith(key, 'GET', '/courses/premium-course', admin)).reply.access).toBe('locked');
});

test('a header that names no key changes nothing: the origin is asked for as ever', async ({ db }) => {
  const { askWith, content } = await open(db);
  const path = `/learning/${content.courses.free.id}`;
  for (const authorization of ['Basic YTpi', 'Negotiate abc', 'lct_abc', '']) {
    const asked = { cookieOf: 'basic', headers: { authorization } } as const;
    expect((await askWith('', 'POST', path, asked)).reply.code, authorization).toBe('FOREIGN_ORIGIN');
    const own = { ...asked, headers: { authorization, origin: 'http://localhost:3000' } };
    expect((await askWith('', 'POST', path, own)).status, authorization).toBe(200);
  }
});

test('a key is for the API only: a page shows who the cookie says, and wants its origin', async ({ db }) => {
  const { ask, make } = await open(db);
  const headers = { authorization: `Bearer ${await make('basic', 'content:read')}`, origin: 'none' };
  const response = await ask('basic', 'POST', '/unsubscribe/none', { headers });
  expect(await response.json()).toMatchObject({ code: 'FOREIGN_ORIGIN' });
  const oddly = await ask('basic', 'POST', '/%61pi/sign-out', { headers });
  expect(await oddly.json()).toMatchObject({ code: 'FOREIGN_ORIGIN' });
});

test('an administrator acts as one through admin scopes only', async ({ db }) => {
  const { askWith, content, make } = await open(db);
  const key = await make('admin', 'comments:write', 'content:read', 'admin:reports:read');
  const theirs = content.courses.free.comments.of.second;
  expect((await askWith(key, 'DELETE', `/comment/${theirs}`)).reply.code).toBe('AUTHOR_REQUIRED');
  expect((await askWith(key, 'GET', '/courses/premium-course')).reply.access).toBe('locked');
  expect((await askWith(key, 'GET', '/admin/overview')).status).toBe(200);
  expect((await askWith(key, 'PUT', `/admin/users/${theirs}/admin`)).reply.code).toBe('SESSION_REQUIRED');
});

test('what the school demands of administrators is demanded of their keys', async ({ db }) => {
  const { ask, askWith, make } = await open(db);
  const key = await make('admin', 'admin:members:read');
  expect((await askWith(key, 'GET', '/admin/users')).status).toBe(200);
  const body = { version: 0, twoFactor: true, confirmed: true };
  expect((await ask('admin', 'PUT', '/api/admin/settings/security', { body })).status).toBe(200);
  expect((await askWith(key, 'GET', '/admin/users')).reply.code).toBe('TWO_FACTOR_REQUIRED');
});

test('each key has its own limit, over all that it asks', async ({ db }) => {
  const { askWith, make, wait } = await open(db, { limits: { ...NO_LIMITS, keyPerMinute: 3 } });
  const first = await make('basic', 'learning:read');
  const second = await make('basic', 'learning:read');
  for (let count = 0; count < 3; count += 1)
    expect((await askWith(first, 'GET', '/my-courses')).status).toBe(200);
  const { reply, response } = await askWith(first, 'GET', '/my-courses');
  expect(reply.code).toBe('RATE_LIMITED');
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await askWith(second, 'GET', '/my-courses')).status).toBe(200);
  wait(120);
  expect((await askWith(first, 'GET', '/my-courses')).status).toBe(200);
});

test('what was done through a key is written down with the key', async ({ db }) => {
  const { askWith, make } = await open(db);
  const key = await make('admin', 'admin:content:write');
  await askWith(key, 'POST', '/admin/categories', { body: { name: 'From a script' } });
  const [entry] = await db.kysely
    .selectFrom('audit_log')
    .innerJoin('api_keys', 'api_keys.id', 'audit_log.api_key_id')
    .select(['action', 'actor_kind', 'api_keys.name'])
    .execute();
  expect(entry).toMatchObject({ action: 'category.create', actor_kind: 'admin', name: 'A script' });
});

test('the stream of comments opens to the scope that reads them, and ends with the key', async ({ db }) => {
  const base = await openSchool(db);
  const events = new CommentEvents({ services: base.services });
  await db.pool.query('delete from users');
  const { ask, content, make } = await open(db, { commentEvents: events });
  const stream = async (key: string, id: string) =>
    ask('visitor', 'GET', `/api/comments/${id}/events`, {
      headers: { authorization: `Bearer ${key}` },
    });
  const { basic, premium } = content.courses;
  const key = await make('basic', 'content:read');
  expect((await stream(await make('basic', 'learning:read'), basic.id)).status).toBe(403);
  expect((await stream(key, premium.id)).status).toBe(403);
  expect((await stream('lct_none', basic.id)).status).toBe(401);
  const open_ = await stream(key, basic.id);
  expect(open_.status).toBe(200);
  expect(events.size).toBe(1);
  await db.pool.query('delete from api_keys');
  await events.recheck();
  const text = await open_.text();
  expect(text).toContain(': open');
  expect(events.size).toBe(0);
  events.stop();
});

test('the document names the scope of every operation that a key opens', async ({ db }) => {
  const { ask } = await open(db);
  const document = await (await ask('visitor', 'GET', '/api/openapi.json')).json();
  expect(document.components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' });
  const { paths } = document;
  expect(paths['/my-courses'].get.security).toEqual([{ session: [] }, { key: ['learning:read'] }]);
  expect(paths['/courses'].get.security).toEqual([{}, { key: ['content:read'] }]);
  expect(paths['/account/keys'].post.security).toEqual([{ session: [] }]);
  expect(paths['/account/keys'].post['x-scope']).toBe('session-only');
});

test('the example of the manual works as it stands there', async ({ db }) => {
  const { app, make } = await open(db);
  const manual = await readFile('docs/api.md', 'utf8');
  const command = /```sh\n(curl [\s\S]*?)\n```/.exec(manual)?.[1] ?? '';
  const key = await make('basic', 'learning:read');
  const header = /-H "([^":]+): ([^"]+)"/.exec(command);
  const address = /"\$LECTERN(\/[^"]+)"/.exec(command)?.[1] ?? '';
  const response = await app.request(`http://localhost:3000${address}`, {
    headers: { [header?.[1] ?? '']: (header?.[2] ?? '').replace('$LECTERN_KEY', key) },
  });
  expect([response.status, await response.json()]).toEqual([200, []]);
});
