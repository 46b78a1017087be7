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

test('the process that sends emails is killed: another sends what it had in hand, and none is lost', async () => {
  const school = await startInstallation();
  const [leased] = [new Set<string>()];
  await surviveFault(school, {
    name: 'the worker is killed and started again',
    holdMs: 3000,
    strike: ({ worker }) => worker.kill('SIGKILL'),
    // Of what it had in hand some may have left, and nobody is there to say so.
    unheard: () => leased.size,
    repair: async (installation) => {
      const client = await installation.client();
      // What the dead one had leased is due again once its lease is over, which nobody waits for here.
      const { rows } = await client.query<{ id: string }>(
        `update mail_outbox set next_attempt_at = now() where sent_at is null and attempts > 0
           and next_attempt_at > now() + interval '90 seconds' returning id`,
      );
      await client.end();
      for (const { id } of rows) leased.add(id);
      installation.worker = await installation.startWorker();
    },
  });
  process.stdout.write(`   the dead worker had ${leased.size} emails in hand\n`);
  expect(leased.size).toBeLessThanOrEqual(5 * 4);
});
