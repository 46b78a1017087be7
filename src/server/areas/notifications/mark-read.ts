import { sql } from 'kysely';
import { fromCursor } from '#server/cursor';
import type { Caller, Services } from '#server/services';
import { inboxOwner } from './inbox-owner.ts';
import { isForReader } from './readable-sql.ts';
import { selectUnread } from './sql.ts';

/**
 * Marks own notifications as read: those named, all up to one that was shown, or all. Answers how many are unread afterwards. Not
 * audited: it is what a person looked at.
 */
export async function markRead(
  services: Services,
  caller: Caller,
  { ids, until }: { ids?: readonly string[] | undefined; until?: string | undefined },
): Promise<{ count: number }> {
  const owner = inboxOwner(services, caller);
  const newest = until === undefined ? null : fromCursor(until);
  const shown = newest
    ? sql`(n.created_at, n.id) <= (${newest.at}::timestamptz, ${newest.id}::uuid)`
    : sql`true`;
  return services.db.transaction(async (trx) => {
    await sql`
      update notifications n set read_at = ${owner.now}
      where ${isForReader(owner)} and user_id = ${owner.userId} and in_app and read_at is null
        and (${ids === undefined}::boolean or id = any(${[...(ids ?? [])]}::uuid[])) and ${shown}`.execute(
      trx,
    );
    return { count: await selectUnread(trx, owner) };
  });
}
