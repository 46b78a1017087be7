import { sql } from 'kysely';
import type { Caller, Services } from '#server/services';
import { inboxOwner } from './inbox-owner.ts';
import { isForReader } from './readable-sql.ts';
import { selectUnread } from './sql.ts';

/**
 * Marks own notifications as read: those named, or all. Answers how many are unread afterwards. Not audited: it is
 * what a person looked at.
 */
export async function markRead(
  services: Services,
  caller: Caller,
  { ids }: { ids?: readonly string[] | undefined },
): Promise<{ count: number }> {
  const owner = inboxOwner(services, caller);
  return services.db.transaction(async (trx) => {
    await sql`
      update notifications n set read_at = ${owner.now}
      where ${isForReader(owner)} and user_id = ${owner.userId} and in_app and read_at is null
        and (${ids === undefined}::boolean or id = any(${[...(ids ?? [])]}::uuid[]))`.execute(trx);
    return { count: await selectUnread(trx, owner) };
  });
}
