import { expect } from 'vitest';
import { contract } from '#contract/contract';
import { statedProcedures } from '#server/http/check-contract';
import { test } from '#tests/kit/database';
import { CASES } from '../access/access-cases.ts';
import { insertContent } from '../content/content.ts';
import { callProcedure } from '../kit/call-procedure.ts';
import { openSchool, type School } from '../kit/school.ts';

const STATED = statedProcedures(contract);
const EVIL = 'https://evil.test';
/** What a reply of the API may be: data, or a file that is saved and never a page. */
const DATA = /^application\/(?:[\w.-]+\+)?(?:json|jwt)(?:; charset=utf-8)?$/;
const PAGE = /html|javascript|ecmascript|xml$/;

function expectSafe({ headers }: Response, what: string): void {
  for (const name of headers.keys()) expect(name, what).not.toMatch(/^access-control-/);
  expect(headers.get('x-content-type-options'), what).toBe('nosniff');
  expect(headers.get('x-frame-options'), what).toBe('DENY');
  expect(headers.get('content-security-policy'), what).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect(headers.get('referrer-policy'), what).toBe('strict-origin-when-cross-origin');
  expect(headers.get('x-powered-by'), what).toBeNull();
  expect(headers.get('server'), what).toBeNull();
}

test('no reply of the API can be read by another site, framed, or taken for a page', async ({ db }) => {
  const school = await openSchool(db);
  const world = { school, content: await insertContent(db) };
  for (const procedure of STATED)
    for (const who of ['visitor', 'admin'] as const) {
      const input = CASES[procedure.name]?.input?.(world, who, 'own') ?? {};
      const isRead = procedure.method === 'GET';
      const headers = { accept: 'text/html', ...(isRead && { origin: EVIL }) };
      const response = await callProcedure(school, who, procedure, input, { headers });
      expectSafe(response, `${procedure.name} by ${who}`);
      const type = response.headers.get('content-type') ?? '';
      const isFile = response.headers.has('content-disposition');
      if (isFile) {
        expect(response.headers.get('content-disposition'), procedure.name).toMatch(
          /^attachment; filename="[\w.-]+"/,
        );
        expect(type, procedure.name).not.toMatch(PAGE);
      } else if (response.status !== 204) expect(type, procedure.name).toMatch(DATA);
      expect(response.headers.get('cache-control'), procedure.name).toBeTruthy();
      await response.arrayBuffer();
    }
});

test('a browser that asks whether another site may call is told nothing that allows it', async ({ db }) => {
  const school = await openSchool(db);
  for (const { method, path } of STATED) {
    const address = `/api${path.replace(/\{\w+\}/g, 'x')}`;
    const response = await preflight(school, address, method);
    expectSafe(response, address);
    expect(response.status, address).toBeGreaterThanOrEqual(400);
  }
});

function preflight(school: School, address: string, method: string): Promise<Response> {
  return school.ask('visitor', 'OPTIONS', address, {
    headers: {
      origin: EVIL,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type, idempotency-key',
    },
  });
}

test('a cookie of ours is for the server alone, sent from our own pages, and bound to this host over HTTPS', async ({
  db,
}) => {
  const school = await openSchool(db, {}, { PUBLIC_URL: 'https://school.test' });
  const headers = { origin: 'https://school.test' };
  const out = await school.ask('free', 'POST', '/api/sign-out', { body: {}, headers });
  const [cookie = ''] = out.headers.getSetCookie();
  expect(cookie).toMatch(
    /^__Host-lectern\.session_token=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
});
