import type { Services } from '#server/services';
import { deleteOldTrials } from './trial-sql.ts';

/** Forgets which mailboxes had a trial, two years after their accounts were deleted. A chore of the school. */
export function forgetTrials({ clock, db }: Services): Promise<number> {
  return deleteOldTrials(db.kysely, clock.now());
}
