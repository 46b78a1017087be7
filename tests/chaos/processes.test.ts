import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startInstallation } from './kit/installation.ts';
import { surviveFault } from './kit/strike.ts';

test('a process with pages is killed: the other one serves, and nothing acknowledged is lost', async () => {
  const school = await startInstallation();
  await surviveFault(school, {
    name: 'a process with pages is killed and started again',
    holdMs: 3000,
    broken: [0],
    strike: ({ webs }) => webs[0]?.kill('SIGKILL'),
    repair: async ({ startWeb, webs }) => {
      webs[0] = await startWeb();
    },
  });
});

/** How many emails are handed over at one time. */
const MAIL_CONNECTIONS = 5;
/** From when another one is there to send them. */
const MAILS_WITHIN_MS = 5000;

test('the process that sends emails is killed: another sends at once what it had in hand, and none is lost', async () => {
  const school = await startInstallation({ MAIL_CONNECTIONS: String(MAIL_CONNECTIONS) });
  const client = await school.client();
  const inHand = async () => {
    const { rows } = await client.query<{ id: string }>(
      'select id from mail_outbox where sent_at is null and claim is not null and next_attempt_at > now()',
    );
    return rows.map(({ id }) => id);
  };
  const areSent = async (ids: readonly string[]) => {
    const { rowCount } = await client.query(
      'select from mail_outbox where id = any($1) and sent_at is not null',
      [ids],
    );
    return rowCount === ids.length;
  };
  let left: readonly string[] = [];
  let leaving: Promise<number> | undefined;
  await surviveFault(school, {
    name: 'the worker is killed and started again',
    holdMs: 3000,
    strike: async ({ mailLine, worker }) => {
      // So slow that the worker surely has some in hand.
      mailLine.slow(500);
      while ((await inHand()).length < 2) await wait(20);
      await worker.kill('SIGKILL');
      left = await inHand();
    },
    // Of what it handed over some may have been taken, and nobody is there to say so.
    unheard: () => MAIL_CONNECTIONS,
    repair: async (installation) => {
      installation.mailLine.repair();
      installation.worker = await installation.startWorker();
      const began = Date.now();
      leaving = (async () => {
        while (!(await areSent(left))) await wait(50);
        return Date.now() - began;
      })();
    },
  });
  const after = await leaving;
  await client.end();
  process.stdout.write(`   the dead worker had ${left.length} emails in hand: sent after ${after} ms\n`);
  expect(left.length).toBeGreaterThan(0);
  expect(after).toBeLessThan(MAILS_WITHIN_MS);
});
