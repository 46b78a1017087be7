import { resolveContractProcedures } from '@orpc/server';
import { expect } from 'vitest';
import { contract } from '#contract/contract';
import type { Db } from '#server/db/client';
import { apiRouter } from '#server/http/api-router';
import { statedProcedures } from '#server/http/check-contract';
import { CommentEvents } from '#server/http/comment-events';
import { NO_LIMITS } from '#server/http/gates/limits';
import { test } from '#tests/kit/database';
import { UNKNOWN } from '../content/content.ts';
import { openSchool } from '../kit/school.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const CONTRACT = statedProcedures(contract).map(({ method, path }) => `${method} ${path}`);
/** A stream has no end that a reply could be parsed at, so it is no procedure; the document describes it all the same. */
const STREAMS = ['GET /comments/{courseId}/events'];
/** Bytes in pieces are no procedure either. */
const UPLOADS = [
  'POST /admin/media/uploads',
  ...['GET', 'PATCH', 'DELETE'].map((method) => `${method} /admin/media/uploads/{id}`),
];
/** The document does not describe itself. */
const DOCUMENT = 'GET /openapi.json';

async function open(db: Db) {
  const base = await openSchool(db);
  const events = new CommentEvents({ services: base.services });
  await db.pool.query('delete from users');
  return { ...(await openSchool(db, { commentEvents: events })), events };
}

test('no two procedures have one address', () => {
  const shapes = CONTRACT.map((route) => route.replace(/\{\w+\}/g, '{}'));
  expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
});

test('the router serves the procedures of the contract and nothing else', async ({ db }) => {
  const { services } = await openSchool(db);
  const gates = { services, limits: NO_LIMITS, isDiskFull: () => false, afterWrite: () => undefined };
  const router = apiRouter(gates, { version: 'test', build: 'test', builtAt: '2026-01-01T00:00:00Z' });
  const served: string[] = [];
  await resolveContractProcedures({ router, path: [] }, ({ contract: { '~orpc': procedure } }) => {
    served.push(`${procedure.route.method} ${procedure.route.path}`);
  });
  expect(served.sort()).toEqual([...CONTRACT].sort());
});

test('the document describes what the contract states, the stream, and uploads in pieces, and nothing else', async ({
  db,
}) => {
  const { ask } = await openSchool(db);
  const { paths } = await (await ask('visitor', 'GET', '/api/openapi.json')).json();
  const described = Object.entries<Record<string, unknown>>(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual([...CONTRACT, ...STREAMS, ...UPLOADS].sort());
});

test('every operation says who may call it, and which scope opens it to a key', async ({ db }) => {
  const { ask } = await openSchool(db);
  const { paths } = await (await ask('visitor', 'GET', '/api/openapi.json')).json();
  const operations = Object.values<Record<string, Record<string, unknown>>>(paths).flatMap(Object.values);
  for (const operation of operations) {
    expect(operation['x-access'], String(operation.operationId)).toMatch(/^(?:public|member|admin)$/);
    expect(operation['x-scope'], String(operation.operationId)).toMatch(
      /^(?:session-only|[a-z]+(?::[a-z]+)+)$/,
    );
  }
});

test('the server has no other handler under /api', async ({ db }) => {
  const { app } = await openSchool(db);
  const known = [...CONTRACT, ...STREAMS, ...UPLOADS, DOCUMENT].map((route) => route.replace(/^\w+ /, ''));
  const patterns = new Set(known.map((path) => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`));
  const served = app.routes.map(({ path }) => path).filter((path) => path.startsWith('/api'));
  expect(served.filter((path) => path !== '/api/*' && !patterns.has(path))).toEqual([]);
});

test('asked over HTTP, each address takes the methods that are stated and refuses the others', async ({
  db,
}) => {
  const { ask, events } = await open(db);
  const paths = new Set(CONTRACT.map((route) => route.replace(/^\w+ /, '')));
  const faults: string[] = [];
  for (const path of paths) {
    const own = CONTRACT.filter((route) => matches(route, path)).map((route) => route.replace(/ .*/, ''));
    for (const method of METHODS) {
      const response = await ask('visitor', method, `/api${address(path)}`);
      const { code } = response.status < 400 ? { code: 'ok' } : await response.json();
      const isServed = !['NOT_FOUND', 'METHOD_NOT_ALLOWED'].includes(code);
      if (isServed !== own.includes(method)) faults.push(`${method} ${path}: ${code}`);
      if (isServed) continue;
      const allowed = response.headers
        .get('allow')
        ?.split(', ')
        .filter((name) => name !== 'HEAD');
      if (allowed?.sort().join() !== [...new Set(own)].sort().join())
        faults.push(`${method} ${path}: allows ${allowed}`);
    }
  }
  expect(faults).toEqual([]);
  for (const route of [...STREAMS, DOCUMENT]) {
    const response = await ask('visitor', 'GET', `/api${address(route.replace('GET ', ''))}`);
    expect(await response.text(), route).not.toContain('"NOT_FOUND"');
  }
  events.stop();
});

test('what is not stated is not there', async ({ db }) => {
  const { ask } = await openSchool(db);
  for (const path of [
    '/auth/get-session',
    '/auth/api-key/create',
    '/users',
    '/keys',
    '/admin',
    '/debug',
    '/_',
  ])
    for (const method of METHODS) {
      const response = await ask('admin', method, `/api${path}`);
      expect(await response.json(), `${method} ${path}`).toMatchObject({ code: 'NOT_FOUND' });
    }
});

/** Whether a concrete address of `path` is also one of the route: "/courses/{slug}" takes "/courses/new". */
function matches(route: string, path: string): boolean {
  const [, pattern = ''] = route.split(' ');
  return new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(address(path));
}

function address(path: string): string {
  return path.replace(/\{\w+\}/g, UNKNOWN);
}
