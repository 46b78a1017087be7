import { expect, test } from 'vitest';
import { contract } from '#contract/contract';
import { statedProcedures } from '#server/http/check-contract';
import { CASES } from '../access/access-cases.ts';
import { OBJECTS } from '../access/access-objects.ts';
import { callProcedure } from '../kit/call-procedure.ts';
import { shareSchool } from '../kit/shared-school.ts';
import { databaseState, differences } from './database-state.ts';

const READS = statedProcedures(contract).filter(({ method }) => method === 'GET');
const ASKING = ['visitor', 'basic', 'admin'] as const;
/** Reads whose only trace is the line that says who took the data away. */
const AUDITED = new Set([
  'audit.export',
  'billingReports.exportInvoices',
  'billingReports.exportPayments',
  'billingReports.exportTax',
  'folders.export',
  'folders.exportAll',
  'grades.export',
  'users.export',
  'privacy.export',
]);
const ELSEWHERE = [
  '/',
  '/courses',
  '/blogs',
  '/unsubscribe/some-token',
  '/healthz',
  '/readyz',
  '/metrics',
  '/robots.txt',
  '/sitemap.xml',
  '/llms.txt',
  '/feed.rss',
  '/feed.atom',
  '/api/openapi.json',
  '/.well-known/change-password',
];

const shared = shareSchool();

test.for(READS)('$name changes nothing, whoever asks for whatever', async (procedure) => {
  const { db, untouched, ...world } = shared();
  const { school } = world;
  for (const who of ASKING)
    for (const object of OBJECTS) {
      const input = CASES[procedure.name]?.input?.(world, who, object) ?? {};
      const response = await callProcedure(school, who, procedure, input);
      await response.arrayBuffer();
    }
  const changed = differences(untouched, await databaseState(db));
  const isTrace = (line: string) => AUDITED.has(procedure.name) && line.startsWith('+ audit_log ');
  expect(changed.filter((line) => !isTrace(line))).toEqual([]);
});

test('no address outside the API changes anything when it is looked at', async () => {
  const { db, school, untouched } = shared();
  for (const address of ELSEWHERE)
    for (const method of ['GET', 'HEAD', 'OPTIONS']) await school.ask('basic', method, address);
  expect(differences(untouched, await databaseState(db))).toEqual([]);
});

test('a change is seen: the comparison can fail', async () => {
  const { db, school, untouched } = shared();
  await school.ask('basic', 'PATCH', '/api/account/profile', { body: { name: 'Another Name' } });
  const changed = differences(untouched, await databaseState(db));
  expect(changed.some((line) => line.startsWith('+ users ') && line.includes('Another Name'))).toBe(true);
  expect(changed.some((line) => line.startsWith('+ audit_log '))).toBe(true);
});
