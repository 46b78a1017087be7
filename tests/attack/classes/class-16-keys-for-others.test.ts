import { expect } from 'vitest';
import { contract } from '#contract/contract';
import { SCOPES } from '#domain/access/people/scopes';
import { statedProcedures } from '#server/http/check-contract';
import { test } from '#tests/kit/database';
import { CASES } from '../access/access-cases.ts';
import { insertContent } from '../content/content.ts';
import { ORIGIN, openSchool, type School } from '../kit/school.ts';
import { databaseState, differences } from '../requests/database-state.ts';

const CLOSED = statedProcedures(contract).filter(
  ({ meta }) => meta.access !== 'public' && meta.scope === 'session-only',
);
const form = { name: 'Mine', scopes: ['content:read'], days: 1 };
const idOf = (school: School, who: 'basic' | 'admin') => {
  const viewer = school.people.get(who);
  return viewer?.kind === 'member' ? viewer.userId : '';
};

async function proved(school: School): Promise<void> {
  const proved_at = new Date('2026-11-20T12:00:00Z');
  await school.services.db.kysely.updateTable('sessions').set({ proved_at }).execute();
}

test('a key belongs to whoever is signed in, whoever the request names', async ({ db }) => {
  const school = await openSchool(db);
  await proved(school);
  const admin = idOf(school, 'admin');
  const named = {
    userId: admin,
    user_id: admin,
    ownerId: admin,
    owner: admin,
    referenceId: admin,
    id: admin,
  };
  const query = new URLSearchParams(named);
  const headers = { 'x-user-id': admin, 'x-api-key': admin, 'x-forwarded-user': admin };
  const body = {
    ...form,
    ...named,
    user: named,
    isAdmin: true,
    secret_hash: 'x',
    key: 'lct_x',
    start: 'lct_x',
  };
  const made = await school.ask('basic', 'POST', `/api/account/keys?${query}`, { body, headers });
  expect(made.status).toBe(201);
  const rows = await db.kysely.selectFrom('api_keys').select(['user_id', 'scopes']).execute();
  expect(rows).toEqual([{ user_id: idOf(school, 'basic'), scopes: ['content:read'] }]);
  const { key } = await made.json();
  const asked = await school.app.request(`${ORIGIN}/api/admin/users`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(asked.status).toBe(403);
});

test('without a session nobody makes a key, and no member makes one with scopes of administrators', async ({
  db,
}) => {
  const school = await openSchool(db);
  await proved(school);
  const before = await databaseState(db);
  const userId = idOf(school, 'admin');
  expect(
    (await school.ask('visitor', 'POST', '/api/account/keys', { body: { ...form, userId } })).status,
  ).toBe(401);
  for (const scope of SCOPES.filter((one) => one.startsWith('admin:'))) {
    const body = { ...form, scopes: ['content:read', scope], isAdmin: true, role: 'admin' };
    expect((await school.ask('premium', 'POST', '/api/account/keys', { body })).status, scope).toBe(403);
  }
  for (const scopes of [['*'], ['admin'], ['session-only'], [], 'admin:members:write', [null]]) {
    const reply = await school.ask('premium', 'POST', '/api/account/keys', { body: { ...form, scopes } });
    expect(reply.status, JSON.stringify(scopes)).toBe(400);
  }
  expect(differences(before, await databaseState(db))).toEqual([]);
});

test('the key of an administrator with every scope opens nothing that a session alone may do', async ({
  db,
}) => {
  const school = await openSchool(db);
  await proved(school);
  const world = { school, content: await insertContent(db) };
  const made = await school.ask('admin', 'POST', '/api/account/keys', { body: { ...form, scopes: SCOPES } });
  const { key } = await made.json();
  const ask = (method: string, address: string, body?: string) =>
    school.app.request(`${ORIGIN}${address}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });
  expect((await ask('GET', '/api/admin/users')).status).toBe(200);
  const before = await databaseState(db);
  expect(CLOSED.length).toBeGreaterThan(10);
  for (const { method, name, path } of CLOSED) {
    const input = CASES[name]?.input?.(world, 'admin', 'own') ?? {};
    const address = path.replace(/\{(\w+)\}/g, (_, field: string) =>
      encodeURIComponent(String(input[field])),
    );
    const reply = await ask(method, `/api${address}`, method === 'GET' ? undefined : JSON.stringify(input));
    expect([401, 403], name).toContain(reply.status);
  }
  expect(differences(before, await databaseState(db))).toEqual([]);
});
