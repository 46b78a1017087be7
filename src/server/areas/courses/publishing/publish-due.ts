import { systemCaller } from '#server/db/audit';
import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';
import { applyState } from './apply-state.ts';
import { lockStanding, selectDue } from './publishing-sql.ts';

const AT_ONCE = 50;

/**
 * Publishes what is scheduled and due, each in a transaction of its own; answers how many. Where two processes do it at one
 * moment, the second finds that it is done. A chore of the school.
 */
export async function publishDue(services: Services): Promise<number> {
  const { clock, db, log } = services;
  return forEachDue<{ id: string }>({
    log,
    failure: "couldn't publish a scheduled course or post",
    limit: AT_ONCE,
    select: (after, limit) => selectDue(db.kysely, { now: clock.now(), after, limit }),
    run: async ({ id }) => ((await publishOne(services, id)) ? 1 : 0),
  });
}

async function publishOne({ clock, db }: Services, id: string): Promise<boolean> {
  return db.transaction(async (trx) => {
    const row = await lockStanding(trx, id);
    const now = clock.now();
    if (row?.state !== 'scheduled' || row.publish_at === null || row.publish_at > now) return false;
    await applyState(trx, systemCaller, row, {
      state: 'published',
      publishAt: null,
      keepsAccess: row.keeps_access,
      now,
    });
    return true;
  });
}
