import type { Services } from '#server/services';
import { deleteAnswered } from './inbox-sql.ts';

/** Longer than a provider keeps its events: one that comes again is known until then. */
const KEPT_MS = 35 * 86_400_000;

/** Deletes notices that were answered long ago. A chore of the school; answers how many. */
export function forgetNotices({ clock, db }: Services): Promise<number> {
  return deleteAnswered(db.kysely, new Date(clock.now().getTime() - KEPT_MS));
}
