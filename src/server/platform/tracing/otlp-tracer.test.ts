import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../log.ts';
import { otlpTracer } from './otlp-tracer.ts';
import { requestSpan } from './spans.ts';
import { newTrace } from './trace-context.ts';

/** A collector that answers with a status, and remembers what it was sent. */
async function collector() {
  const state = { status: 200, bodies: [] as string[], headers: [] as unknown[] };
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    state.bodies.push(Buffer.concat(parts).toString());
    state.headers.push(request.headers);
    reply.writeHead(state.status).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`;
  return { state, url };
}

function open(url: string, ratio = 1) {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const tracer = otlpTracer({
    settings: { url, headers: { 'api-key': 'abc' }, service: 'school', ratio },
    resource: { 'service.name': 'school' },
    log,
    chance: () => 0.5,
    flushMs: 60_000,
  });
  onTestFinished(() => tracer.stop());
  return { tracer, lines };
}

const span = (status = 200) =>
  requestSpan(newTrace(true), {
    name: 'GET /api/plans',
    ms: 12.5,
    hasFailed: status >= 500,
    attributes: { 'http.response.status_code': status, 'http.route': '/api/plans' },
  });

test('parts of traces are sent together, as the protocol writes them', async () => {
  const { state, url } = await collector();
  const { tracer } = open(url);
  const [good, bad] = [span(), span(500)];
  tracer.record(good);
  tracer.record(bad);
  await tracer.flush();
  expect(state.headers[0]).toMatchObject({ 'api-key': 'abc', 'content-type': 'application/json' });
  const [{ resource, scopeSpans }] = JSON.parse(state.bodies[0] ?? '').resourceSpans;
  expect(resource.attributes).toEqual([{ key: 'service.name', value: { stringValue: 'school' } }]);
  const [first, second] = scopeSpans[0].spans;
  expect(first).toMatchObject({
    traceId: good.traceId,
    spanId: good.spanId,
    name: 'GET /api/plans',
    kind: 2,
    status: {},
    attributes: [
      { key: 'http.response.status_code', value: { intValue: '200' } },
      { key: 'http.route', value: { stringValue: '/api/plans' } },
    ],
  });
  expect(first).not.toHaveProperty('parentSpanId');
  expect(first.startTimeUnixNano).toMatch(/^\d{19}$/);
  expect(BigInt(first.endTimeUnixNano) - BigInt(first.startTimeUnixNano)).toBeGreaterThan(12_000_000n);
  expect(second.status).toEqual({ code: 2 });
});

test('a collector that is away costs traces and one line, and its return another', async () => {
  const { state, url } = await collector();
  const { lines, tracer } = open(url);
  state.status = 503;
  for (let round = 0; round < 3; round += 1) {
    tracer.record(span());
    await tracer.flush();
  }
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('status 503');
  state.status = 200;
  tracer.record(span());
  await tracer.flush();
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ dropped: 3 });
});

test('what waits has a limit', async () => {
  const { state, url } = await collector();
  const { tracer } = open(url);
  for (let count = 0; count < 6000; count += 1) tracer.record(span());
  await tracer.flush();
  const sent = state.bodies.map((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans.length);
  expect(sent).toEqual(Array(10).fill(500));
});

test('only a part of the traces is recorded where that is set', () => {
  expect([
    open('http://localhost', 0.6).tracer.samples(),
    open('http://localhost', 0.4).tracer.samples(),
  ]).toEqual([true, false]);
});
