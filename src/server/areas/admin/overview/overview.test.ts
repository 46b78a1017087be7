import { sql } from 'kysely';
import { expect } from 'vitest';
import { insertContent } from '#tests/attack/content/content';
import { test } from '#tests/kit/database';
import { countStatements, failureOf, openVerbs } from '#tests/kit/verbs';
import { countMembers } from '../users/count-members.ts';
import { getOverview } from './get-overview.ts';

const DAY = 24 * 60 * 60;

test('the counts are those of the tables, in two statements', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const users = await db.kysely.selectFrom('users').select('id').execute();
  await db.kysely
    .insertInto('contact_messages')
    .values({ name: 'Ada', email: 'a@school.test', message: 'Hello' })
    .execute();
  const seen = await getOverview(services, as('admin'));
  expect(seen).toMatchObject({ users: users.length, plans: 3, courses: 0 });
  expect(seen.attention).toEqual({
    openMessages: 1,
    isCountryMissing: false,
    pendingTransfers: 0,
    reportedComments: 0,
    waitingAnswers: 0,
    failedMails: 0,
    openDisputes: 0,
    parkedPayments: 0,
    paymentAlarms: 0,
  });
  const today = seen.tiers.at(-1);
  expect(today && today.free + today.basic + today.premium).toBe(users.length);
  const count = await countStatements(db, (counted) =>
    getOverview({ ...services, db: counted }, as('admin')),
  );
  expect(count).toBe(2);
});

test('each of the last 90 days has its number of new users, today last', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const now = services.clock.now();
  const ago = (days: number) => new Date(now.getTime() - days * DAY * 1000);
  await db.kysely
    .updateTable('profiles')
    .set({ created_at: ago(200) })
    .execute();
  for (const [name, days] of [
    ['b', 3],
    ['c', 3],
    ['d', 60],
  ] as const) {
    const email = `${name}@school.test`;
    await db.kysely
      .insertInto('users')
      .values({ name, email, created_at: ago(days) })
      .execute();
  }
  const { recent, registrations } = await getOverview(services, as('admin'));
  expect(registrations).toHaveLength(90);
  expect(registrations.at(-1)?.day).toBe(now.toISOString().slice(0, 10));
  expect(registrations.filter(({ users }) => users > 0)).toEqual([
    { day: ago(60).toISOString().slice(0, 10), users: 1 },
    { day: ago(3).toISOString().slice(0, 10), users: 2 },
  ]);
  expect(recent.newUsers).toBe(2);
});

test('a day is counted at most once an hour, and its last count stays', async ({ db }) => {
  const { as, services, wait } = await openVerbs(db);
  await countMembers(services);
  await db.kysely.updateTable('profiles').set({ subscription_tier: 'premium' }).execute();
  await countMembers(services);
  const counted = () => db.kysely.selectFrom('daily_members').select(['basic', 'premium']).execute();
  expect((await counted())[0]?.basic).toBeGreaterThan(0);
  wait(2 * 60 * 60);
  await countMembers(services);
  expect((await counted()).at(-1)?.basic).toBe(0);
  wait(3 * DAY);
  const { tiers } = await getOverview(services, as('admin'));
  expect(tiers.length).toBeGreaterThanOrEqual(2);
  expect(tiers.at(-2)).toMatchObject({ basic: 0 });
});

test('comments of the last 30 days count, and each reported one once', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const { courses } = await insertContent(db);
  const now = services.clock.now();
  await db.kysely.updateTable('comments').set({ created_at: now }).execute();
  const { recent, attention } = await getOverview(services, as('admin'));
  const { rows } = await sql<{ comments: number; reported: number }>`
    select (select count(*)::int from comments where removed_at is null) as comments,
      (select count(distinct comment_id)::int from comment_reports where resolved_at is null) as reported`.execute(
    db.kysely,
  );
  expect(courses.free.comments).toBeDefined();
  expect(rows[0]?.comments).toBeGreaterThan(0);
  expect([recent.comments, attention.reportedComments]).toEqual([rows[0]?.comments, rows[0]?.reported]);
});

test('only administrators see the overview', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  expect(await failureOf(getOverview(services, as('premium')))).toBe('ADMINISTRATOR_REQUIRED');
});
