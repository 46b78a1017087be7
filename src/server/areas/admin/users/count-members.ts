import type { Services } from '#server/services';
import { updateMemberCounts } from './user-sql.ts';

/**
 * Remembers how many members have which tier today (UTC), at most once an hour: the history that the charts are drawn
 * from. A chore of the school.
 */
export async function countMembers({ clock, db }: Services): Promise<void> {
  await updateMemberCounts(db.kysely, clock.now());
}
