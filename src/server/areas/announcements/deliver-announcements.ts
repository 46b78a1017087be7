import { sql, type Transaction } from 'kysely';
import { marketingAllowed } from '#domain/notifications/announcement';
import { notify } from '#server/db/notify';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';
import { insertMails, leaseAnnouncement } from './sql.ts';

/** Emails written in one transaction. */
const BATCH = 500;

/**
 * Writes the emails of announcements, a batch a transaction, to everybody who agreed before the announcement was written
 * and still does. With a switch turned off meanwhile it ends where it is. One that fails is logged and tried again the
 * next time, and the others are written meanwhile. Answers how many emails were written.
 */
export async function deliverAnnouncements(services: Services, batch = BATCH): Promise<number> {
  const { db, log, settings } = services;
  const failed: string[] = [];
  let written = 0;
  for (;;) {
    const { notifications } = await settings.current();
    const isOn = marketingAllowed(notifications);
    const held: { id?: string | undefined } = {};
    try {
      const count = await db.transaction(async (trx) => {
        held.id = await leaseAnnouncement(trx, failed);
        return held.id === undefined ? 0 : writeBatch(trx, services, { id: held.id, batch, isOn });
      });
      if (held.id === undefined) return written;
      written += count;
    } catch (error) {
      if (held.id === undefined) throw error;
      failed.push(held.id);
      const message = error instanceof Error ? error.message : String(error);
      log.error({ announcement: held.id, message }, "couldn't send an announcement");
    }
  }
}

async function writeBatch(
  trx: Transaction<DB>,
  { clock, config }: Services,
  { batch, id, isOn }: { id: string; batch: number; isOn: boolean },
): Promise<number> {
  if (!isOn) {
    await sql`update announcements set stopped = true, reached = null, finished_at = ${clock.now()} where id = ${id}`.execute(
      trx,
    );
    return 0;
  }
  const written = await insertMails(trx, { id, batch, publicUrl: config.publicUrl, now: clock.now() });
  await notify(trx, 'mail');
  return written;
}
