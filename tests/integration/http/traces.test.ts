import { expect, inject } from 'vitest';
import { openDatabase } from '#server/db/client';
import { ContentVersion } from '#server/db/content-version';
import { createApp } from '#server/http/app';
import type { Span, Tracer } from '#server/platform/tracing/tracer';
import { ORIGIN, openSchool, START } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';

function recorder(wanted = true) {
  const spans: Span[] = [];
  const tracer: Tracer = { samples: () => wanted, record: (span) => void spans.push(span) };
  return { spans, tracer };
}

test('a request is one trace with its statements, and says nothing about who asked what', async ({
  ownDb,
}) => {
  const { services } = await openSchool(ownDb, {}, { TRUSTED_PROXIES: '127.0.0.1' });
  const connection = { ...inject('database'), database: ownDb.pool.options.database };
  const db = openDatabase({ connection, log: services.log });
  const { spans, tracer } = recorder();
  const app = createApp({
    services: { ...services, db, tracer },
    content: new ContentVersion(),
    version: { version: 'test', build: 'test', builtAt: START.toISOString() },
  });
  const ask = (traceparent?: string) =>
    app.request(`${ORIGIN}/api/pages/terms?secret=of-the-query`, {
      headers: traceparent === undefined ? {} : { traceparent },
    });
  const reply = await ask();
  const request = spans.find(({ kind }) => kind === 'server');
  const statements = spans.filter(({ kind }) => kind === 'client');
  expect(request).toMatchObject({
    name: 'GET /api/pages/{name}',
    parentId: null,
    attributes: { 'http.route': '/api/pages/{name}', 'http.response.status_code': 200 },
  });
  expect(reply.headers.get('traceresponse')).toBe(`00-${request?.traceId}-${request?.spanId}-01`);
  expect(statements.length).toBeGreaterThan(0);
  for (const { name, parentId, traceId } of statements) {
    expect([traceId, parentId]).toEqual([request?.traceId, request?.spanId]);
    expect(name).toMatch(/^[a-z]+( [a-z_]+)? [\da-f]{8}$/);
  }
  expect(JSON.stringify(spans)).not.toMatch(/of-the-query|127\.0\.0\.1/);
  spans.length = 0;
  const [trace, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  await ask(`00-${trace}-${parent}-01`);
  expect(spans.find(({ kind }) => kind === 'server')).toMatchObject({ traceId: trace, parentId: parent });
  spans.length = 0;
  // Who began the trace decides for all of it.
  await ask(`00-${trace}-${parent}-00`);
  expect(spans).toEqual([]);
  await db.close();
});

test('a trace that is not sampled is passed on and not recorded', async ({ db }) => {
  const { services } = await openSchool(db);
  const { spans, tracer } = recorder(false);
  const app = createApp({
    services: { ...services, tracer },
    content: new ContentVersion(),
    version: { version: 'test', build: 'test', builtAt: START.toISOString() },
  });
  const reply = await app.request(`${ORIGIN}/api/plans`);
  expect(reply.headers.get('traceresponse')).toMatch(/-00$/);
  expect(spans).toEqual([]);
});
