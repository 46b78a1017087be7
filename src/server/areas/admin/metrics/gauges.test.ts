import { expect } from 'vitest';
import { MAIL_PRIORITY } from '#emails/mail-priority';
import type { Db } from '#server/db/client';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { startMailRelay } from '#server/jobs/mail-relay';
import type { Services } from '#server/services';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { selectGauges } from './gauges-sql.ts';

const HOUR = 3600;
const { bulk, urgent } = MAIL_PRIORITY;

/** Emails that wait since then. */
async function insertWaiting(db: Db, priority: number, since: Date): Promise<void> {
  await db.pool.query(
    `insert into mail_outbox (event_key, template, priority, recipient, props, next_attempt_at)
     select 'waits ' || $1::int || ' ' || n, 'digest', $1::int, 'a@school.test', '{}', $2 from generate_series(1, 3) n`,
    [priority, since],
  );
}

const overdue = async ({ clock, db }: Services) => {
  const { mails } = await selectGauges(db.kysely, clock.now());
  return new Map(mails.map(({ overdue: seconds, priority }) => [priority, seconds]));
};

test('emails that only wait for the limit of the mail provider are not overdue, those that nothing leaves before are', async ({
  ownDb,
}) => {
  const { services, wait } = await openVerbs(ownDb);
  const start = services.clock.now();
  await insertWaiting(ownDb, bulk, start);
  await insertWaiting(ownDb, urgent, start);
  wait(3 * HOUR);
  expect((await overdue(services)).get(bulk)).toBe(3 * HOUR);
  await ownDb.transaction((trx) =>
    enqueueMail(trx, {
      eventKey: 'one',
      template: 'password-changed',
      recipient: 'b@school.test',
      props: { name: 'Ada', link: 'https://school.test' },
    }),
  );
  await ownDb.pool.query("update mail_outbox set next_attempt_at = 'infinity' where event_key like 'waits%'");
  const sent: string[] = [];
  const relay = startMailRelay({
    clock: services.clock,
    db: ownDb,
    log: services.log,
    limits: { perMinute: 1, perDomain: undefined },
    site: async () => ({ school: 'Lectern' }),
    host: 'school.test',
    mailer: { send: async ({ to }) => void sent.push(to) },
  });
  await relay.deliverDue();
  await relay.stop();
  expect(sent).toEqual(['b@school.test']);
  await ownDb.pool.query('update mail_outbox set next_attempt_at = $1 where sent_at is null', [start]);
  const limited = await overdue(services);
  expect(limited.get(bulk)).toBeLessThan(60);
  expect(limited.get(urgent)).toBe(3 * HOUR);
  wait(3 * HOUR);
  expect((await overdue(services)).get(bulk)).toBeGreaterThan(3 * HOUR - 60);
});
