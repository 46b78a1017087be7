import { recordAudit, systemCaller } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';
import { lockPage } from '../sql.ts';
import { selectScheduled, selectStanding, updateState } from './custom-sql.ts';

const AT_ONCE = 50;

/** Publishes pages that are scheduled and due, as `publishDue` does with courses and posts; answers how many. */
export async function publishDuePages({ clock, db, log }: Services): Promise<number> {
  return forEachDue<{ id: string }>({
    log,
    failure: "couldn't publish a scheduled page",
    limit: AT_ONCE,
    select: (after, limit) => selectScheduled(db.kysely, { now: clock.now(), after, limit }),
    run: ({ id }) =>
      db.transaction(async (trx) => {
        await lockPage(trx, id);
        const page = await selectStanding(trx, id);
        const now = clock.now();
        if (page?.state !== 'scheduled' || page.publish_at === null || page.publish_at > now) return 0;
        const publishedAt = page.published_at ?? now;
        await updateState(trx, id, { state: 'published', publishedAt, publishAt: null });
        await recordAudit(trx, systemCaller, {
          action: 'page.publish',
          entity: 'page',
          entityId: id,
          before: { state: 'scheduled' },
          after: { state: 'published' },
        });
        await touchContent(trx);
        return 1;
      }),
  });
}
