import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/contract';
import { type Stated, statedProcedures } from '#server/http/check-contract';
import { CASES } from '../access/access-cases.ts';
import { callProcedure } from '../kit/call-procedure.ts';
import { shareSchool } from '../kit/shared-school.ts';
import { databaseState, differences } from '../requests/database-state.ts';

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

/** Under which others sort and filter. */
const ELSEWHERE = ['order', 'orderBy', 'sort', 'filter', 'columns'];
const SLEEP_MS = 5000;
/** A busy machine takes long once; a database that was told to sleep sleeps every time. */
const TRIES = 3;

/** Every name that a read takes, each alone, and those it does not know, together. */
function parametersOf({ inputSchema }: Stated): string[][] {
  const schema: { properties?: object } =
    inputSchema instanceof z.ZodType
      ? z.toJSONSchema(inputSchema, { io: 'input', unrepresentable: 'any' })
      : {};
  const known = Object.keys(schema.properties ?? {});
  return [...known.map((name) => [name]), ELSEWHERE.filter((name) => !known.includes(name))];
}

const shared = shareSchool();

test.for(READS)('no parameter of $name reaches the database as anything but a value', async (procedure) => {
  const { db, untouched, ...world } = shared();
  const { school } = world;
  const who = procedure.meta.access === 'admin' ? 'admin' : 'basic';
  // A paper that is drawn takes longer than any sleep would be noticed in: there the id leads to none.
  const object = procedure.name === 'certificates.pdf' ? 'unknown' : 'own';
  const plain = CASES[procedure.name]?.input?.(world, who, object) ?? {};
  for (const names of parametersOf(procedure))
    for (const payload of PAYLOADS) {
      const attack = Object.fromEntries(names.map((name) => [name, payload]));
      for (let turn = 1; ; turn += 1) {
        const started = performance.now();
        const response = await callProcedure(school, who, procedure, { ...plain, ...attack });
        const reply = await response.text();
        expect(response.status, `${names}=${payload}`).toBeLessThan(500);
        expect(reply, `${names}=${payload}`).not.toMatch(/\$argon2id\$|syntax error|pg_catalog/);
        if (performance.now() - started < SLEEP_MS) break;
        expect(turn, `${names}=${payload} makes the database sleep`).toBeLessThan(TRIES);
      }
    }
  const left = differences(untouched, await databaseState(db)).filter(
    (line) => !line.startsWith('+ audit_log '),
  );
  expect(left).toEqual([]);
});
