import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { contract } from '#contract/contract';
import { statedProcedures } from '#server/http/check-contract';
import { CASES } from '#tests/attack/access/access-cases';
import { OBJECTS } from '#tests/attack/access/access-objects';
import { callProcedure } from '#tests/attack/kit/call-procedure';
import { shareSchool } from '#tests/attack/kit/shared-school';

/** Statements of one request at most, besides the one that finds who asks. */
const MAX = 3;
/** Pages that put together what has nothing to do with each other; what a file or an export needs is no page. */
const MORE: Readonly<Record<string, number>> = {
  'billing.timeline': 6,
  'courses.trash': 4,
  'exams.get': 4,
  'health.get': 8,
  'teams.mine': 5,
};
const FILES = /export/i;
const READS = statedProcedures(contract).filter(({ method, name }) => method === 'GET' && !FILES.test(name));
/** What only holds a transaction together. */
const FRAME = /^(?:begin|start|commit|rollback|savepoint|release)\b/i;
let sent: string[] = [];

// Before the school is opened: its connection keeps the function that it finds then.
beforeAll(() => {
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text?: string } | null)?.text;
    if (text !== undefined && !FRAME.test(text)) sent.push(text);
    return Reflect.apply(query, this, args);
  } as typeof query);
  return () => spy.mockRestore();
});
const shared = shareSchool();

test.for(READS)('$name reads the database in few statements', async (procedure) => {
  const { db, untouched, ...world } = shared();
  const ask = async (who: 'basic' | 'admin', object: (typeof OBJECTS)[number]) => {
    const input = CASES[procedure.name]?.input?.(world, who, object) ?? {};
    sent = [];
    const response = await callProcedure(world.school, who, procedure, input);
    await response.arrayBuffer();
    // What fails on its way has asked for less.
    expect(response.status).toBeLessThan(500);
    return sent;
  };
  for (const who of ['basic', 'admin'] as const)
    for (const object of OBJECTS) {
      // What is read once for all requests is read before.
      await ask(who, object);
      const statements = await ask(who, object);
      expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MORE[procedure.name] ?? MAX);
    }
});

test('a statement is counted: the limit can be exceeded', async () => {
  const { db } = shared();
  sent = [];
  await db.pool.query('select 1');
  await db.transaction((trx) => trx.selectFrom('users').select('id').limit(1).execute());
  expect(sent).toHaveLength(2);
});
