import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/contract';
import { ERROR_STATUS } from '#contract/errors';
import { type Stated, statedProcedures } from '#server/http/check-contract';
import { callProcedure } from '../kit/call-procedure.ts';
import { type Credential, insertCredentials } from '../kit/credentials.ts';
import { deleteObject } from '../kit/delete-object.ts';
import { CALLERS } from '../kit/school.ts';
import { shareSchool } from '../kit/shared-school.ts';
import { databaseState, differences } from '../requests/database-state.ts';
import { CASES } from './access-cases.ts';
import { type Expectation, expectationOf } from './access-expectation.ts';
import { type AccessCase, type Cell, cellsOf, type Outcome, type World } from './access-objects.ts';

const STATED = statedProcedures(contract);
/** Fields of inputs that name a thing: a call with one is about an object. */
const NAMING = /^(?:id|ids|slug|key|\w+Id)$/;
/** What names no thing of the school, filters by it, or is one of many fields of a form. */
const NAMES_NOTHING: Readonly<Record<string, readonly string[]>> = {
  'courses.create': ['slug', 'prerequisiteId'],
  'posts.create': ['slug', 'prerequisiteId'],
  // What the announcement will be called.
  'announcements.send': ['id'],
  'audit.list': ['entityId'],
  'audit.export': ['entityId'],
  'exports.request': ['courseId'],
  'marking.queue': ['courseId', 'sectionId'],
  'authors.saveOwn': ['slug'],
  'authors.writers': ['ids'],
  // What the caller would not find anyway is left out.
  'courses.list': ['ids'],
};
const AT_ONCE = 40;

/** A call that needs no input is about nothing but its caller, and succeeds for everyone whom the declared access admits. */
const NEEDS_NOTHING: AccessCase = { own: 'ok' };

const needsNothing = ({ inputSchema }: Stated) =>
  !inputSchema || (inputSchema instanceof z.ZodType && inputSchema.safeParse({}).success);

const lineOf = (procedure: Stated): AccessCase => {
  const line = CASES[procedure.name] ?? (needsNothing(procedure) ? NEEDS_NOTHING : undefined);
  if (!line)
    throw new Error(
      `${procedure.name} has no line in tests/attack/access/access-cases.ts: add '${procedure.name}': { input, own, foreign, unknown, deleted }`,
    );
  return line;
};

test('every procedure that needs an input is in the table, and nothing is that the contract has not', () => {
  for (const procedure of STATED) lineOf(procedure);
  expect(Object.keys(CASES).filter((name) => !STATED.some((stated) => stated.name === name))).toEqual([]);
});

test('no cell is open: what is about a thing says what happens to an unknown and to a deleted one', () => {
  const open = STATED.filter((procedure) => {
    const line = lineOf(procedure);
    const fields =
      procedure.inputSchema instanceof z.ZodObject ? Object.keys(procedure.inputSchema.shape) : [];
    const naming = fields.filter(
      (field) => NAMING.test(field) && !NAMES_NOTHING[procedure.name]?.includes(field),
    );
    return naming.length > 0 && line.unknown === undefined;
  });
  expect(
    open.map(({ name }) => `${name}: its input names a thing, so its line needs unknown (and foreign)`),
  ).toEqual([]);
});

const shared = shareSchool({ options: () => ({ realSessions: true }) }, async ({ school }) => ({
  credentials: await insertCredentials(school),
}));

test.for(STATED)(
  '$name answers every caller, credential and object as the table says',
  { timeout: 180_000 },
  async (procedure) => {
    const { credentials, db, untouched, ...place } = shared();
    const { school } = place;
    const line = lineOf(procedure);
    const world = { ...place, own: (await line.prepare?.(place)) ?? {} };
    const faults: string[] = [];
    const examine = async (credential: Credential, cell: Cell, expected: Expectation) => {
      const response = await ask(world, procedure, credential, cell);
      const outcome = await outcomeOf(response, expected.outcome);
      if (outcome !== expected.outcome)
        faults.push(`${credential.name} about ${cell}: ${outcome} instead of ${expected.outcome}`);
    };
    const stated = credentials.flatMap((credential) =>
      cellsOf(line).map((cell) => ({
        credential,
        cell,
        expected: expectationOf(procedure, line, credential, cell),
      })),
    );
    const before = line.prepare ? await databaseState(db) : untouched;
    const refused = stated.filter(({ expected }) => expected.atGate);
    for (let from = 0; from < refused.length; from += AT_ONCE)
      await Promise.all(
        refused
          .slice(from, from + AT_ONCE)
          .map(({ cell, credential, expected }) => examine(credential, cell, expected)),
      );
    expect(differences(before, await databaseState(db)), 'a refusal changed something').toEqual([]);
    for (const { cell, credential, expected } of stated.filter((each) => !each.expected.atGate)) {
      // A savepoint of the outer transaction of the test.
      await db.pool.query('begin');
      if (cell === 'deleted') expect(await remove(world, procedure, credential)).toBeGreaterThan(0);
      await examine(credential, cell, expected);
      await db.pool.query('rollback');
      school.content.bump();
    }
    expect(faults).toEqual([]);
  },
);

test('the table speaks of every caller, and of more than a few cells', () => {
  const { credentials } = shared();
  for (const who of CALLERS) expect(credentials.some((credential) => credential.who === who)).toBe(true);
  const cells = STATED.map((procedure) => cellsOf(lineOf(procedure)).length * credentials.length);
  expect(cells.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(20_000);
});

/** A deleted thing is one that was there: somebody else's where the table tells them apart. */
function inputOf(world: World, procedure: Stated, { who }: Credential, cell: Cell) {
  const { foreign, input } = lineOf(procedure);
  const object = cell === 'deleted' ? (foreign === undefined ? 'own' : 'foreign') : cell;
  return input?.(world, who, object) ?? {};
}

function ask(world: World, procedure: Stated, credential: Credential, cell: Cell): Promise<Response> {
  const input = inputOf(world, procedure, credential, cell);
  return callProcedure(world.school, 'visitor', procedure, input, { headers: credential.headers });
}

async function remove(world: World, procedure: Stated, credential: Credential): Promise<number> {
  const input = inputOf(world, procedure, credential, 'deleted');
  return deleteObject(world.school.services.db, input);
}

/** What a reply says, in the words of the table. */
async function outcomeOf(response: Response, expected: Outcome): Promise<string> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const reply = isJson ? JSON.parse(text) : {};
  if (response.status < 300) return expected === 'open' || expected === 'locked' ? reply.access : 'ok';
  const code = String(reply.code) as keyof typeof ERROR_STATUS;
  const isWhole = response.status === ERROR_STATUS[code] && /^[0-9a-f-]{36}$/.test(reply.requestId);
  return isWhole ? code : `${response.status} ${text.slice(0, 200)}`;
}
