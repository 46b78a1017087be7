import { expect } from 'vitest';
import { contract } from '#contract/contract';
import { ERROR_STATUS } from '#contract/errors';
import { type Stated, statedProcedures } from '#server/http/check-contract';
import { test } from '#tests/kit/database';
import { CASES } from './access-cases.ts';
import { OBJECTS, type ObjectKind, type Outcome, type World } from './access-objects.ts';
import { insertContent } from './content.ts';
import { CALLERS, type CallerName, openSchool } from './school.ts';

const STATED = statedProcedures(contract);
/** Routes of the HTTP side that are not procedures. */
const BESIDES = ['/api/*', '/api/comments/:courseId/events', '/api/openapi.json'];

interface Cell {
  readonly procedure: Stated;
  readonly who: CallerName;
  readonly object: ObjectKind;
  readonly expected: Outcome;
}

const CELLS: Cell[] = STATED.flatMap((procedure) =>
  CALLERS.flatMap((who) =>
    OBJECTS.flatMap((object) => {
      const admitted = CASES[procedure.name]?.[object];
      if (admitted === undefined) return [];
      const refused = refusal(procedure, who);
      const expected = refused ?? (typeof admitted === 'function' ? admitted(who) : admitted);
      return [{ procedure, who, object, expected }];
    }),
  ),
);

test('every procedure of the contract is in the table, and nothing else is', () => {
  expect(Object.keys(CASES).sort()).toEqual(STATED.map(({ name }) => name).sort());
});

test('the table speaks of more than a few cells', () => {
  expect(CELLS.length).toBeGreaterThan(STATED.length * CALLERS.length);
});

test('the server has no address under /api that the contract does not name', async ({ db }) => {
  const { app } = await openSchool(db);
  const stated = new Set(STATED.map(({ path }) => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`));
  const served = app.routes.map(({ path }) => path).filter((path) => path.startsWith('/api'));
  expect(served.filter((path) => !stated.has(path) && !BESIDES.includes(path))).toEqual([]);
});

test.for(STATED)('$name is served', async ({ method, name, path }, { db }) => {
  const school = await openSchool(db);
  const world = { school, content: await insertContent(db) };
  const response = await call(
    world,
    { name, method, path, meta: {}, inputSchema: undefined, outputSchema: undefined },
    'admin',
    'own',
  );
  const { code } = response.status < 400 ? { code: 'ok' } : await response.json();
  expect(['NOT_FOUND', 'METHOD_NOT_ALLOWED']).not.toContain(code);
});

test.for(CELLS)(
  '$procedure.name by $who about $object gives $expected',
  async ({ expected, object, procedure, who }, { db }) => {
    const school = await openSchool(db);
    const world = { school, content: await insertContent(db) };
    const response = await call(world, procedure, who, object);
    const isFile = /^(?:text\/csv|application\/(?:zip|pdf|vc\+jwt))/.test(
      response.headers.get('content-type') ?? '',
    );
    const reply = isFile ? { file: await response.text() } : await response.json();
    if (expected === 'ok' || expected === 'open' || expected === 'locked') {
      expect(reply).not.toHaveProperty('requestId');
      expect(response.status).toBeLessThan(300);
      if (expected !== 'ok') expect(reply.access).toBe(expected);
      return;
    }
    expect(reply).toMatchObject({ code: expected });
    expect(response.status).toBe(ERROR_STATUS[expected]);
    expect(reply.requestId).toMatch(/^[0-9a-f-]{36}$/);
  },
);

test('a refusal changes nothing and leaves no trace but the log', async ({ db }) => {
  const school = await openSchool(db);
  const world = { school, content: await insertContent(db) };
  const audited = () => db.kysely.selectFrom('audit_log').select('id').execute();
  const before = await audited();
  for (const procedure of STATED.filter(({ meta }) => meta.access === 'admin')) {
    for (const who of CALLERS.filter((name) => name !== 'admin')) await call(world, procedure, who, 'own');
  }
  expect(await audited()).toEqual(before);
});

function refusal({ meta }: Stated, who: CallerName): Outcome | null {
  if (meta.access === 'public' || who === 'admin') return null;
  if (who === 'visitor') return 'SIGN_IN_REQUIRED';
  return meta.access === 'admin' ? 'ADMINISTRATOR_REQUIRED' : null;
}

function call(
  world: World,
  { method, name, path }: Stated,
  who: CallerName,
  object: ObjectKind,
): Promise<Response> {
  const rest = { ...CASES[name]?.input?.(world, who, object) };
  const address = path.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(rest[field]);
    delete rest[field];
    return encodeURIComponent(value);
  });
  const sent = method === 'GET' ? {} : { body: rest };
  return world.school.ask(who, method, `/api${address}`, sent);
}
