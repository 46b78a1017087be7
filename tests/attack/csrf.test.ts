import { expect } from 'vitest';
import { contract } from '#contract/contract';
import { statedProcedures } from '#server/http/check-contract';
import { test } from '#tests/kit/database';
import { ORIGIN, openSchool } from './school.ts';

const UNSAFE = statedProcedures(contract).filter(({ method }) => method !== 'GET');
const FOREIGN: readonly Record<string, string>[] = [
  { origin: 'https://evil.test' },
  { origin: 'null' },
  { origin: 'http://sub.localhost:3000' },
  { origin: 'http://localhost:3001' },
  { origin: 'http://localhost' },
  { origin: 'none' },
  { origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
  { origin: 'none', 'sec-fetch-site': 'same-site' },
];

test.for(UNSAFE)('$name is refused from anywhere but this site', async ({ method, path }, { db }) => {
  const { ask } = await openSchool(db);
  const address = `/api${path.replace(/\{\w+\}/g, '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e')}`;
  for (const headers of FOREIGN) {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/json']) {
      const response = await ask('admin', method, address, {
        rawBody: '{}',
        headers: { ...headers, 'content-type': type },
      });
      expect(response.status, JSON.stringify(headers)).toBe(403);
      expect(await response.json()).toMatchObject({ code: 'FOREIGN_ORIGIN' });
    }
  }
});

test('the same site is let in, and so is a program without cookies', async ({ db }) => {
  const { ask } = await openSchool(db);
  const body = { name: 'A', email: 'a@school.test', message: 'Hello' };
  for (const headers of [
    { origin: ORIGIN },
    { origin: 'none', 'sec-fetch-site': 'same-origin' },
    { origin: 'none' },
  ]) {
    expect((await ask('visitor', 'POST', '/api/contact', { body, headers })).status).toBe(201);
  }
});

test('no read changes anything: GET is taken by no procedure that writes', () => {
  const reads = new Set(
    statedProcedures(contract)
      .filter(({ method }) => method === 'GET')
      .map(({ path }) => path),
  );
  for (const { name, path } of UNSAFE)
    if (reads.has(path))
      expect(name).toMatch(/\.(create|update|remove|add|save|enrol|leave|request)[A-Za-z]*$/);
});
