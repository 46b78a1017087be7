import { expect, vi } from 'vitest';
import { announce } from '#server/db/announce';
import { startNoticeRelay } from '#server/jobs/notice-relay';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';

/** A machine that runs other tests as well takes more than a moment. */
const BUSY = { timeout: 10_000 };

test('a notice does not wait for the daily mails that are being written', async ({ ownDb }) => {
  const { as, services } = await openVerbs(ownDb);
  const { viewer } = as('free');
  const userId = viewer.kind === 'member' ? viewer.userId : '';
  // Of others: while somebody's own daily mail is written, the notice of the same person waits for it.
  await ownDb.pool.query(`
    insert into notification_settings (user_id, digest) select id, true from users where id <> '${userId}';
    with event as (insert into notice_events (event_key, kind, link, delivered_at)
      values ('before', 'certificate-issued', '/certificates', now()) returning id)
    insert into notifications (user_id, event_id, kind, props, link, in_app, digest_due)
      select users.id, event.id, 'certificate-issued', '{"title": "One"}', '/certificates', true, true from users, event where users.id <> '${userId}';
    create function wait_here() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(4711); return new; end';
    create trigger wait_here before update of digested_at on notification_settings
      for each row execute function wait_here();`);
  const count = async (from: string) =>
    Number((await ownDb.pool.query(`select count(*) from ${from}`)).rows[0].count);
  const holder = await ownDb.pool.connect();
  await holder.query('select pg_advisory_lock(4711)');
  let wake = () => undefined as unknown;
  const relay = startNoticeRelay(services, (woken) => {
    wake = woken;
    return () => undefined;
  });
  try {
    await vi.waitFor(
      async () => expect(await count("pg_locks where locktype = 'advisory' and not granted")).toBe(1),
      BUSY,
    );
    await ownDb.transaction((trx) =>
      announce(trx, {
        kind: 'certificate-issued',
        eventKey: 'now',
        to: { userId },
        link: '/certificates',
        props: { title: 'Two' },
      }),
    );
    wake();
    await vi.waitFor(
      async () =>
        expect(await count("notice_events where event_key = 'now' and delivered_at is not null")).toBe(1),
      BUSY,
    );
    expect(await count("mail_outbox where template = 'digest'")).toBe(0);
  } finally {
    holder.release(true);
    await relay.stop();
  }
  expect(await count("mail_outbox where template = 'digest'")).toBe(
    await count(`users where email_verified and id <> '${userId}'`),
  );
});
