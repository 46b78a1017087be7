import { sql } from 'kysely';
import { expect, onTestFinished, vi } from 'vitest';
import type { Db } from '#server/db/client';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { newHolder } from '#server/db/presence';
import { createLog } from '#server/platform/log';
import type { Mailer } from '#server/platform/mailer';
import { test } from '#tests/kit/database';
import { startMailRelay } from './mail-relay.ts';
import { claimMails } from './mail-sql.ts';

const site = async () => ({ school: 'Harbor' });
const options = { log: createLog('silent'), site, host: 'school.test' };

const enqueue = (db: Db, recipient: string) =>
  db.transaction((trx) =>
    enqueueMail(trx, {
      eventKey: `confirm:${recipient}`,
      template: 'confirm-email',
      recipient,
      props: { name: 'Ada', link: 'https://school.test/x' },
    }),
  );

test('a mail whose lease would end before it is sent is given back untried, unless another process has it', async ({
  ownDb,
}) => {
  for (const recipient of ['a@school.test', 'b@school.test', 'c@school.test'])
    await enqueue(ownDb, recipient);
  const sent: string[] = [];
  const real = performance.now.bind(performance);
  // The first mail takes so long that too little of the lease is left for the others; one of them was taken meanwhile.
  const now = vi.spyOn(performance, 'now').mockImplementation(() => real() + (sent.length > 0 ? 120_000 : 0));
  onTestFinished(() => now.mockRestore());
  const mailer: Mailer = {
    async send({ to }) {
      if (sent.push(to) > 1) return;
      await sql`update mail_outbox set claim = gen_random_uuid(), attempts = 2
        where recipient = ${to === 'c@school.test' ? 'b@school.test' : 'c@school.test'}`.execute(
        ownDb.kysely,
      );
    },
  };
  const relay = startMailRelay({ ...options, db: ownDb, mailer });
  await relay.deliverDue();
  await relay.stop();
  const taken = sent.includes('b@school.test') ? 'c@school.test' : 'b@school.test';
  expect(sent).toHaveLength(2);
  const rows = await ownDb.kysely.selectFrom('mail_outbox').selectAll().execute();
  expect(rows.map(({ attempts, recipient, sent_at }) => [recipient, attempts, sent_at !== null])).toEqual(
    rows.map(({ recipient }) => (recipient === taken ? [recipient, 2, false] : [recipient, 1, true])),
  );
});

test('a worker that was thought dead and comes back sends nothing that others have sent since', async ({
  ownDb,
}) => {
  const recipients = ['a', 'b', 'c', 'd'].map((name) => `${name}@school.test`);
  for (const recipient of recipients) await enqueue(ownDb, recipient);
  const sent: string[] = [];
  const { promise: away, resolve: comeBack } = Promise.withResolvers<void>();
  const slow: Mailer = {
    async send({ to }) {
      sent.push(to);
      await away;
    },
  };
  const first = startMailRelay({ ...options, db: ownDb, mailer: slow });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await sql`update mail_outbox set claim = null, next_attempt_at = now() where recipient <> ${sent[0] ?? ''}`.execute(
    ownDb.kysely,
  );
  const second = startMailRelay({
    ...options,
    db: ownDb,
    mailer: { send: async ({ to }) => void sent.push(to) },
  });
  await second.deliverDue();
  expect([...sent].sort()).toEqual(recipients);
  comeBack();
  await first.deliverDue();
  await Promise.all([first, second].map((relay) => relay.stop()));
  expect([...sent].sort()).toEqual(recipients);
});

test('who stops while the mail server hangs gives back at once what was not begun', async ({ ownDb }) => {
  for (const recipient of ['a@school.test', 'b@school.test', 'c@school.test'])
    await enqueue(ownDb, recipient);
  const hanging = Promise.withResolvers<void>();
  const mailer: Mailer = { send: () => hanging.promise };
  const relay = startMailRelay({ ...options, db: ownDb, mailer });
  const rows = async () => {
    const all = await ownDb.kysely.selectFrom('mail_outbox').select(['attempts', 'claim']).execute();
    return all.map(({ attempts, claim }) => [attempts, claim !== null]).sort();
  };
  await vi.waitFor(async () => expect((await rows()).map(([, held]) => held)).toEqual([true, true, true]));
  const stopped = relay.stop();
  await vi.waitFor(async () =>
    expect(await rows()).toEqual([
      [0, false],
      [0, false],
      [1, true],
    ]),
  );
  hanging.resolve();
  await stopped;
});

test('a mail that hangs or kills whoever sends it is given up unsent, also after its leases ran out', async ({
  ownDb,
}) => {
  await enqueue(ownDb, 'ada@school.test');
  await sql`update mail_outbox set attempts = 1, taken_over = 19, claim = gen_random_uuid()`.execute(
    ownDb.kysely,
  );
  const send = vi.fn<Mailer['send']>();
  const relay = startMailRelay({ ...options, db: ownDb, mailer: { send } });
  await relay.deliverDue();
  await relay.stop();
  expect(send).not.toHaveBeenCalled();
  const [row] = await ownDb.kysely.selectFrom('mail_outbox').selectAll().execute();
  expect(row).toMatchObject({ failed_at: expect.any(Date), props: {} });
});

test('a mail that others lost again and again is tried again after its first refusal', async ({ ownDb }) => {
  await enqueue(ownDb, 'ada@school.test');
  // Left behind with its lease each time.
  for (let lost = 0; lost < 15; lost += 1) {
    await claimMails(ownDb, { claim: newHolder(), most: 1, maxPriority: 3, exceptDomains: [] });
    await sql`update mail_outbox set next_attempt_at = now()`.execute(ownDb.kysely);
  }
  const relay = startMailRelay({
    ...options,
    db: ownDb,
    mailer: { send: () => Promise.reject(new Error('450 try again later')) },
  });
  await relay.deliverDue();
  await relay.stop();
  const [row] = await ownDb.kysely.selectFrom('mail_outbox').selectAll().execute();
  // What the mail server answered kills nobody.
  expect(row).toMatchObject({
    failed_at: null,
    attempts: 1,
    taken_over: 0,
    last_error: '450 try again later',
  });
});
