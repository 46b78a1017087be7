import { sql } from 'kysely';
import { expect, onTestFinished, vi } from 'vitest';
import type { Db } from '#server/db/client';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { createLog } from '#server/platform/log';
import type { Mailer } from '#server/platform/mailer';
import { test } from '#tests/kit/database';
import { startMailRelay } from './mail-relay.ts';

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
  const site = async () => ({ school: 'Harbor' });
  const relay = startMailRelay({ db: ownDb, mailer, log: createLog('silent'), site, host: 'school.test' });
  await relay.deliverDue();
  await relay.stop();
  const taken = sent.includes('b@school.test') ? 'c@school.test' : 'b@school.test';
  expect(sent).toHaveLength(2);
  const rows = await ownDb.kysely.selectFrom('mail_outbox').selectAll().execute();
  expect(rows.map(({ attempts, recipient, sent_at }) => [recipient, attempts, sent_at !== null])).toEqual(
    rows.map(({ recipient }) => (recipient === taken ? [recipient, 2, false] : [recipient, 1, true])),
  );
});
