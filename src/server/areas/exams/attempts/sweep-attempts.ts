import { systemCaller } from '#server/db/audit';
import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';
import { type Overdue, selectOverdue } from '../sql.ts';
import { closeAttempt } from './close-attempt.ts';

const AT_ONCE = 500;

/**
 * Ends and grades the attempts whose time is over although nobody handed them in; answers how many. One that cannot be
 * graded is logged and tried again the next time, and the others are graded meanwhile.
 */
export async function sweepAttempts({
  clock,
  db,
  log,
}: Pick<Services, 'clock' | 'db' | 'log'>): Promise<number> {
  const now = clock.now();
  return forEachDue<Overdue>({
    log,
    failure: "couldn't grade an exam attempt",
    limit: AT_ONCE,
    select: (after, limit) => selectOverdue(db.kysely, { after, limit, now }),
    run: async ({ id }) => {
      await db.transaction((trx) => closeAttempt(trx, systemCaller, { id, now }));
      return 1;
    },
  });
}
