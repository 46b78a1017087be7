import { expect } from 'vitest';
import { contract } from '#contract/contract';
import { ContentVersion } from '#server/db/content-version';
import { Replica } from '#server/db/replica/replica';
import { createApp } from '#server/http/app';
import { NO_LIMITS } from '#server/http/gates/limits';
import { UPLOADS_PATH } from '#server/http/media-uploads';
import { openapiDocument } from '#server/http/openapi-document';
import { openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { readSource } from '#tools/source-files';
import { nginxPlace } from './nginx-locations.ts';

const METRICS_TOKEN = 'a-random-text-of-many-letters';
const FILES = ['ops/prometheus/alerts.yml', 'ops/grafana/lectern.json'];
/** Names of alerts and dashboards aside, everything with one of our prefixes is a metric. */
const METRIC = /\b(?:lectern|process|nodejs)_[a-z0-9_]+\b/g;

test('every metric of the alerts and the dashboard is one that a process tells', async ({ ownDb }) => {
  const { services } = await openSchool(ownDb, {}, { METRICS_TOKEN });
  await ownDb.pool.query(`insert into chore_runs (name, holder, last_started_at, last_finished_at, leased_until)
    values ('purge trash', gen_random_uuid(), now(), now(), now())`);
  const storage = { ...services.storage, check: async () => undefined };
  const { db, log } = services;
  const replica = new Replica({ primary: db, replica: db, log });
  const app = createApp({
    services: { ...services, storage, replica },
    content: new ContentVersion(),
    limits: NO_LIMITS,
    version: { version: 'test', build: 'test', builtAt: '2026-11-20T12:00:00Z' },
  });
  await app.request('http://localhost:3000/healthz');
  const reply = await app.request('http://localhost:3000/metrics', {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const reported = new Set(
    [...(await reply.text()).matchAll(/^([a-z_0-9]+)(?:\{.*\})? /gm)].map(([, name]) => name),
  );
  for (const file of FILES) {
    const named = new Set(readSource(file).match(METRIC) ?? []);
    expect(named.size).toBeGreaterThan(10);
    expect([...named].filter((name) => !reported.has(name))).toEqual([]);
  }
});

test('nginx sends every address on as it was asked for, and has a place of its own for what needs one', async () => {
  const nginx = readSource('ops/nginx/lectern.conf');
  const place = (path: string) => nginxPlace(nginx, path);
  expect(nginxPlace('    location /up/ {\n        proxy_pass http://a;\n    }\n', '/up')).toBe('redirect');
  expect(place('/api/comments/00000000-0000-4000-8000-000000000000/events')).toMatchObject({
    directives: expect.stringContaining('proxy_buffering off'),
  });
  for (const path of [UPLOADS_PATH, `${UPLOADS_PATH}/00000000-0000-4000-8000-000000000000`])
    expect(place(path), path).toMatchObject({
      directives: expect.stringMatching(/proxy_pass .*\n *proxy_request_buffering off/),
    });
  const { paths } = await openapiDocument(contract, { https: false, publicUrl: 'http://localhost:3000' });
  const served = Object.keys(paths as object).map((path) => `/api${path}`);
  expect(served.length).toBeGreaterThan(100);
  const all = [...served, '/', '/healthz', '/readyz', '/courses', '/metrics', `${UPLOADS_PATH}other`];
  expect(all.filter((path) => typeof place(path) !== 'object')).toEqual([]);
});

test('every address that the proxies and probes name is one that is served', async ({ ownDb }) => {
  const { ask, logged } = await openSchool(ownDb);
  const stream = '/api/comments/00000000-0000-4000-8000-000000000000/events';
  for (const path of ['/healthz', '/readyz', stream]) await ask('visitor', 'GET', path);
  await ask('visitor', 'POST', UPLOADS_PATH);
  expect(logged.map(({ route }) => route)).toEqual([
    '/healthz',
    '/readyz',
    '/api/comments/{courseId}/events',
    UPLOADS_PATH,
  ]);
});
