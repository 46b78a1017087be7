import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/contract';
import { type Stated, statedProcedures } from '#server/http/check-contract';
import { CASES } from '../access/access-cases.ts';
import { callProcedure } from '../kit/call-procedure.ts';
import type { CallerName } from '../kit/school.ts';
import { shareSchool } from '../kit/shared-school.ts';
import { databaseState, differences, listColumns } from './database-state.ts';
import { FULFILLED } from './fulfilled-inputs.ts';
import { plantedFields, plantInto, TRACE } from './planted-fields.ts';

const STATED = statedProcedures(contract);
/** Changes that this test cannot bring to success. A new one belongs into fulfilled-inputs.ts, not here. */
const NEVER_SUCCEED = new Set([
  // A file, not fields.
  'accounts.setAvatar',
  'settings.uploadLogo',
  'exams.upload',
  'media.upload',
  'banks.checkImport',
  'banks.import',
  // The sign-in library answers them, and looks for a session of its own.
  'accounts.startTwoFactor',
  'accounts.confirmTwoFactor',
  'accounts.stopTwoFactor',
  'accounts.renewBackupCodes',
  'accounts.proveFactor',
  'accounts.verifyTwoFactor',
  // Needs the cookie of its begin.
  'signIns.finish',
]);

/** Files that hold the time or the number of their making. */
const FILES = new Set([
  'privacy.export',
  'audit.export',
  'folders.export',
  'folders.exportAll',
  'billingReports.exportInvoices',
  'billingReports.exportPayments',
  'billingReports.exportTax',
]);

const shared = shareSchool();

test.for(STATED)('$name takes and answers no field that the contract does not have', async (procedure) => {
  const { db, ...world } = shared();
  const { school } = world;
  const who: CallerName = procedure.meta.access === 'admin' ? 'admin' : 'basic';
  const input =
    (await FULFILLED[procedure.name]?.(world)) ?? CASES[procedure.name]?.input?.(world, who, 'own') ?? {};
  const caller = procedure.meta.access === 'public' ? 'visitor' : who;
  const fields = plantedFields(await listColumns(db));
  const before = await databaseState(db);

  const call = async (sent: Record<string, unknown>, beside = {}) => {
    // A savepoint of the outer transaction of the test.
    await db.pool.query('begin');
    const undoPayments = school.markPayments();
    const response = await callProcedure(school, caller, procedure, sent, beside);
    const text = await response.text();
    expect(fieldsBeside(procedure, response, text)).toEqual([]);
    const reply = unchanging(text);
    const changed = differences(before, await databaseState(db))
      .map(unchanging)
      .sort();
    await db.pool.query('rollback');
    undoPayments();
    school.content.bump();
    return { status: response.status, reply, changed };
  };
  const plain = await call(input);
  const planted = plantInto(procedure.inputSchema, input, fields);
  const attacked = await call(procedure.method === 'GET' ? input : planted, queryOf(procedure, fields));

  expect(attacked.changed.filter((line) => TRACE.test(line))).toEqual([]);
  if (attacked.status === 400) expect(attacked.changed).toEqual([]);
  else expect(attacked).toMatchObject({ status: plain.status, changed: plain.changed });
  if (procedure.method === 'GET' && !FILES.has(procedure.name)) expect(attacked.reply).toBe(plain.reply);
  if (procedure.method !== 'GET' && !NEVER_SUCCEED.has(procedure.name))
    expect(
      plain.status,
      `${procedure.name} fails by itself: give it an input in fulfilled-inputs.ts`,
    ).toBeLessThan(300);
});

test('a planted field is seen when it is taken: the comparison can fail', async () => {
  const { db, untouched } = shared();
  await db.kysely.updateTable('profiles').set({ avatar_url: 'planted-by-a-stranger' }).execute();
  const changed = differences(untouched, await databaseState(db)).map(unchanging);
  expect(changed.some((line) => TRACE.test(line))).toBe(true);
});

/** The fields of a reply that the contract does not have. */
function fieldsBeside({ outputSchema }: Stated, response: Response, text: string): string[] {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (response.status >= 300 || !isJson || !(outputSchema instanceof z.ZodType)) return [];
  const stated = pathsOf(outputSchema.parse(JSON.parse(text)));
  return [...pathsOf(JSON.parse(text))].filter((path) => !stated.has(path));
}

function pathsOf(value: unknown, path = ''): Set<string> {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return new Set([path]);
  return new Set(Object.entries(value).flatMap(([name, one]) => [...pathsOf(one, `${path}.${name}`)]));
}

/** A read gets them in its query; so does an attacked change, beside its body. */
function queryOf({ inputSchema, path }: Stated, fields: Readonly<Record<string, unknown>>) {
  const planted = plantInto(inputSchema, {}, fields);
  const query = Object.entries(planted).filter(([name]) => !path.includes(`{${name}}`));
  return { query: Object.fromEntries(query.map(([name, value]) => [name, String(value)])) };
}

/** A changed row without what is drawn or read from a clock anew each time; what was planted stays as it is. */
function unchanging(line: string): string {
  return (
    line
      .replace(/\$argon2id\$[^"]+/g, 'password')
      .replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, (id) => (TRACE.test(id) ? id : 'id'))
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, (time) => (TRACE.test(time) ? time : 'time'))
      .replace(/\bLT-[A-Z2-9]{8}\b/g, 'reference')
      .replace(/(tier-changed:id:\w+):\d+/g, '$1:number')
      // An email about a subscription is known by the number of the fact that it tells of.
      .replace(/(sub_\w+@)\d+/g, '$1number')
      .replace(/lct_[\w-]{4}(?=")/g, 'start')
      .replace(/:[\w-]{16}(?=")/g, ':random')
      .replace(/(Reference: )[0-9A-F]{8}/g, '$1random')
      .replace(/(code\W+)\d{6}(?=\W)/g, '$1digits')
      .replace(/(?<![\w-])(?!planted)[\w+/-]{32,}={0,2}(?![\w-])/g, 'random')
  );
}
