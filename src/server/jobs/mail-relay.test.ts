import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { expect } from 'vitest';
import type { Db } from '#server/db/client';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { createLog } from '#server/platform/log';
import type { Mailer } from '#server/platform/mailer';
import { smtpMailer } from '#server/platform/mailer-smtp';
import { type MailBehavior, startMailServer, startSilentServer } from '#tests/integration/mail/mail-server';
import { test } from '#tests/kit/database';
import { RETRY_SECONDS, startMailRelay } from './mail-relay.ts';

const log = createLog('silent');
const MIGRATION = join(import.meta.dirname, '../db/migrations/0098-mails-by-mailbox.sql');
const FROM = 'Lectern <no-reply@school.test>';

const enqueue = (db: Db, eventKey = 'confirm:1', recipient = 'ada@school.test') =>
  db.transaction((trx) =>
    enqueueMail(trx, {
      eventKey,
      template: 'confirm-email',
      recipient,
      props: { name: 'Ada', link: 'https://school.test/x' },
    }),
  );
const outbox = (db: Db) => db.kysely.selectFrom('mail_outbox').selectAll().orderBy('created_at').execute();
const makeDue = (db: Db) =>
  sql`update mail_outbox set next_attempt_at = now() - interval '1 second'`.execute(db.kysely);

const site = async () => ({ school: 'Harbor' });

async function relayOver(db: Db, mailer: Mailer) {
  const relay = startMailRelay({ db, mailer, log, site, host: 'school.test' });
  await relay.deliverDue();
  return relay;
}

test('a mail reaches a real mail server once, with both parts and a stable id', async ({ ownDb }) => {
  const server = await startMailServer();
  await enqueue(ownDb);
  await enqueue(ownDb);
  const relay = await relayOver(ownDb, smtpMailer(server.url, FROM));
  await relay.stop();
  await server.stop();
  expect(server.mails).toHaveLength(1);
  const mail = await PostalMime.parse(server.mails[0] ?? '');
  const [row] = await outbox(ownDb);
  expect(mail.messageId).toBe(`<${row?.id}@school.test>`);
  expect(mail.to?.[0]?.address).toBe('ada@school.test');
  expect(mail.text).toContain('https://school.test/x');
  expect(mail.html).toContain('Confirm email address');
  expect(row?.sent_at).not.toBeNull();
  expect(row?.props).toEqual({});
});

test('a mail that the server took while the database went away is written down as sent, and sent once', async ({
  ownDb,
}) => {
  await enqueue(ownDb);
  let sent = 0;
  const real = ownDb.pool.connect.bind(ownDb.pool);
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const mailer: Mailer = {
    async send() {
      sent += 1;
      ownDb.pool.connect = () => Promise.reject(away);
      setTimeout(() => {
        ownDb.pool.connect = real;
      }, 400);
    },
  };
  const relay = await relayOver(ownDb, mailer);
  await makeDue(ownDb);
  await relay.deliverDue();
  await relay.stop();
  expect(sent).toBe(1);
  expect(await outbox(ownDb)).toMatchObject([{ attempts: 1, sent_at: expect.any(Date), last_error: null }]);
});

test('mails whose claim was made and not heard of are given back, and leave at once', async ({ ownDb }) => {
  await enqueue(ownDb);
  const real = ownDb.pool.connect.bind(ownDb.pool);
  let lost = 0;
  ownDb.pool.connect = (async () => {
    const client = await real();
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    client.query = (async (...given: unknown[]) => {
      const reply = await query(...given);
      if (lost === 0 && /with due as/.test(String((given[0] as { text?: string }).text ?? given[0]))) {
        lost += 1;
        throw new Error('Connection terminated unexpectedly');
      }
      return reply;
    }) as typeof client.query;
    return client;
  }) as typeof ownDb.pool.connect;
  const recipients: string[] = [];
  const relay = await relayOver(ownDb, { send: async ({ to }) => void recipients.push(to) });
  await relay.stop();
  expect(lost).toBe(1);
  expect(recipients).toEqual(['ada@school.test']);
  expect(await outbox(ownDb)).toMatchObject([{ attempts: 1, sent_at: expect.any(Date) }]);
});

test('a mail calls a tier by what its plan is named when it goes out', async ({ ownDb }) => {
  const server = await startMailServer();
  await ownDb.transaction((trx) =>
    enqueueMail(trx, {
      eventKey: 'tier:1',
      template: 'tier-changed',
      recipient: 'ada@school.test',
      props: {
        name: 'Ada',
        link: 'https://school.test/x',
        tier: 'premium',
        unsubscribe: 'https://school.test/u',
      },
    }),
  );
  const relay = startMailRelay({
    db: ownDb,
    mailer: smtpMailer(server.url, FROM),
    log,
    host: 'school.test',
    site: async () => ({ school: 'Harbor', tierNames: { premium: 'Campus' } }),
  });
  await relay.deliverDue();
  await relay.stop();
  await server.stop();
  const mail = await PostalMime.parse(server.mails[0] ?? '');
  expect(mail.subject).toBe('Your subscription is now Campus');
});

test('a mail of a transaction that is rolled back is never sent', async ({ ownDb }) => {
  const failed = ownDb.transaction(async (trx) => {
    await enqueueMail(trx, {
      eventKey: 'x',
      template: 'confirm-email',
      recipient: 'a@b.test',
      props: { name: 'A', link: 'x' },
    });
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  expect(await outbox(ownDb)).toEqual([]);
});

test('a mail that is refused is tried again later and then delivered', async ({ ownDb }) => {
  let behavior: MailBehavior = 'try-later';
  const server = await startMailServer(() => behavior);
  await enqueue(ownDb);
  const relay = await relayOver(ownDb, smtpMailer(server.url, FROM));
  const [refused] = await outbox(ownDb);
  expect(refused).toMatchObject({ attempts: 1, sent_at: null, failed_at: null });
  expect(refused?.last_error).toMatch(/not today/);
  behavior = 'accept';
  await makeDue(ownDb);
  expect(await relay.deliverDue()).toBe(1);
  await relay.stop();
  await server.stop();
  expect(server.mails).toHaveLength(1);
});

test('a mail server that hangs does not hold the relay for ever', async ({ ownDb }) => {
  const server = await startSilentServer();
  await enqueue(ownDb);
  const relay = await relayOver(ownDb, smtpMailer(server.url, FROM, { timeoutMs: 200 }));
  expect((await outbox(ownDb))[0]).toMatchObject({ attempts: 1, sent_at: null });
  await relay.stop();
  server.stop();
});

test('a connection dropped after the data leads to a second copy with the same id only', async ({
  ownDb,
}) => {
  let behavior: MailBehavior = 'drop-after-data';
  const server = await startMailServer(() => behavior);
  await enqueue(ownDb);
  const relay = await relayOver(ownDb, smtpMailer(server.url, FROM, { timeoutMs: 500 }));
  behavior = 'accept';
  await makeDue(ownDb);
  await relay.deliverDue();
  await relay.stop();
  await server.stop();
  const ids = await Promise.all(server.mails.map(async (mail) => (await PostalMime.parse(mail)).messageId));
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('a mail that nobody accepts is parked after the last attempt, without its link', async ({ ownDb }) => {
  const refuse: Mailer = { send: () => Promise.reject(new Error('no')) };
  await enqueue(ownDb);
  const relay = await relayOver(ownDb, refuse);
  for (let attempt = 1; attempt <= RETRY_SECONDS.length; attempt += 1) {
    await makeDue(ownDb);
    await relay.deliverDue();
  }
  await relay.stop();
  const [row] = await outbox(ownDb);
  expect(row?.attempts).toBe(RETRY_SECONDS.length + 1);
  expect(row?.failed_at).not.toBeNull();
  expect(row?.props).toEqual({});
});

test('mails that were parked before lose their links too, waiting ones keep them', async ({ ownDb }) => {
  await enqueue(ownDb, 'confirm:1');
  await enqueue(ownDb, 'confirm:2');
  await sql`update mail_outbox set failed_at = now() where event_key = 'confirm:1'`.execute(ownDb.kysely);
  await sql`drop index mail_outbox_mailbox_idx`.execute(ownDb.kysely);
  await ownDb.pool.query(readFileSync(MIGRATION, 'utf8'));
  const props = new Map((await outbox(ownDb)).map((mail) => [mail.event_key, mail.props]));
  expect(props.get('confirm:1')).toEqual({});
  expect(props.get('confirm:2')).toMatchObject({ link: 'https://school.test/x' });
});

test('two relays on one outbox send each of 60 mails once', async ({ ownDb }) => {
  const sent: string[] = [];
  const mailer: Mailer = {
    send: async ({ messageId }) => {
      sent.push(messageId);
    },
  };
  for (let index = 0; index < 60; index += 1)
    await enqueue(ownDb, `event:${index}`, `ada-${index}@school.test`);
  const relays = await Promise.all([relayOver(ownDb, mailer), relayOver(ownDb, mailer)]);
  await Promise.all(relays.map((relay) => relay.stop()));
  expect(sent).toHaveLength(60);
  expect(new Set(sent).size).toBe(60);
});

test('a mail that is refused for good is parked at once, and others go on', async ({ ownDb }) => {
  const server = await startMailServer((to) => (to === 'gone@school.test' ? 'no-such-mailbox' : 'accept'));
  await enqueue(ownDb, 'confirm:1', 'gone@school.test');
  await enqueue(ownDb, 'confirm:2', 'ada@school.test');
  const relay = await relayOver(ownDb, smtpMailer(server.url, FROM));
  await relay.stop();
  await server.stop();
  const [gone, ada] = (await outbox(ownDb)).sort((a, b) => a.event_key.localeCompare(b.event_key));
  expect(gone).toMatchObject({ attempts: 1, sent_at: null, props: {} });
  expect(gone?.failed_at).not.toBeNull();
  expect(gone?.last_error).toContain('no such mailbox');
  expect(ada?.sent_at).not.toBeNull();
});

const SENDER_REFUSALS: readonly MailBehavior[] = [
  'bad-login',
  'relay-denied',
  'relay-denied-without-code',
  'sender-rejected',
  'sender-unknown',
];
test.for(SENDER_REFUSALS)(
  'a sender that the mail server refuses costs no mail: all are tried again (%s)',
  async (refusal, { ownDb }) => {
    let behavior = refusal;
    const server = await startMailServer(() => behavior);
    await enqueue(ownDb);
    const relay = await relayOver(ownDb, smtpMailer(server.url, FROM));
    expect((await outbox(ownDb))[0]).toMatchObject({ attempts: 1, failed_at: null });
    behavior = 'accept';
    await makeDue(ownDb);
    expect(await relay.deliverDue()).toBe(1);
    await relay.stop();
    await server.stop();
  },
);

test('what a parked mail says stays for another try, unless it opens something', async ({ ownDb }) => {
  const server = await startMailServer(() => 'no-such-mailbox');
  await enqueue(ownDb);
  await ownDb.transaction((trx) =>
    enqueueMail(trx, {
      eventKey: 'enabled:1',
      template: 'two-factor-enabled',
      recipient: 'ada@school.test',
      props: { name: 'Ada', link: 'https://school.test/profile' },
    }),
  );
  const relay = await relayOver(ownDb, smtpMailer(server.url, FROM));
  await relay.stop();
  await server.stop();
  const props = new Map((await outbox(ownDb)).map((mail) => [mail.template, mail.props]));
  expect(props.get('confirm-email')).toEqual({});
  expect(props.get('two-factor-enabled')).toMatchObject({ name: 'Ada' });
});

test('mails leave in the order of their priority, over one connection that is kept', async ({ ownDb }) => {
  const server = await startMailServer();
  const bulk = { name: 'Ada', subject: 'News', text: 'News', html: 'News', link: 'x', unsubscribe: 'x' };
  await ownDb.transaction(async (trx) => {
    const recipient = 'ada@school.test';
    for (const number of [1, 2, 3])
      await enqueueMail(trx, {
        eventKey: `news:${number}`,
        template: 'announcement',
        recipient,
        props: bulk,
      });
    await enqueueMail(trx, {
      eventKey: 'enabled:1',
      template: 'two-factor-enabled',
      recipient,
      props: { name: 'Ada', link: 'x' },
    });
    await enqueueMail(trx, {
      eventKey: 'code:1',
      template: 'sign-in-code',
      recipient,
      props: { name: 'Ada', code: '123456', link: 'x' },
    });
  });
  const relay = await relayOver(ownDb, smtpMailer(server.url, FROM));
  await relay.stop();
  await server.stop();
  const subjects = await Promise.all(
    server.mails.map(async (mail) => (await PostalMime.parse(mail)).subject ?? ''),
  );
  expect(subjects[0]).toBe('Your login code');
  expect(subjects.slice(2)).toEqual(['News', 'News', 'News']);
  expect(server.connections()).toBe(1);
});

test('no more mails leave in a minute than the provider and its domains allow; codes leave all the same', async ({
  ownDb,
}) => {
  const sent: string[] = [];
  const mailer: Mailer = {
    send: async ({ to }) => {
      sent.push(to);
    },
  };
  await ownDb.transaction(async (trx) => {
    for (let index = 0; index < 30; index += 1)
      await enqueueMail(trx, {
        eventKey: `enabled:${index}`,
        template: 'two-factor-enabled',
        recipient: `member-${index}@${index < 20 ? 'large.test' : `small-${index}.test`}`,
        props: { name: 'Ada', link: 'x' },
      });
    await enqueueMail(trx, {
      eventKey: 'code:1',
      template: 'sign-in-code',
      recipient: 'member@large.test',
      props: { name: 'Ada', code: '123456', link: 'x' },
    });
  });
  const limits = { perMinute: 12, perDomain: 5 };
  // All within one minute, whose end doesn't come while the test runs.
  const later = new Date(Date.now() + 3_600_000);
  const clock = { now: () => later };
  const start = () =>
    startMailRelay({ db: ownDb, mailer, log, site, host: 'school.test', limits, clock, connections: 3 });
  const relays = [start(), start()];
  for (const relay of relays) await relay.deliverDue();
  await Promise.all(relays.map((relay) => relay.stop()));
  expect(sent).toHaveLength(12);
  expect(sent).toContain('member@large.test');
  expect(sent.filter((to) => to.endsWith('@large.test')).length).toBeLessThanOrEqual(5);
  const waiting = (await outbox(ownDb)).filter(({ sent_at }) => sent_at === null);
  expect(waiting).toHaveLength(19);
  for (const mail of waiting) expect(mail).toMatchObject({ attempts: 0, failed_at: null });
});

test('a relay that is stopped gives back the mails it had not begun', async ({ ownDb }) => {
  const { promise: stopped, resolve: letGo } = Promise.withResolvers<void>();
  let begun = 0;
  const mailer: Mailer = {
    send: () => {
      begun += 1;
      return stopped;
    },
  };
  for (let index = 0; index < 6; index += 1)
    await enqueue(ownDb, `confirm:${index}`, `ada-${index}@school.test`);
  const relay = startMailRelay({ db: ownDb, mailer, log, site, host: 'school.test' });
  while (begun === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const stopping = relay.stop();
  letGo();
  await stopping;
  const rows = await outbox(ownDb);
  expect(begun).toBe(1);
  expect(rows.filter(({ sent_at }) => sent_at)).toHaveLength(1);
  for (const row of rows.filter(({ sent_at }) => !sent_at)) {
    expect(row.attempts).toBe(0);
    expect(row.next_attempt_at.getTime()).toBeLessThanOrEqual(Date.now());
  }
});
