import { sql } from 'kysely';
import { systemCaller } from '#server/db/audit';
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
  let ended = 0;
  let last: { deadline: string; id: string } | undefined;
  do {
    const { rows } = await sql<{ id: string; deadline: string }>`
      select id, deadline_at::text as deadline from exam_attempts where submitted_at is null and deadline_at <= ${now}
        ${last ? sql`and (deadline_at, id) > (${last.deadline}::timestamptz, ${last.id}::uuid)` : sql``}
      order by deadline_at, id limit ${AT_ONCE}`.execute(db.kysely);
    for (const { id } of rows)
      try {
        await db.transaction((trx) => closeAttempt(trx, systemCaller, { id, now }));
        ended += 1;
      } catch (error) {
        log.error(
          { attempt: id, message: error instanceof Error ? error.message : String(error) },
          'an exam attempt could not be graded',
        );
      }
    last = rows.length < AT_ONCE ? undefined : rows.at(-1);
  } while (last);
  return ended;
}
