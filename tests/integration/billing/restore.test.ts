import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { refundInvoice } from '#server/areas/admin/billing/person';
import { followUpCommands } from '#server/areas/billing/commands/follow-up-commands';
import { endPayments } from '#server/areas/billing/endings/end-payments';
import { answerNotices } from '#server/areas/billing/inbox/answer-notices';
import { reconcileAll } from '#server/areas/billing/looks/reconcile';
import { cancel } from '#server/areas/billing/member/cancel';
import { payer } from '#server/areas/billing/member/own';
import { fileTarget } from '#server/db/backup/archive-file';
import { restoreBackup } from '#server/db/backup/restore-backup';
import { writeBackup } from '#server/db/backup/write-backup';
import { openDatabase } from '#server/db/client';
import { createLog } from '#server/platform/log';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import { createDatabase, dropDatabase, test } from '#tests/kit/database';
import { connectionOf, fingerprint, freshName, keepSecret, scratchFolder } from '#tests/kit/filled-school';
import { buy, mine, openShop, post } from '#tests/stripe/shop';

const BILLING = [
  'billing_accounts',
  'billing_customers',
  'billing_facts',
  'billing_commands',
  'billing_inbox',
  'plan_prices',
];

test('a backup carries ledger and commands; what came after it is learned, and no command is given again', async ({
  ownDb,
}) => {
  const shop = await openShop(ownDb);
  const { as, services, stripe } = shop;
  const folder = scratchFolder();
  const database = await createDatabase(inject('database'), freshName('restored'));
  const target = { ...inject('database'), database };
  try {
    await buy(shop);
    const notice = stripe.webhooks.queue.splice(0).find(({ type }) => type === 'invoice.paid');
    await post(shop, notice ?? {});
    await ownDb.pool.query('update sessions set proved_at = $1', [services.clock.now()]);
    const invoice = stripe.fake.store.all('invoice').at(0)?.id ?? '';
    const order = { id: payer(shop.member).userId, invoice, amount: 500, reason: 'Asked for' };
    // First come a look and the question whose invoice it is.
    stripe.faults.push(...Array.from({ length: 5 }, () => 'none' as const), 'lost-reply');
    await refundInvoice(services, as('admin'), order).catch(() => undefined);
    // As if the backup was made while a command was on its way.
    await ownDb.pool.query(
      "update billing_commands set done_at = null, last_error = null where kind = 'refund'",
    );

    const file = join(folder.path, 'school.backup');
    const secret = readAuthSecret(services.config.dataDir);
    const { storage } = services;
    const common = { storage, file, replaces: false, version: '1.2.3', say: () => undefined };
    const now = services.clock.now();
    await writeBackup({
      ...common,
      target: fileTarget(file, common),
      connection: await connectionOf(ownDb),
      openSecret: async () => secret,
      now,
    });
    const before = await fingerprint(await connectionOf(ownDb));

    // After the backup: somebody new pays, and who paid before cancels.
    await buy({ ...shop, member: as('second') });
    await cancel(services, shop.member);

    await restoreBackup({ ...common, connection: target, replaceSecret: keepSecret });
    const after = await fingerprint(target);
    for (const table of BILLING) expect(after[table], table).toBe(before[table]);

    const db = openDatabase({ connection: target, log: createLog('silent') });
    try {
      const restored = { ...shop, services: { ...services, db } };
      expect((await mine({ ...restored, member: as('second') })).why).not.toBe('paid');
      shop.wait(11 * 60);
      const asked = stripe.requests.length;
      await reconcileAll(restored.services, 0);
      await answerNotices(restored.services);
      await followUpCommands(restored.services);
      await endPayments(restored.services);
      expect(await mine(restored)).toMatchObject({ state: 'ending', tier: 'premium' });
      expect((await mine(restored)).invoices).toMatchObject([{ refunded: 500 }]);
      expect(await mine({ ...restored, member: as('second') })).toMatchObject({
        state: 'running',
        why: 'paid',
      });
      expect(
        stripe.requests.slice(asked).filter((request) => !/^GET |create_preview$/.test(request)),
      ).toEqual([]);
      // Asked for once more by whoever saw it fail: it is known to be done.
      await db.pool.query('update sessions set proved_at = $1', [services.clock.now()]);
      const proved = { ...as('admin') };
      await refundInvoice(services, proved, order).catch(() => undefined);
      expect(stripe.fake.store.all('refund')).toHaveLength(1);
    } finally {
      await db.close();
    }
  } finally {
    await dropDatabase(inject('database'), database);
    folder.remove();
  }
});
