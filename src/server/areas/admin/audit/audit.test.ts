import { expect } from 'vitest';
import { recordAudit, systemCaller } from '#server/db/audit';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { countStatements, failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { grantAdmin } from '../users/grant-admin.ts';
import { setUserTier } from '../users/set-user-tier.ts';
import { getAuditEntry } from './get-audit-entry.ts';
import { listAudit } from './list-audit.ts';
import { listAuditKinds } from './list-audit-kinds.ts';

type Query = Parameters<typeof listAudit>[2];
const list = ({ as, services }: Verbs, query: Partial<Query> = {}) =>
  listAudit(services, as('admin'), { actor: '', page: 'first', ...query });
const idOf = ({ as }: Verbs, who: Parameters<Verbs['as']>[0]) => {
  const { viewer } = as(who);
  return viewer.kind === 'member' ? viewer.userId : '';
};

/** 120 entries of the system, a minute apart, the last one just now. */
async function busy(db: Db): Promise<Verbs> {
  const school = await openVerbs(db);
  const now = school.services.clock.now().getTime();
  const entries = Array.from({ length: 120 }, (_, index) => ({
    at: new Date(now - (119 - index) * 60_000),
    actor_kind: 'system' as const,
    action: index % 2 ? 'course.import' : 'course.update',
    entity: 'course',
    entity_id: String(index),
  }));
  await db.kysely.insertInto('audit_log').values(entries).execute();
  return school;
}

test('an entry tells who did what to which, when, from where, before and after', async ({ db }) => {
  const school = await openVerbs(db);
  const { as, services } = school;
  await setUserTier(services, as('admin'), { id: idOf(school, 'free'), tier: 'basic' });
  const [entry] = (await list(school)).items;
  expect(entry).toMatchObject({
    actor: { kind: 'admin', id: idOf(school, 'admin'), name: 'admin', email: 'admin@school.test' },
    action: 'user.set-tier',
    entity: 'user',
    entityId: idOf(school, 'free'),
    entityName: 'free',
    ipAddress: '127.0.0.1',
    request: 'request of admin',
    before: { tier: 'free' },
    after: { tier: 'basic' },
  });
  expect(await getAuditEntry(services, as('admin'), { id: entry?.id ?? '' })).toEqual(entry);
});

test('pages follow each other forwards and backwards without a gap or a repetition', async ({ db }) => {
  const school = await busy(db);
  const forwards: (string | null)[] = [];
  let page = await list(school);
  expect(page.items[0]?.entityId).toBe('119');
  for (;;) {
    forwards.push(...page.items.map(({ entityId }) => entityId));
    if (page.next === null) break;
    page = await list(school, { after: page.next });
  }
  // The oldest of all is the signing key, made when the school began.
  expect(forwards).toEqual([...Array.from({ length: 120 }, (_, index) => String(119 - index)), null]);
  const backwards: (string | null)[] = [];
  page = await list(school, { page: 'last' });
  for (;;) {
    backwards.unshift(...page.items.map(({ entityId }) => entityId));
    if (page.previous === null) break;
    page = await list(school, { before: page.previous });
  }
  expect(backwards).toEqual(forwards);
});

test('action, entity, time, kind and actor narrow the list', async ({ db }) => {
  const school = await busy(db);
  const { as, services } = school;
  await grantAdmin(services, as('admin'), { id: idOf(school, 'basic') });
  const count = async (query: Partial<Query>) => (await list(school, query)).items.length;
  const before = (minutes: number) =>
    new Date(services.clock.now().getTime() - minutes * 60_000).toISOString();
  expect(await count({ action: 'user.grant-admin' })).toBe(1);
  expect(await count({ entity: 'user' })).toBe(1);
  expect(await count({ entity: 'course', entityId: '7' })).toBe(1);
  expect(await count({ from: before(5), to: before(2), kind: 'system' })).toBe(3);
  expect(await count({ kind: 'admin' })).toBe(1);
  expect(await count({ actor: 'ADMIN@school' })).toBe(1);
  expect(await count({ actor: idOf(school, 'admin') })).toBe(1);
  for (const actor of ['free@school.test', "'; drop", '%_%', '\\']) expect(await count({ actor })).toBe(0);
  expect(await listAuditKinds(services, as('admin'))).toEqual({
    actions: ['course.import', 'course.update', 'signing-key.rotate', 'user.grant-admin'],
    entities: ['course', 'signing_key', 'user'],
  });
});

test('the trail of a user is what they did and what was done to them', async ({ db }) => {
  const school = await busy(db);
  const { as, services } = school;
  await grantAdmin(services, as('admin'), { id: idOf(school, 'basic') });
  await db.transaction((trx) => recordAudit(trx, as('basic'), { action: 'comment.add', entity: 'comment' }));
  const trail = async (who: 'admin' | 'basic' | 'free') =>
    (await list(school, { about: idOf(school, who) })).items.map(({ action }) => action);
  expect(await trail('basic')).toEqual(['comment.add', 'user.grant-admin']);
  expect(await trail('admin')).toEqual(['user.grant-admin']);
  expect(await trail('free')).toEqual([]);
});

test('values too long for the list are told by the entry itself', async ({ db }) => {
  const school = await openVerbs(db);
  const after = { html: 'x'.repeat(10_000) };
  await db.transaction((trx) =>
    recordAudit(trx, systemCaller, { action: 'page.update', entity: 'page', after }),
  );
  const [entry] = (await list(school)).items;
  expect(entry).toMatchObject({ isLong: true, after: null });
  expect(await getAuditEntry(school.services, school.as('admin'), { id: entry?.id ?? '' })).toMatchObject({
    isLong: false,
    after,
  });
});

test('of an account that is gone neither name nor address is told', async ({ db }) => {
  const school = await openVerbs(db);
  const id = idOf(school, 'free');
  await db.transaction((trx) =>
    recordAudit(trx, school.as('free'), {
      action: 'profile.update',
      entity: 'user',
      entityId: id,
      before: { name: 'Secret Name', theme: 'dark' },
      after: { name: 'Other Name', email: 'e@x.test' },
    }),
  );
  await db.kysely.deleteFrom('users').where('id', '=', id).execute();
  const [entry] = (await list(school)).items;
  expect(entry).toMatchObject({
    actor: { kind: 'member', id, name: null, email: null },
    entityId: id,
    entityName: null,
    before: { theme: 'dark' },
    after: {},
  });
});

test('the list is one statement, and a forged cursor is refused', async ({ db }) => {
  const school = await busy(db);
  const { as, services } = school;
  const count = await countStatements(db, (counted) =>
    listAudit({ ...services, db: counted }, as('admin'), { actor: 'ada', page: 'first' }),
  );
  expect(count).toBe(1);
  for (const after of ['x', Buffer.from('1 or 1=1').toString('base64url')])
    expect(await failureOf(list(school, { after }))).toBe('BAD_INPUT');
});

test('only administrators read the audit log', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  expect(await failureOf(listAudit(services, as('premium'), { actor: '', page: 'first' }))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
  expect(await failureOf(listAuditKinds(services, as('free')))).toBe('ADMINISTRATOR_REQUIRED');
  expect(await failureOf(getAuditEntry(services, as('visitor'), { id: '1' }))).toBe('SIGN_IN_REQUIRED');
  expect(await failureOf(getAuditEntry(services, as('admin'), { id: '999' }))).toBe('ENTRY_NOT_FOUND');
});
