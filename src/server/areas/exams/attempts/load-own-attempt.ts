import type { Db } from '#server/db/client';
import { Failure } from '#server/failure';
import type { Caller } from '#server/services';
import { type AttemptRow, selectAttempt } from '../sql.ts';
import { closeAttempt } from './close-attempt.ts';

/** An attempt of this person, ended and graded first when its time is over. Fails with ATTEMPT_NOT_FOUND. */
export async function loadOwnAttempt(
  db: Db,
  caller: Caller,
  { id, now, userId }: { id: string; userId: string; now: Date },
): Promise<AttemptRow> {
  const row = await selectAttempt(db.kysely, id);
  if (row?.user_id !== userId) throw new Failure('ATTEMPT_NOT_FOUND');
  const isOver = row.submitted_at === null && row.deadline_at !== null && row.deadline_at <= now;
  if (!isOver) return row;
  return (await db.transaction((trx) => closeAttempt(trx, caller, { id, now })))?.attempt ?? row;
}
