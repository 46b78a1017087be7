import { sql } from 'kysely';
import { isAlwaysSent } from '#domain/notifications/kinds';
import { mailedKinds } from '#domain/notifications/mail-switches';
import { TIERS, tiersFrom } from '#domain/tiers';
import { retryAt } from '#server/db/retry-at';
import type { Services } from '#server/services';
import { type DueNotice, leaseNotice, notifyNext } from './deliver-sql.ts';
import { mailReaders } from './mail-readers.ts';

/** People who are notified in one transaction. */
const BATCH = 1000;

/**
 * Tells people what was announced, so many people a transaction; a notice goes on where it was when its process died.
 * Answers how many notices were delivered. One that fails is logged and tried again later, and the others are delivered
 * meanwhile.
 */
export async function deliverNotices(services: Services, batch = BATCH): Promise<number> {
  const { clock, config, db, settings } = services;
  const readers = await mailReaders(services);
  const { notifications } = await settings.current();
  let count = 0;
  for (;;) {
    const now = clock.now();
    const held: { notice?: DueNotice | undefined; isDelivered?: boolean } = {};
    try {
      await db.transaction(async (trx) => {
        const notice = await leaseNotice(trx, now);
        held.notice = notice;
        if (!notice) return;
        held.isDelivered = await notifyNext(trx, {
          eventId: notice.id,
          kind: notice.kind,
          tiers: notice.course_tier ? tiersFrom(notice.course_tier) : TIERS,
          mailsAllowed: mailedKinds(notifications).includes(notice.kind),
          isAlwaysSent: isAlwaysSent(notice.kind),
          readers,
          publicUrl: config.publicUrl,
          batch,
          now,
        });
      });
      if (!held.notice) return count;
      if (held.isDelivered) count += 1;
    } catch (error) {
      if (!held.notice) throw error;
      await putOff(services, { notice: held.notice, now, error });
    }
  }
}

async function putOff(
  { db, log }: Services,
  { error, notice: { failures, id }, now }: { notice: DueNotice; now: Date; error: unknown },
): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  log.error({ notice: id, message }, "couldn't deliver a notification");
  await sql`update notice_events set failures = ${failures + 1}, retry_at = ${retryAt(now, failures + 1)}
    where id = ${id} and delivered_at is null`.execute(db.kysely);
}
