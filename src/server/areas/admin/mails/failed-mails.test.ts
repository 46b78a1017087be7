import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { countStatements, failureOf, openVerbs } from '#tests/kit/verbs';
import { dismissFailedMails } from './dismiss-failed-mails.ts';
import { forgetFailedMails } from './forget-failed-mails.ts';
import { listFailedMails } from './list-failed-mails.ts';
import { retryFailedMails } from './retry-failed-mails.ts';

/** Emails that failed, the last number last; every fifth has lost its link. */
async function failMails({ kysely }: Db, count: number): Promise<void> {
  await sql`insert into mail_outbox (event_key, template, recipient, props, attempts, failed_at, last_error)
    select 'key-created:' || n, 'key-created', 'member-' || n || '@school.test',
      case when n % 5 = 0 then '{}'::jsonb else '{"name": "Ada"}'::jsonb end, 9,
      now() - make_interval(mins => ${count} - n), '550 no such mailbox'
    from generate_series(1, ${count}::int) n`.execute(kysely);
}
const waiting = ({ kysely }: Db) =>
  kysely
    .selectFrom('mail_outbox')
    .select(['recipient', 'attempts'])
    .where('failed_at', 'is', null)
    .orderBy('recipient')
    .execute();

test('emails that failed are listed with their reason, newest first, a page at a time', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  await failMails(db, 35);
  const list = (counted: Db) => listFailedMails({ ...services, db: counted }, as('admin'), {});
  expect(await countStatements(db, list)).toBe(1);
  const first = await list(db);
  expect(first).toMatchObject({ total: 35, retryable: 28 });
  expect(first.items).toHaveLength(30);
  expect(first.items[0]).toMatchObject({
    recipient: 'member-35@school.test',
    reason: '550 no such mailbox',
    canRetry: false,
  });
  const second = await listFailedMails(services, as('admin'), { after: first.next ?? '' });
  expect(second.items.map(({ recipient }) => recipient)).toEqual(
    [5, 4, 3, 2, 1].map((number) => `member-${number}@school.test`),
  );
  expect(second.next).toBeNull();
});

test('a failed email is queued again with all its attempts, and once', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  await failMails(db, 3);
  const { items } = await listFailedMails(services, as('admin'), {});
  const ids = [items[0]?.id ?? ''];
  expect(await retryFailedMails(services, as('admin'), { ids })).toEqual({ count: 1 });
  expect(await retryFailedMails(services, as('admin'), { ids })).toEqual({ count: 0 });
  expect(await waiting(db)).toEqual([{ recipient: 'member-3@school.test', attempts: 0 }]);
  const audits = await db.kysely
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'mail.retry')
    .execute();
  expect(audits).toEqual([{ after: { count: 1 } }]);
});

test('very many are queued again in parts, each with its record', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  await failMails(db, 1500);
  expect(await retryFailedMails(services, as('admin'), {})).toEqual({ count: 1200 });
  expect(await waiting(db)).toHaveLength(1200);
  const { rows } = await db.pool.query(
    "select (after ->> 'count')::int as count from audit_log where action = 'mail.retry' order by count",
  );
  expect(rows.map(({ count }) => count)).toEqual([200, 500, 500]);
});

test('a retry reads each failed email a few times, however many there are', async ({ ownDb }) => {
  const { as, services } = await openVerbs(ownDb);
  await failMails(ownDb, 5000);
  const readSoFar = async () => {
    await ownDb.pool.query('select pg_stat_force_next_flush()');
    const { rows } = await ownDb.pool.query(
      "select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables where relname = 'mail_outbox'",
    );
    return rows[0].read;
  };
  const before = await readSoFar();
  expect(await retryFailedMails(services, as('admin'), {})).toEqual({ count: 4000 });
  expect((await readSoFar()) - before).toBeLessThan(5000 * 4);
});

test('all are queued again but those whose link is gone, which can be dismissed', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  await failMails(db, 10);
  expect(await retryFailedMails(services, as('admin'), {})).toEqual({ count: 8 });
  expect(await listFailedMails(services, as('admin'), {})).toMatchObject({ total: 2, retryable: 0 });
  expect(await dismissFailedMails(services, as('admin'), {})).toEqual({ count: 2 });
  expect((await listFailedMails(services, as('admin'), {})).total).toBe(0);
  expect(await waiting(db)).toHaveLength(8);
});

test('what a failed email said is forgotten after 30 days', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  await failMails(db, 2);
  const day = 24 * 60 * 60_000;
  const now = services.clock.now().getTime();
  await db.kysely
    .updateTable('mail_outbox')
    .set({ failed_at: new Date(now - 29 * day) })
    .execute();
  await forgetFailedMails(services);
  expect((await listFailedMails(services, as('admin'), {})).retryable).toBe(2);
  await db.kysely
    .updateTable('mail_outbox')
    .set({ failed_at: new Date(now - 31 * day) })
    .execute();
  await forgetFailedMails(services);
  expect(await listFailedMails(services, as('admin'), {})).toMatchObject({ total: 2, retryable: 0 });
});

test('only administrators see failed emails, retry or dismiss them', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  for (const work of [listFailedMails, retryFailedMails, dismissFailedMails])
    expect(await failureOf(work(services, as('premium'), {}))).toBe('ADMINISTRATOR_REQUIRED');
});

test('all that was listed is dismissed, and what failed since then stays', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  await failMails(db, 3);
  const { newest } = await listFailedMails(services, as('admin'), {});
  await sql`insert into mail_outbox (event_key, template, recipient, props, attempts, failed_at, last_error)
    select 'later', 'key-created', 'later@school.test', '{}', 9, max(failed_at) + interval '1 microsecond', '550'
    from mail_outbox`.execute(db.kysely);
  expect(await dismissFailedMails(services, as('admin'), { until: newest ?? '' })).toEqual({ count: 3 });
  const { items } = await listFailedMails(services, as('admin'), {});
  expect(items.map(({ recipient }) => recipient)).toEqual(['later@school.test']);
});
