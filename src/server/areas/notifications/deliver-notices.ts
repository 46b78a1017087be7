import { isAlwaysTold } from '#domain/notifications/kinds';
import { mailsAllowed } from '#domain/notifications/mail-switches';
import { TIERS, tiersFrom } from '#domain/tiers';
import type { Services } from '#server/services';
import { leaseNotice, tellEverybody } from './deliver-sql.ts';
import { mailReaders } from './mail-readers.ts';

/** Tells people what was announced, one notice a transaction; answers how many notices were delivered. */
export async function deliverNotices(services: Services): Promise<number> {
  const { clock, config, db, settings } = services;
  const readers = await mailReaders(services);
  const { notifications } = await settings.current();
  for (let count = 0; ; count += 1) {
    const isDone = await db.transaction(async (trx) => {
      const now = clock.now();
      const notice = await leaseNotice(trx, now);
      if (!notice) return true;
      await tellEverybody(trx, {
        eventId: notice.id,
        kind: notice.kind,
        tiers: notice.course_tier ? tiersFrom(notice.course_tier) : TIERS,
        mailsAllowed: !isAlwaysTold(notice.kind) && mailsAllowed(notifications, notice.kind),
        isAlwaysTold: isAlwaysTold(notice.kind),
        readers,
        publicUrl: config.publicUrl,
        now,
      });
      return false;
    });
    if (isDone) return count;
  }
}
