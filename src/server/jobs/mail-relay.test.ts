import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';
import type { Db } from '#server/db/client';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { createLog } from '#server/platform/log';
import type { Mailer } from '#server/platform/mailer';
import { smtpMailer } from '#server/platform/mailer-smtp';
import { test } from '#tests/kit/database';
import { RETRY_SECONDS, startMailRelay } from './mail-relay.ts';

const log = createLog('silent');
const MIGRATION = join(import.meta.dirname, '../db/migrations/0098-mails-by-mailbox.sql');
const FROM = 'Lectern <no-reply@school.test>';

type Behaviour = 'accept' | 'refuse' | 'drop-after-data';

/** A real mail server on a free port; what it accepted is in `mails`. */
async function mailServer(behaviour: () => Behaviour) {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => done(behaviour() === 'refuse' ? new Error('not today') : null),
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (part: Buffer) => {
        text += part.toString('utf8');
      });
      stream.on('end', () => {
        mails.push(text);
        if (behaviour() === 'drop-after-data') (session as unknown as { id: string }).id = 'dropped';
        if (behaviour() === 'drop-after-data')
          for (const connection of server.connections) connection.close();
        else done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return {
    mails,
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

async function hangingServer() {
  const server: Server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`,
    stop: () => server.close(),
  };
}

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
  const server = await mailServer(() => 'accept');
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

test('a mail calls a tier by what its plan is named when it goes out', async ({ ownDb }) => {
  const server = await mailServer(() => 'accept');
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
  let behaviour: Behaviour = 'refuse';
  const server = await mailServer(() => behaviour);
  await enqueue(ownDb);
  const relay = await relayOver(ownDb, smtpMailer(server.url, FROM));
  const [refused] = await outbox(ownDb);
  expect(refused).toMatchObject({ attempts: 1, sent_at: null, failed_at: null });
  expect(refused?.last_error).toMatch(/not today/);
  behaviour = 'accept';
  await makeDue(ownDb);
  expect(await relay.deliverDue()).toBe(1);
  await relay.stop();
  await server.stop();
  expect(server.mails).toHaveLength(1);
});

test('a mail server that hangs does not hold the relay for ever', async ({ ownDb }) => {
  const server = await hangingServer();
  await enqueue(ownDb);
  const relay = await relayOver(ownDb, smtpMailer(server.url, FROM, { timeoutMs: 200 }));
  expect((await outbox(ownDb))[0]).toMatchObject({ attempts: 1, sent_at: null });
  await relay.stop();
  server.stop();
});

test('a connection dropped after the data leads to a second copy with the same id only', async ({
  ownDb,
}) => {
  let behaviour: Behaviour = 'drop-after-data';
  const server = await mailServer(() => behaviour);
  await enqueue(ownDb);
  const relay = await relayOver(ownDb, smtpMailer(server.url, FROM, { timeoutMs: 500 }));
  behaviour = 'accept';
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
