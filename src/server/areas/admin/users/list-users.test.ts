import { expect } from 'vitest';
import type { UserPage } from '#contract/administration/users';
import type { UserSort } from '#domain/accounts/user-list';
import { test } from '#tests/kit/database';
import { countStatements, failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { listUsers } from './list-users.ts';

type Query = Parameters<typeof listUsers>[2];
const list = ({ as, services }: Verbs, query: Partial<Query> = {}) =>
  listUsers(services, as('admin'), { q: '', sort: 'newest', page: 'first', ...query });
const names = ({ items }: UserPage) => items.map(({ name }) => name);

/** A school with 120 more members, many of them of the same instant. */
async function crowded(db: Parameters<typeof openVerbs>[0]): Promise<Verbs> {
  const school = await openVerbs(db);
  await db.kysely
    .insertInto('users')
    .values(
      Array.from({ length: 120 }, (_, index) => ({
        name: `Member ${String(index).padStart(3, '0')}`,
        email: `m${index}@crowd.test`,
        email_verified: index % 10 > 0,
        created_at: new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 40))),
      })),
    )
    .execute();
  return school;
}

test('the newest account comes first, with what the list shows of it', async ({ db }) => {
  const school = await crowded(db);
  const { count, items, next, previous } = await list(school, { q: 'crowd.test' });
  expect(items).toHaveLength(50);
  expect(items[0]?.createdAt).toBe('2026-01-03T00:00:00.000Z');
  expect([count, previous]).toEqual([{ value: 120, precision: 'exact' }, null]);
  expect(next).toMatch(/^[\w-]+$/);
  const [admin] = (await list(school, { q: 'admin@school.test' })).items;
  expect(admin).toMatchObject({ name: 'admin', role: 'admin', subscriptionTier: 'free', state: 'active' });
  const [waiting] = (await list(school, { q: 'm110@crowd' })).items;
  expect(waiting?.state).toBe('unconfirmed');
});

test.for<UserSort>(['newest', 'oldest', 'name', 'email'])(
  'by %s the pages follow each other forwards and backwards without a gap or a repetition',
  async (sort, { db }) => {
    const school = await crowded(db);
    const forwards: string[] = [];
    let page = await list(school, { sort });
    for (;;) {
      forwards.push(...names(page));
      if (page.next === null) break;
      page = await list(school, { sort, after: page.next });
    }
    expect([forwards.length, new Set(forwards).size]).toEqual([125, 125]);
    const backwards: string[] = [];
    page = await list(school, { sort, page: 'last' });
    expect(page.next).toBeNull();
    for (;;) {
      backwards.unshift(...names(page));
      if (page.previous === null) break;
      page = await list(school, { sort, before: page.previous });
      expect(page.next).not.toBeNull();
    }
    expect(backwards).toEqual(forwards);
  },
);

test.for(['newest', 'oldest'] as const)(
  'of more accounts than are counted, %s first, none is missed or shown twice, wherever its name or address has the text',
  async (sort, { db }) => {
    const school = await openVerbs(db);
    const named = (index: number) =>
      [
        { name: `Lea ${index}`, email: `lea${index}@one.test` },
        { name: `Lea ${index}`, email: `x${index}@one.test` },
        { name: `Someone ${index}`, email: `lea.${index}@one.test` },
        { name: `Other ${index}`, email: `x${index}@one.test` },
      ][index % 4] ?? { name: '', email: '' };
    await db.kysely
      .insertInto('users')
      .values(
        Array.from({ length: 300 }, (_, index) => ({
          ...(index % 60 === 59 ? { name: `Miss Lea ${index}`, email: `y${index}@one.test` } : named(index)),
          created_at: new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 7))),
        })),
      )
      .execute();
    const seen = async (page: 'first' | 'last') => {
      const all: string[] = [];
      let cursor: { after?: string } | { before?: string } | null = {};
      for (let first = true; cursor !== null; first = false) {
        const read: UserPage = await list(school, { q: 'LEA', sort, ...(first ? { page } : cursor) });
        expect(read.count).toEqual({ value: 200, precision: 'at-least' });
        const emails = read.items.map(({ email }) => email);
        if (page === 'first') all.push(...emails);
        else all.unshift(...emails);
        const next: string | null = page === 'first' ? read.next : read.previous;
        cursor = next === null ? null : page === 'first' ? { after: next } : { before: next };
      }
      return all;
    };
    const { rows } = await db.pool.query(
      "select email from profiles where search_text like '%lea%' order by created_at desc, id desc",
    );
    const newest = rows.map(({ email }) => email);
    const expected = sort === 'newest' ? newest : newest.toReversed();
    expect(expected).toHaveLength(230);
    expect(await seen('first')).toEqual(expected);
    expect(await seen('last')).toEqual(expected);
    const free = await list(school, { q: 'le', sort, tier: 'free' });
    const basic = await list(school, { q: 'le', sort, tier: 'basic' });
    expect([free.count.precision, free.items.length, basic.items.length]).toEqual(['at-least', 50, 0]);
  },
);

test('an account that is made while somebody reads neither repeats nor hides another', async ({ db }) => {
  const school = await crowded(db);
  const first = await list(school, { q: 'crowd.test' });
  await db.kysely.insertInto('users').values({ name: 'Late', email: 'late@crowd.test' }).execute();
  const second = await list(school, { q: 'crowd.test', after: first.next ?? '' });
  expect(names(second).filter((name) => names(first).includes(name))).toEqual([]);
  expect(second.items).toHaveLength(50);
});

test('tier and role narrow the list together with the search', async ({ db }) => {
  const school = await openVerbs(db);
  expect(names(await list(school, { tier: 'basic', sort: 'name' }))).toEqual(['basic', 'second']);
  expect(names(await list(school, { role: 'admin' }))).toEqual(['admin']);
  expect(names(await list(school, { role: 'user', tier: 'free' }))).toEqual(['free']);
  expect(names(await list(school, { tier: 'basic', q: 'second@' }))).toEqual(['second']);
});

test('the search finds any part of a name or address, and one or two characters at the beginning', async ({
  db,
}) => {
  const school = await openVerbs(db);
  await db.kysely
    .insertInto('users')
    .values([
      { name: 'Zoë O’Brien', email: 'z@one.test' },
      { name: '李明', email: 'li@one.test' },
      { name: '100 % Ada_X', email: 'ada@one.test' },
    ])
    .execute();
  const found = async (q: string) => names(await list(school, { q, sort: 'name' }));
  expect(await found('OË O’B')).toEqual(['Zoë O’Brien']);
  expect(await found('zoe o’b')).toEqual([]);
  expect(await found('zoë o’b')).toEqual(['Zoë O’Brien']);
  expect(await found('ZOË')).toEqual(['Zoë O’Brien']);
  expect(await found('李')).toEqual(['李明']);
  expect(await found('zo')).toEqual(['Zoë O’Brien']);
  expect(await found('oë')).toEqual([]);
  expect(await found('ONE.test')).toHaveLength(3);
});

test.for([
  "'; drop table users; --",
  '%%%',
  '___',
  '\\',
  '\\\\',
  '100 %',
  'a\u0000b'.slice(0, 1),
  '(.*)',
  '😀😀',
])('the search takes %j by its word', async (q, { db }) => {
  const school = await openVerbs(db);
  await db.kysely
    .insertInto('users')
    .values({ name: `has ${q} in it`, email: 'x@one.test' })
    .execute();
  const found = names(await list(school, { q }));
  if ([...q].length > 2) expect(found).toEqual([`has ${q} in it`]);
  else expect(found.every((name) => name.toLowerCase().startsWith(q.toLowerCase()))).toBe(true);
});

test('a list is two statements, whatever is asked', async ({ db }) => {
  const { as, services } = await crowded(db);
  for (const query of [
    {},
    { q: 'member' },
    { tier: 'free' as const, sort: 'email' as const, page: 'last' as const },
  ]) {
    const count = await countStatements(db, (counted) =>
      listUsers({ ...services, db: counted }, as('admin'), {
        q: '',
        sort: 'newest',
        page: 'first',
        ...query,
      }),
    );
    expect(count).toBe(2);
  }
});

test('a cursor that is not ours, or of another order, is refused', async ({ db }) => {
  const school = await crowded(db);
  const { next } = await list(school, { sort: 'name' });
  const forged = Buffer.from(JSON.stringify(['newest', 'yesterday', '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e']));
  for (const after of [next ?? '', 'nonsense', '"', forged.toString('base64url'), 'W10'])
    expect(await failureOf(list(school, { after }))).toBe('BAD_INPUT');
});

test('the list follows a change of name and address', async ({ db }) => {
  const school = await openVerbs(db);
  await db.kysely
    .updateTable('users')
    .set({ name: 'New Name', email: 'new@school.test' })
    .where('name', '=', 'free')
    .execute();
  expect((await list(school, { q: 'new@school.test' })).items[0]).toMatchObject({ name: 'New Name' });
  expect(names(await list(school, { q: 'free@school.test' }))).toEqual([]);
});

test('only administrators see the list', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const query: Query = { q: '', sort: 'newest', page: 'first' };
  expect(await failureOf(listUsers(services, as('premium'), query))).toBe('ADMINISTRATOR_REQUIRED');
  expect(await failureOf(listUsers(services, as('visitor'), query))).toBe('SIGN_IN_REQUIRED');
});
