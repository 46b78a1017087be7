import type { Services } from '#server/services';
import { deleteOldInvitations } from './invitation-sql.ts';

/** For so long an owner sees an invitation that nobody took, and can send it again. */
const KEPT_MS = 30 * 86_400_000;

/** Forgets who was invited to a team and didn't join. A chore of the school; answers how many. */
export function forgetInvitations({ clock, db }: Services): Promise<number> {
  return deleteOldInvitations(db.kysely, new Date(clock.now().getTime() - KEPT_MS));
}
