import type { Caller, Services } from '#server/services';
import { inboxOwner } from './inbox-owner.ts';
import { selectUnread } from './sql.ts';

/** How many of the own notifications are unread; counting stops at 100. */
export async function countUnread(services: Services, caller: Caller): Promise<{ count: number }> {
  return { count: await selectUnread(services.db.kysely, inboxOwner(services, caller)) };
}
