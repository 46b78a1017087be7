import { sql } from 'kysely';
import { systemCaller } from '#server/db/audit';
import type { Services } from '#server/services';
import { closeAttempt } from './close-attempt.ts';

const AT_ONCE = 500;

/** Ends and grades the attempts whose time is over although nobody handed them in; answers how many. */
export async function sweepAttempts({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<number> {
  const now = clock.now();
  const { rows } = await sql<{ id: string }>`
    select id from exam_attempts where submitted_at is null and deadline_at <= ${now} order by deadline_at limit ${AT_ONCE}`.execute(
    db.kysely,
  );
  for (const { id } of rows) await db.transaction((trx) => closeAttempt(trx, systemCaller, { id, now }));
  return rows.length;
}
