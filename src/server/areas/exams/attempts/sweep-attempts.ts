import { sql } from 'kysely';
import { systemCaller } from '#server/db/audit';
import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';
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
  return forEachDue<{ id: string; deadline: string }>({
    log,
    failure: 'an exam attempt could not be graded',
    limit: AT_ONCE,
    select: async (after, limit) => {
      const { rows } = await sql<{ id: string; deadline: string }>`
        select id, deadline_at::text as deadline from exam_attempts where submitted_at is null and deadline_at <= ${now}
          ${after ? sql`and (deadline_at, id) > (${after.deadline}::timestamptz, ${after.id}::uuid)` : sql``}
        order by deadline_at, id limit ${limit}`.execute(db.kysely);
      return rows;
    },
    run: async ({ id }) => {
      await db.transaction((trx) => closeAttempt(trx, systemCaller, { id, now }));
      return 1;
    },
  });
}
