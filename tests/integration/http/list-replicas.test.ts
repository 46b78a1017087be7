import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/contract';
import { type Stated, statedProcedures } from '#server/http/check-contract';
import { CASES } from '#tests/attack/access/access-cases';
import { OBJECTS } from '#tests/attack/access/access-objects';
import { callProcedure } from '#tests/attack/kit/call-procedure';
import { shareSchool } from '#tests/attack/kit/shared-school';

const KEPT = 'its reply is kept in memory until content changes';
const OWN = 'a few rows of one person by their index: asking a replica how far it is would cost more';
const FILE = 'one file by its name, no export';
/** Lists and files that are read from the database itself, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'accounts.sessions': OWN,
  'billing.coupons': 'the payment provider has them, not the database',
  'categories.list': KEPT,
  'certificates.credential': FILE,
  'certificates.pdf': FILE,
  'certificates.statusList': FILE,
  'exams.file': FILE,
  'exports.download': FILE,
  'keys.list': OWN,
  'passkeys.list': OWN,
  'plans.courses': KEPT,
  'plans.list': KEPT,
  'site.faq': KEPT,
};
/** Reports, and lists whose answer has another shape. */
const REPORTS = [
  'audit.kinds',
  'billing.overview',
  'billing.timeline',
  'billingReports.revenue',
  'certificates.mine',
  'courses.trash',
  'grades.statistics',
  'labs.solutions',
  'overview.get',
];

/** Whether a read answers rows, a page of rows, or a file. */
function isList({ outputSchema: schema }: Stated): boolean {
  if (schema instanceof z.ZodObject) return 'items' in schema.shape;
  return schema instanceof z.ZodArray || schema instanceof z.ZodCustom;
}

const READS = statedProcedures(contract).filter(({ method }) => method === 'GET');
const LISTS = READS.filter((procedure) => isList(procedure) || REPORTS.includes(procedure.name));
const shared = shareSchool();

test('the lists are found by what they answer, and every exception is one of them', () => {
  const names = LISTS.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(60);
  expect(names).toEqual(expect.arrayContaining([...Object.keys(EXCEPTIONS), ...REPORTS]));
});

test.for(LISTS)('$name is read from the replica, or named with the reason why not', async (procedure) => {
  const { db, untouched, ...world } = shared();
  let reads = 0;
  const replica = {
    read: (work: (from: typeof db) => unknown) => {
      reads += 1;
      return work(db);
    },
  };
  Object.assign(world.school.services, { replica });
  for (const who of ['basic', 'admin'] as const)
    for (const object of OBJECTS) {
      const input = CASES[procedure.name]?.input?.(world, who, object) ?? {};
      const response = await callProcedure(world.school, who, procedure, input);
      await response.arrayBuffer();
    }
  Object.assign(world.school.services, { replica: undefined });
  expect(reads > 0).toBe(!(procedure.name in EXCEPTIONS));
});
