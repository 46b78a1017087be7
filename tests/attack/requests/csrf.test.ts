import { expect, test } from 'vitest';
import { contract } from '#contract/contract';
import { statedProcedures } from '#server/http/check-contract';
import { CASES } from '../access/access-cases.ts';
import { callProcedure } from '../kit/call-procedure.ts';
import { ORIGIN } from '../kit/school.ts';
import { shareSchool } from '../kit/shared-school.ts';
import { databaseState, differences } from './database-state.ts';

const UNSAFE = statedProcedures(contract).filter(({ method }) => method !== 'GET');
/** Each as a browser would send it from a page that is not ours; `none`: without an Origin. */
const FOREIGN: readonly Record<string, string>[] = [
  { origin: 'none' },
  { origin: 'null' },
  { origin: 'https://evil.test' },
  { origin: 'http://sub.localhost:3000' },
  { origin: 'http://localhost:3000.evil.test' },
  { origin: 'http://localhost:3001' },
  { origin: 'http://localhost' },
  { origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
  { origin: ORIGIN, 'sec-fetch-site': 'same-site' },
  { origin: 'none', 'sec-fetch-site': 'cross-site' },
  { origin: 'none', 'sec-fetch-site': 'same-site' },
];
/** What a form or a script of another site can send without asking first, and what it cannot. */
const TYPES = [
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/json',
];

const shared = shareSchool();

test.for(UNSAFE)('$name is refused from anywhere but this site, and changes nothing', async (procedure) => {
  const { db, school, untouched, ...world } = shared();
  const input = CASES[procedure.name]?.input?.({ school, ...world }, 'admin', 'own') ?? {};
  for (const headers of FOREIGN) {
    for (const type of TYPES) {
      const response = await callProcedure(school, 'admin', procedure, input, {
        headers: { ...headers, 'content-type': type },
      });
      expect(response.status, `${JSON.stringify(headers)} ${type}`).toBe(403);
      expect(await response.json()).toMatchObject({ code: 'FOREIGN_ORIGIN' });
    }
  }
  expect(differences(untouched, await databaseState(db))).toEqual([]);
});

test('the same site is let in, and so is a program without cookies', async () => {
  const { ask } = shared().school;
  const body = { name: 'A', email: 'a@school.test', message: 'Hello' };
  for (const headers of [
    { origin: ORIGIN },
    { origin: 'none', 'sec-fetch-site': 'same-origin' },
    { origin: 'none' },
  ]) {
    expect((await ask('visitor', 'POST', '/api/contact', { body, headers })).status).toBe(201);
  }
});

test('a link in a mail that writes outside the API is refused to a page of another site', async () => {
  const { db, school, untouched } = shared();
  for (const headers of FOREIGN) {
    const response = await school.ask('basic', 'POST', '/unsubscribe/some-token', { headers });
    expect(response.status, JSON.stringify(headers)).toBe(403);
  }
  expect(differences(untouched, await databaseState(db))).toEqual([]);
});

test('a read and a change share an address only where their names say which is which', () => {
  const reads = new Set(
    statedProcedures(contract)
      .filter(({ method }) => method === 'GET')
      .map(({ path }) => path),
  );
  for (const { name, path } of UNSAFE)
    if (reads.has(path))
      expect(name).toMatch(
        /\.(check|create|update|remove|add|save|decide|enrol|invite|leave|mark|prove|rename|request|send|upload|withdraw)[A-Za-z]*$/,
      );
});
