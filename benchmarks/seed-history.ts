import type pg from 'pg';

/** Members whose history is written, unless another number is said. */
const MEMBERS = 20_000;

/**
 * The history of a school after years: so many mails, nearly all sent, half as many notices, and an audit log as long as
 * the mails. Takes a minute or two for a million.
 */
export async function seedHistory(client: pg.Client, mails: number, members = MEMBERS): Promise<void> {
  await client.query(
    `insert into users (name, email, email_verified)
     select 'Member ' || n, 'history-' || n || '@school.test', true from generate_series(1, $1::int) n`,
    [members],
  );
  await client.query(
    `create temp table history as
     select id, email, (row_number() over (order by id) - 1)::int as n from users where email like 'history-%'`,
  );
  await client.query('create unique index on history (n)');
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into notice_events (event_key, kind, user_id, props, link, delivered_at)
     select 'comment-reply:' || gen_random_uuid(), 'comment-reply', h.id, '{"author": "Somebody", "title": "A course"}',
       '/courses/one/learn/' || gen_random_uuid(), now()
     from generate_series(1, $1::int / 2) k join history h on h.n = k % $2::int`,
    [mails, members],
  );
  await client.query(
    `insert into notifications (user_id, event_id, kind, props, link, in_app)
     select user_id, id, kind, props, link, true from notice_events where event_key like 'comment-reply:%'`,
  );
  await client.query(
    `insert into mail_outbox (event_key, template, recipient, props, sent_at, created_at)
     select 'notice:' || gen_random_uuid() || ':' || h.id, 'comment-reply', h.email,
       case when k % 1000 = 0 then jsonb_build_object('name', 'Member', 'link', 'https://school.test/x') else '{}' end,
       case when k % 1000 > 0 then now() end, now() - k * interval '1 minute'
     from generate_series(1, $1::int) k join history h on h.n = k % $2::int`,
    [mails, members],
  );
  await client.query(
    `insert into audit_log (actor_kind, actor_id, action, entity, entity_id, after)
     select 'member', h.id, 'account.update', 'user', h.id::text, jsonb_build_object('name', 'Member ' || h.n, 'email', h.email)
     from generate_series(1, $1::int) k join history h on h.n = k % $2::int`,
    [mails, members],
  );
  await client.query('set session_replication_role = default');
  await client.query('vacuum analyze');
}
