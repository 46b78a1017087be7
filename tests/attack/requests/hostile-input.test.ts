import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/contract';
import { ERROR_CODES } from '#contract/errors';
import { type Stated, statedProcedures } from '#server/http/check-contract';
import type { Content } from '../content/content.ts';
import { type AskOptions, CALLERS, type School } from '../kit/school.ts';
import { shareSchool } from '../kit/shared-school.ts';
import { aimAt, hostileInput } from './hostile-values.ts';

const STATED = statedProcedures(contract);
const TOTAL = Number(process.env.NUM ?? (process.env.PROVE ? 100_000 : 800));
const EACH = Math.ceil(TOTAL / STATED.length);
const MAX_MS = 1000;
/** Code that is loaded by its first request is slow once, and so is a busy machine; a hostile input is slow every time. */
const TRIES = 3;
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** The app is called without a network, so nobody has unpacked the reply. */
async function jsonOf(response: Response): Promise<unknown> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const coding = response.headers.get('content-encoding');
  const plain = coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes;
  return JSON.parse(plain.toString('utf8'));
}

/** What every reply must be, whatever was sent. */
async function check(response: Response, sent: unknown, outputSchema?: unknown): Promise<void> {
  const words = `${JSON.stringify(sent)?.slice(0, 2000)} gave ${response.status}`;
  expect(response.status, words).toBeLessThan(500);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (response.status < 400) {
    if (isJson && outputSchema instanceof z.ZodType) {
      const { error } = outputSchema.safeParse(await jsonOf(response));
      expect(error?.issues ?? [], words).toEqual([]);
    } else await response.arrayBuffer();
    return;
  }
  const reply = await response.json();
  expect(ERROR_CODES, words).toContain(reply.code);
  expect(reply.requestId, words).toMatch(REQUEST_ID);
  expect(typeof reply.fields, words).toBe('object');
  expect(JSON.stringify(reply), words).not.toMatch(/ at \/|\.ts:\d|select |insert into|node_modules/);
}

const shared = shareSchool({ isFaithful: true });
beforeEach(() => {
  const { content, school } = shared();
  aimAt(namesIn(content, school));
});

test.for(STATED)(
  `$name answers ${EACH} hostile inputs without breaking`,
  { timeout: process.env.PROVE ? 600_000 : 120_000 },
  async (procedure) => {
    const { mark, school } = shared();
    const caller = fc.oneof(
      { weight: 4, arbitrary: fc.constant('admin' as const) },
      { weight: 1, arbitrary: fc.constantFrom(...CALLERS) },
    );
    await fc.assert(
      fc.asyncProperty(
        caller,
        hostileInput(procedure.inputSchema),
        hostileHeaders,
        async (who, input, headers) => {
          const back = await mark();
          for (let turn = 1; ; turn += 1) {
            const started = process.cpuUsage();
            const response = await send(school, who, procedure, input, headers);
            await check(response, input, procedure.outputSchema);
            // Its own work, so that what else a machine does is not held against it.
            const { system, user } = process.cpuUsage(started);
            const ms = (system + user) / 1000;
            if (ms < MAX_MS) break;
            expect(turn, `${ms} ms of work for ${JSON.stringify(input).slice(0, 500)}`).toBeLessThan(TRIES);
            await back();
          }
        },
      ),
      { numRuns: EACH, endOnFailure: true },
    );
  },
);

/** Every id and every address that the school has. */
function namesIn(content: Content, { people }: School): string[] {
  const text = JSON.stringify([content, [...people.values()]]);
  const ids = text.match(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g) ?? [];
  const slugs = [...text.matchAll(/"(?:slug|key)":"([^"]+)"/g)].map(([, slug = '']) => slug);
  return [...new Set([...ids, ...slugs])];
}

const hostileHeaders = fc.record(
  {
    'idempotency-key': fc.string({ maxLength: 250 }).map(printable),
    'user-agent': fc.string({ maxLength: 600 }).map(printable),
    accept: fc.constantFrom('*/*', 'text/html', 'application/xml', ''),
    'accept-encoding': fc.constantFrom('br', 'gzip;q=0', 'nonsense', '*'),
    'if-none-match': fc.constantFrom('*', 'W/"', '"x", "y"'),
    'x-forwarded-for': fc.constantFrom('::1', 'nonsense, 1.2.3.4', ','),
  },
  { requiredKeys: [] },
);

function send(
  school: School,
  who: (typeof CALLERS)[number],
  { method, path }: Stated,
  input: Record<string, unknown>,
  headers: Record<string, string>,
) {
  const rest = { ...input };
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    const part = percent(typeof value === 'string' ? value : JSON.stringify(value ?? 'x'));
    // A dot is no value: it makes another address of this one.
    return part === '' || part === '.' || part === '..' ? '%20' : part;
  });
  if (method === 'GET') {
    const query = Object.entries(rest).map(
      ([name, value]) =>
        `${percent(name)}=${percent(typeof value === 'string' ? value : JSON.stringify(value))}`,
    );
    return school.ask(who, method, `/api${address}?${query.join('&')}`, { headers });
  }
  return school.ask(who, method, `/api${address}`, { headers, body: rest });
}

const BROKEN: readonly AskOptions[] = [
  ...[
    '{',
    '[',
    '"',
    '\0',
    '{"a":',
    'null',
    '[]',
    '1',
    '"text"',
    '{"__proto__":{"isAdmin":true}}',
    '['.repeat(100_000),
  ].map((rawBody) => ({
    rawBody,
    headers: { 'content-type': 'application/json' },
  })),
  ...[
    '',
    'text/plain',
    'application/xml',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'nonsense',
    'application/octet-stream',
    'text/event-stream',
  ].map((type) => ({ rawBody: 'a[b][c]=1&a[b]=2&=&%', headers: { 'content-type': type } })),
  {
    rawBody: 'a[b][c]=1&a[b]=2&a=3&[]=&%=%',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  {
    rawBody: new Uint8Array([0xff, 0xfe, 0x00, 0xc3, 0x28]),
    headers: { 'content-type': 'application/json' },
  },
  {
    rawBody: '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  },
  { rawBody: '{}', headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } },
  { rawBody: '{}', headers: { 'content-type': 'application/json', 'content-length': 'NaN' } },
];

test.for(STATED.filter(({ method }) => method !== 'GET'))(
  '$name answers broken bodies without breaking',
  async ({ method, path }) => {
    const { ask } = shared().school;
    const address = `/api${path.replace(/\{\w+\}/g, '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e')}`;
    for (const broken of BROKEN) {
      const response = await ask('admin', method, address, broken);
      await check(response, broken);
    }
  },
);

const ADDRESSES = [
  '/api',
  '/api/',
  '/api//plans',
  '/api/plans/',
  '/api/%2e%2e/plans',
  '/api/plans%00',
  '/api/plans%ff',
  '/API/plans',
  '/api/PLANS',
  '/api/courses/%E0%A4%A',
  '/api/courses/%00',
  '/api/courses/..%2f..%2fadmin',
  '/api/courses/%ED%A0%80',
  '/api/courses?page[]=1&page[]=2',
  '/api/courses?q=%00',
  '/api/courses?q=%ff',
  '/api/courses?__proto__[x]=1',
  '/api/courses?level',
  '/api/courses?page=1e9',
  '/api/courses?a[b]=1&a=2',
  '/media/x',
  '/media/..%2f..%2fsecrets.webp',
  '/media/7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e.exe',
  '/covers/..%2f.svg',
  '/covers/.svg',
  '/covers/%00.svg',
  '/assets/../../package.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/.env',
  '/dev/outbox/../../x',
  '//evil.test',
  '/%',
  '/%2f%2fevil.test',
];

test('hostile addresses are answered without breaking', async () => {
  const { ask } = shared().school;
  for (const address of ADDRESSES) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await ask('admin', method, address);
      if (method === 'HEAD') expect(response.status, address).toBeLessThan(500);
      else await check(response, `${method} ${address}`);
    }
  }
});

/** Bytes as a hostile client writes them: half a surrogate pair becomes the bytes that no decoder takes. */
function percent(text: string): string {
  return [...text]
    .map((letter) => (letter.isWellFormed() ? encodeURIComponent(letter) : '%ED%A0%80'))
    .join('');
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e\xa0-\xff]/g, '').trim();
}
