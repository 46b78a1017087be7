import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { TIERS } from '#domain/tiers';
import { listFailedMails } from '#server/areas/admin/mails/list-failed-mails';
import { retryFailedMails } from '#server/areas/admin/mails/retry-failed-mails';
import { isAddressOpen } from '#server/areas/admin/mails/suppressions/is-address-open';
import { listSuppressions } from '#server/areas/admin/mails/suppressions/list-suppressions';
import { receiveMailReports } from '#server/areas/admin/mails/suppressions/receive-mail-reports';
import { deliverAnnouncements } from '#server/areas/announcements/deliver-announcements';
import { saveConsent } from '#server/areas/announcements/save-consent';
import { sendAnnouncement } from '#server/areas/announcements/send-announcement';
import type { Db } from '#server/db/client';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { createLog } from '#server/platform/log';
import { smtpMailer } from '#server/platform/mailer-smtp';
import { type MailBehavior, startMailServer } from '#tests/integration/mail/mail-server';
import { test } from '#tests/kit/database';
import { openVerbs, type Verbs } from '#tests/kit/verbs';
import { startMailRelay } from './mail-relay.ts';

const REFUSED = 'basic@school.test';
const NOTICE_PROPS = {
  name: 'Ada',
  subject: 'News',
  text: 'News',
  html: 'News',
  link: 'x',
  unsubscribe: 'x',
};

/** A school with a mail server that treats one address in a way of its own. */
async function openRefusal(db: Db, first: MailBehavior) {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  let behavior = first;
  const server = await startMailServer((recipient) => (recipient === REFUSED ? behavior : 'accept'));
  const relay = startMailRelay({
    db,
    mailer: smtpMailer(server.url, 'Lectern <no-reply@school.test>'),
    log: createLog('silent'),
    site: async () => ({ school: 'Harbor' }),
    host: 'school.test',
    clock: services.clock,
    isWanted: (mail) => isAddressOpen(services, mail),
  });
  onTestFinished(async () => {
    await relay.stop();
    await server.stop();
  });
  /** How often the mail server was asked about the address. */
  const tries = async () => {
    await relay.deliverDue();
    return server.recipients.filter((recipient) => recipient === REFUSED).length;
  };
  const become = (next: MailBehavior) => {
    behavior = next;
  };
  return { ...verbs, become, server, tries };
}

async function announce({ as, services }: Verbs, subject: string): Promise<void> {
  await services.db.pool.query(
    `insert into site_settings (name, value) values ('notifications', '{"marketing": true}') on conflict do nothing`,
  );
  services.settings.forget();
  for (const who of ['free', 'basic'] as const) await saveConsent(services, as(who), { agreed: true });
  await sendAnnouncement(services, as('admin'), { id: randomUUID(), subject, text: subject, tiers: TIERS });
  await deliverAnnouncements(services);
}

const enqueue = (db: Db, template: 'announcement' | 'sign-in-code', eventKey: string) =>
  db.transaction((trx) =>
    enqueueMail(trx, {
      eventKey,
      recipient: REFUSED,
      ...(template === 'announcement'
        ? { template, props: NOTICE_PROPS }
        : { template, props: { name: 'Ada', code: '123456', link: 'x' } }),
    }),
  );
const suppressed = async ({ as, services }: Verbs) =>
  (await listSuppressions(services, as('admin'), {})).items.map(({ address, detail, reason }) => ({
    address,
    detail,
    reason,
  }));

test('a mailbox that a mail server refuses is not tried again by the next announcement', async ({ db }) => {
  const school = await openRefusal(db, 'no-such-mailbox');
  await announce(school, 'The first news');
  expect(await school.tries()).toBe(1);
  expect(await suppressed(school)).toEqual([
    { address: REFUSED, reason: 'bounce', detail: '550 no such mailbox' },
  ]);
  await announce(school, 'The second news');
  expect(await school.tries()).toBe(1);
  expect(school.server.recipients.filter((recipient) => recipient === 'free@school.test')).toHaveLength(2);
  const { rows } = await db.pool.query("select after from audit_log where action = 'mail.suppress'");
  expect(rows).toEqual([{ after: { bounces: 1, complaints: 0 } }]);
});

test('bulk mail that waits for a refused mailbox is dropped; codes are still tried', async ({ db }) => {
  const school = await openRefusal(db, 'no-such-mailbox');
  await enqueue(db, 'announcement', 'news:1');
  await enqueue(db, 'sign-in-code', 'code:1');
  expect(await school.tries()).toBe(1);
  await enqueue(db, 'sign-in-code', 'code:2');
  expect(await school.tries()).toBe(2);
  const { items } = await listFailedMails(school.services, school.as('admin'), {});
  expect(items.map(({ template }) => template)).toEqual(['sign-in-code', 'sign-in-code']);
});

test.for(['mailbox-full', 'recipient-blocked', 'relay-denied', 'sender-rejected', 'try-later'] as const)(
  'a refusal for another reason suppresses nobody (%s)',
  async (behavior, { db }) => {
    const school = await openRefusal(db, behavior);
    await enqueue(db, 'announcement', 'news:1');
    expect(await school.tries()).toBe(1);
    expect(await suppressed(school)).toEqual([]);
  },
);

test('a failed email that is retried reaches an address again that has come to exist', async ({ db }) => {
  const school = await openRefusal(db, 'no-such-mailbox');
  await enqueue(db, 'announcement', 'news:1');
  await school.tries();
  school.become('accept');
  expect(await retryFailedMails(school.services, school.as('admin'), {})).toEqual({ count: 1 });
  expect([await school.tries(), await suppressed(school)]).toEqual([2, []]);
  const { rows } = await db.pool.query("select after from audit_log where action = 'mail.allow'");
  expect(rows).toEqual([{ after: { count: 1 } }]);
});

test('several failed emails to one address are each tried when they are retried, and none is lost', async ({
  db,
}) => {
  const school = await openRefusal(db, 'no-such-mailbox');
  const keys = ['news:1', 'news:2', 'news:3'];
  for (const key of keys) await enqueue(db, 'announcement', key);
  await db.pool.query("update mail_outbox set failed_at = now(), attempts = 1, last_error = '550'");
  const failed = async () => (await listFailedMails(school.services, school.as('admin'), {})).retryable;
  const retry = () => retryFailedMails(school.services, school.as('admin'), {});
  expect(await retry()).toEqual({ count: 3 });
  // It is still gone.
  expect([await school.tries(), await failed()]).toEqual([3, 3]);
  school.become('accept');
  expect(await retry()).toEqual({ count: 3 });
  expect([await school.tries(), await failed()]).toEqual([6, 0]);
  expect(await suppressed(school)).toEqual([]);
  expect(await school.tries()).toBe(6);
});

test('a retry sends nothing to people who reported spam', async ({ db }) => {
  const school = await openRefusal(db, 'no-such-mailbox');
  await enqueue(db, 'announcement', 'news:1');
  await school.tries();
  await receiveMailReports(school.services, { events: [{ type: 'complaint', email: REFUSED }] });
  await retryFailedMails(school.services, school.as('admin'), {});
  expect(await school.tries()).toBe(1);
  expect(await suppressed(school)).toMatchObject([{ reason: 'complaint' }]);
});

test('an address is suppressed only together with the mail that is given up', async ({ ownDb }) => {
  const school = await openRefusal(ownDb, 'no-such-mailbox');
  await sql`alter table mail_outbox add constraint none_fails check (failed_at is null)`.execute(
    ownDb.kysely,
  );
  await enqueue(ownDb, 'announcement', 'news:1');
  expect(await school.tries()).toBe(1);
  expect(await suppressed(school)).toEqual([]);
});
