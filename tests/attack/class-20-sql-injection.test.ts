import { expect } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/contract';
import { type Stated, statedProcedures } from '#server/http/check-contract';
import { test } from '#tests/kit/database';
import { CASES } from './access-cases.ts';
import { callProcedure } from './call-procedure.ts';
import { insertContent } from './content.ts';
import { databaseState, differences } from './database-state.ts';
import { openSchool } from './school.ts';

const READS = statedProcedures(contract).filter(({ method }) => method === 'GET');
const PAYLOADS = [
  `'"\\%_/*`,
  "' or '1'='1",
  "') or ('1'='1' --",
  "'; select pg_sleep(5); --",
  "' || pg_sleep(5) || '",
  '1; drop table users; --',
  "' union select null, email, password from accounts --",
  '(case when (select 1) = 1 then title else slug end)',
  'title desc, (select pg_sleep(5))',
  "E'\\'",
  '$$;select pg_sleep(5);$$',
];

/** Every name that a read takes, and the ones under which others sort and filter. */
function parametersOf({ inputSchema }: Stated): string[] {
  const schema: { properties?: object } =
    inputSchema instanceof z.ZodType
      ? z.toJSONSchema(inputSchema, { io: 'input', unrepresentable: 'any' })
      : {};
  return [...Object.keys(schema.properties ?? {}), 'order', 'orderBy', 'sort', 'filter', 'columns'];
}

test.for(READS)(
  'no parameter of $name reaches the database as anything but a value',
  async (procedure, { db }) => {
    const school = await openSchool(db);
    const world = { school, content: await insertContent(db) };
    const who = procedure.meta.access === 'admin' ? 'admin' : 'basic';
    // A paper that is drawn takes longer than any sleep would be noticed in: there the id leads to none.
    const object = procedure.name === 'certificates.pdf' ? 'unknown' : 'own';
    const plain = CASES[procedure.name]?.input?.(world, who, object) ?? {};
    const before = await databaseState(db);
    const started = performance.now();
    let calls = 0;
    for (const name of new Set(parametersOf(procedure)))
      for (const payload of PAYLOADS) {
        const response = await callProcedure(school, who, procedure, { ...plain, [name]: payload });
        const reply = await response.text();
        expect(response.status, `${name}=${payload}`).toBeLessThan(500);
        expect(reply, `${name}=${payload}`).not.toMatch(/\$argon2id\$|syntax error|pg_catalog/);
        calls += 1;
      }
    // Not one of them slept for its five seconds.
    expect((performance.now() - started) / calls).toBeLessThan(500);
    const left = differences(before, await databaseState(db)).filter(
      (line) => !line.startsWith('+ audit_log '),
    );
    expect(left).toEqual([]);
  },
);
