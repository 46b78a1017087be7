import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import type { Caller, Services } from '#server/services';
import { updateSeen } from './seen-sql.ts';

/**
 * Remembers that the caller has seen what was new: of courses one studies their new sections up to an instant, else the
 * new course or post itself. Saying it twice, or late, brings nothing back. Not audited: it is what a person looked at.
 */
export async function seeNews(
  { clock, db }: Services,
  caller: Caller,
  { ids, until }: { ids: readonly string[]; until: string },
): Promise<{ ids: string[] }> {
  const { userId } = signedIn(caller);
  const now = clock.now();
  const seenAt = new Date(Math.min(Date.parse(until), now.getTime()));
  const wanted = [...new Set(ids)];
  await updateSeen(db.kysely, { userId, ids: wanted, seenAt, now });
  return { ids: wanted };
}
