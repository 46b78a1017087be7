import { sql } from 'kysely';
import { expect } from 'vitest';
import { retentionForm } from '#contract/administration/settings';
import { KEPT_REVISIONS } from '#domain/site/retention';
import { saveSetting } from '#server/areas/settings/save-setting';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { deleteOldRecords } from './delete-old-records.ts';

/** So many records of each kind, half a day older and younger than a year, and one of five years. */
async function openLongKept(db: Db) {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const now = services.clock.now();
  const old = ['364 days 12 hours', '365 days 12 hours', '1826 days'];
  for (const age of old) {
    const at = sql`${now}::timestamptz - ${age}::interval`;
    await sql`insert into audit_log (at, actor_kind, action, entity)
      values (${at}, 'member', 'account.sign-in', 'session'), (${at}, 'admin', 'course.create', 'course')`.execute(
      db.kysely,
    );
    await sql`insert into mail_outbox (event_key, template, recipient, props, created_at, sent_at)
      values (${`sent:${age}`}, 'welcome', 'a@old.test', '{}', ${at}, ${at}),
        (${`waits:${age}`}, 'welcome', 'a@old.test', '{}', ${at}, null)`.execute(db.kysely);
    await sql`with event as (insert into notice_events (event_key, kind, for_administrators, link, created_at, delivered_at)
        values (${`notice:${age}`}, 'new-user', true, '/', ${at}, ${at}) returning id)
      insert into notifications (user_id, event_id, kind, props, link, in_app, created_at)
      select u.id, event.id, 'new-user', '{}', '/', true, ${at} from event, users u where u.name = 'free'`.execute(
      db.kysely,
    );
  }
  const count = async () => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from audit_log where action = 'account.sign-in' and entity = 'session') as sign_ins,
        (select count(*)::int from audit_log where action = 'course.create') as audit,
        (select count(*)::int from mail_outbox where recipient = 'a@old.test') as emails,
        (select count(*)::int from notifications where kind = 'new-user' and link = '/') as notifications`.execute(
      db.kysely,
    );
    return rows[0];
  };
  return { ...verbs, count };
}

test('by default sign-ins and email records go after a year, notifications after two, the audit log never', async ({
  db,
}) => {
  const { count, services } = await openLongKept(db);
  const before = await count();
  expect(before).toMatchObject({ sign_ins: 3, audit: 3, emails: 6, notifications: 3 });
  await deleteOldRecords(services);
  // An email that still waits is not deleted, however old it is.
  expect(await count()).toMatchObject({ sign_ins: 1, audit: 3, emails: 4, notifications: 2 });
  const { rows } = await sql`select after from audit_log where action = 'retention.delete'`.execute(
    db.kysely,
  );
  expect(rows).toEqual([{ after: { signIns: 2, emails: 2, notifications: 1 } }]);
  expect(await deleteOldRecords(services)).toBe(0);
});

test('what a school chooses applies from then on, in batches of any size', async ({ db }) => {
  const { as, count, services } = await openLongKept(db);
  const value = { ...retentionForm.parse({}), audit: 365 as const, signIns: 0 as const, emails: 0 as const };
  await saveSetting(services, as('admin'), { name: 'retention', form: retentionForm, version: 0, value });
  expect(await deleteOldRecords(services, { batch: 1, maxBatches: 1 })).toBe(2);
  expect(await deleteOldRecords(services, { batch: 1, maxBatches: 10 })).toBe(1);
  expect(await count()).toMatchObject({ sign_ins: 3, audit: 1, emails: 6, notifications: 2 });
});

test('a period that is not offered is refused', () => {
  expect(retentionForm.safeParse({ audit: 30 }).success).toBe(false);
  expect(retentionForm.safeParse({ audit: -1 }).success).toBe(false);
});

test('the database itself keeps young rows of the audit log, whatever is asked for', async ({ db }) => {
  const { services } = await openLongKept(db);
  const now = services.clock.now().toISOString();
  await sql`insert into audit_log (actor_kind, action, entity) values ('member', 'course.create', 'young')`.execute(
    db.kysely,
  );
  await expect(
    db.transaction(async (trx) => {
      await sql`select set_config('lectern.audit_before', ${now}, true)`.execute(trx);
      await sql`delete from audit_log where entity = 'young'`.execute(trx);
    }),
  ).rejects.toThrow('keeps what is young');
  await expect(
    db.transaction((trx) => sql`delete from audit_log where entity = 'young'`.execute(trx)),
  ).rejects.toThrow('only grows');
});

test('what was told goes with its last notification and email, unless it could be told again', async ({
  db,
}) => {
  const { services } = await openVerbs(db);
  const at = sql`${services.clock.now()}::timestamptz - interval '731 days'`;
  await sql`insert into notice_events (event_key, kind, for_administrators, link, created_at, delivered_at) values
    ('message', 'contact-message', true, '/', ${at}, ${at}), ('course', 'course-published', true, '/', ${at}, ${at}),
    ('mailed', 'contact-message', true, '/', ${at}, ${at}), ('waits', 'contact-message', true, '/', ${at}, null)`.execute(
    db.kysely,
  );
  await sql`insert into mail_outbox (event_key, template, recipient, props)
    select 'notice:' || id || ':1', 'contact-message', 'a@old.test', '{}' from notice_events where event_key = 'mailed'`.execute(
    db.kysely,
  );
  await deleteOldRecords(services);
  const { rows } = await sql<{ event_key: string }>`
    select event_key from notice_events where link = '/' order by event_key`.execute(db.kysely);
  expect(rows.map(({ event_key: key }) => key)).toEqual(['course', 'mailed', 'waits']);
});

test('of old revisions the newest stay, and so do all of the terms', async ({ db }) => {
  const { services } = await openVerbs(db);
  const at = sql`${services.clock.now()}::timestamptz - interval '731 days'`;
  const count = async () => {
    const { rows } = await sql<{ page: string; first: number; revisions: number }>`
      select page, min(version) as first, count(*)::int as revisions from page_revisions
      where page in ('faq', 'terms', 'contact') group by page order by page`.execute(db.kysely);
    return rows;
  };
  await sql`delete from page_revisions`.execute(db.kysely);
  await sql`insert into page_revisions (page, version, content, origin, saved_at)
    select page, n, '{}', 'saved', case page when 'contact' then ${services.clock.now()} else ${at} end
    from unnest(array['faq', 'terms', 'contact']) page, generate_series(1, ${KEPT_REVISIONS + 2}) n`.execute(
    db.kysely,
  );
  await deleteOldRecords(services);
  expect(await count()).toEqual([
    { page: 'contact', first: 1, revisions: KEPT_REVISIONS + 2 },
    { page: 'faq', first: 3, revisions: KEPT_REVISIONS },
    { page: 'terms', first: 1, revisions: KEPT_REVISIONS + 2 },
  ]);
});

test('of a question of a bank the newest versions stay', async ({ db }) => {
  const { services } = await openVerbs(db);
  await sql`with bank as (insert into question_banks (slug, title) values ('sums', 'Sums') returning id),
      asked as (insert into bank_questions (bank_id, key, kind, words, question, tags) select id, 'one', 'number', '', '{}', '{}' from bank returning id)
    insert into bank_question_versions (question_id, version, tags, question, saved_at)
    select id, n, '{}', '{}', ${services.clock.now()}::timestamptz - interval '731 days'
    from asked, generate_series(1, ${KEPT_REVISIONS + 3}) n`.execute(db.kysely);
  await deleteOldRecords(services);
  const { rows } = await sql`select min(version) as first from bank_question_versions`.execute(db.kysely);
  expect(rows).toEqual([{ first: 4 }]);
});
