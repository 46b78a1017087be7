import fc from 'fast-check';
import { expect } from 'vitest';
import { addUpCounts } from '#server/jobs/add-up-counts';
import { test } from '#tests/kit/database';
import { openExamRoom } from '#tests/kit/exam-room';

/** What writers do to the rows that are counted; `$1` picks among those that there are. */
const WRITES = [
  `insert into users (name, email, created_at)
   select 'New', gen_random_uuid() || '@school.test', now() - $1::int * interval '7 hours'`,
  `update profiles set subscription_tier = (array['free', 'basic', 'premium']::tier[])[1 + $1::int % 3]
   where id in (select id from profiles order by id offset $1::int % 5 limit 2)`,
  `delete from users where id in (select id from users where name = 'New' order by id offset $1::int % 3 limit 1)`,
  `insert into audit_log (actor_kind, action, entity, at)
   select 'member', (array['account.sign-in', 'account.sign-out'])[1 + $1::int % 2], 'user', now() - $1::int * interval '5 hours'`,
  `insert into comments (course_id, author_id, body, body_html, created_at)
   select c.id, u.id, 'Word', '<p>Word</p>', now() - $1::int * interval '9 hours'
   from courses c, users u order by c.id, u.id limit 1`,
  `update comments set removed_at = case when removed_at is null then now() end
   where id in (select id from comments order by id offset $1::int % 4 limit 2)`,
  'delete from comments where id in (select id from comments order by id offset $1::int % 4 limit 1)',
  `insert into course_reviews (course_id, author_id, rating, body, created_at)
   select c.id, u.id, 1 + $1::int % 5, 'Good', now() from courses c, users u order by c.id, u.id offset $1::int % 6 limit 1
   on conflict do nothing`,
  `update course_reviews set rating = 1 + $1::int % 5, hidden_at = case when hidden_at is null and $1::int % 3 = 0 then now() end
   where id in (select id from course_reviews order by id offset $1::int % 3 limit 2)`,
  'delete from course_reviews where id in (select id from course_reviews order by id offset $1::int % 4 limit 1)',
  `insert into contact_messages (name, email, message, answered_at)
   select 'Ada', 'ada@school.test', 'Hello', case when $1::int % 3 = 0 then now() end`,
  `update contact_messages set answered_at = case when answered_at is null then now() end
   where id in (select id from contact_messages order by id offset $1::int % 3 limit 2)`,
  'delete from contact_messages where id in (select id from contact_messages order by id offset $1::int % 3 limit 1)',
  `insert into enrolments (user_id, course_id)
   select u.id, c.id from users u, courses c order by u.id offset $1::int % 7 limit 1 on conflict do nothing`,
  `update enrolments set left_at = case when left_at is null then now() end
   where user_id in (select user_id from enrolments order by user_id offset $1::int % 3 limit 2)`,
  `insert into exam_attempts (user_id, section_id, version_id, number, started_at)
   select u.id, v.section_id, v.id, 1 + $1::int, now() from users u, exam_versions v
   order by u.id offset $1::int % 5 limit 1 on conflict do nothing`,
  `update exam_attempts set submitted_at = now(), ended_by = 'candidate', passed = $1::int % 2 = 1, result = '{"percent": 100}',
     waiting = $1::int % 2 = 0 where submitted_at is null`,
  'update exam_attempts set waiting = false, graded_version_id = version_id where submitted_at is not null',
  'delete from exam_attempts where id in (select id from exam_attempts order by id offset $1::int % 3 limit 1)',
  `insert into marketing_consents (user_id, given_at)
   select id, now() from users order by id offset $1::int % 5 limit 2 on conflict do nothing`,
  `update marketing_consents set withdrawn_at = case when withdrawn_at is null then now() end
   where user_id in (select user_id from marketing_consents group by user_id having count(*) = 1 order by user_id offset $1::int % 3 limit 2)`,
  'delete from marketing_consents where id in (select id from marketing_consents order by id offset $1::int % 4 limit 1)',
  `update users set email_verified = $1::int % 3 > 0, disabled_at = case when $1::int % 5 = 0 then now() end,
     erase_at = case when $1::int % 7 = 0 then now() end
   where id in (select id from users order by id offset $1::int % 4 limit 3)`,
  `update users set email = $1::int || '@moved.test' where email <> $1::int || '@moved.test'
     and not exists (select from users where email = $1::int || '@moved.test')
     and id in (select id from users order by id offset $1::int % 5 limit 1)`,
  `insert into mail_suppressions (address, reason, detail, reported_at)
   select email, 'bounce', '550', now() from users order by id offset $1::int % 5 limit 2 on conflict do nothing`,
  `insert into mail_suppressions (address, reason, detail, reported_at)
   values ($1::int || '@moved.test', 'complaint', 'spam', now()) on conflict do nothing`,
  'delete from mail_suppressions where id in (select id from mail_suppressions order by id offset $1::int % 3 limit 1)',
];

test('whatever is written, what is kept count of is what there is', async ({ db }) => {
  const { services, start, submit } = await openExamRoom(db);
  const attempt = await start();
  await submit(attempt.id);
  const counts = async (view: string) =>
    (await db.pool.query(`select * from ${view} where count <> 0 order by what, subject`)).rows;
  expect(await counts('counted_anew')).not.toEqual([]);
  const write = fc.record({
    statement: fc.constantFrom(...WRITES),
    number: fc.integer({ min: 0, max: 60 }),
    addUp: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 12 }), async (writes) => {
      for (const { addUp, number, statement } of writes) {
        await db.pool.query(statement.includes('$1') ? { text: statement, values: [number] } : statement);
        if (addUp) await addUpCounts(services);
      }
      expect(await counts('counts_now')).toEqual(await counts('counted_anew'));
    }),
    { numRuns: 40 },
  );
  // What is there already may be in the way of a new row, and not count itself.
  const tables = ['exam_attempts', 'enrolments', 'course_reviews', 'comments', 'contact_messages'];
  for (const table of [...tables, 'marketing_consents', 'mail_suppressions'])
    await db.pool.query(`delete from ${table}`);
  await db.pool.query('update users set email_verified = true, disabled_at = null, erase_at = null');
  for (const statement of WRITES.filter((one) => one.startsWith('insert')))
    await db.pool.query(statement, [2]);
  const { rows } = await db.pool.query('select distinct what from counts_now');
  expect(rows.length).toBe(11);
  await addUpCounts(services);
  expect(await counts('kept_count_changes k (id, what, subject, count)')).toEqual([]);
  expect(await counts('kept_counts')).toEqual(await counts('counted_anew'));
});

test('changes that are not committed are not counted, and counted anew they come to the same', async ({
  db,
}) => {
  await openExamRoom(db);
  const counts = async () => (await db.pool.query('select * from counts_now order by what, subject')).rows;
  const before = await counts();
  const undone = db.transaction(async (trx) => {
    await trx
      .insertInto('contact_messages')
      .values({ name: 'A', email: 'a@x.test', message: 'Hi' })
      .execute();
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await counts()).toEqual(before);
  await db.pool.query('select keep_counts_anew()');
  expect(await counts()).toEqual(before);
});
