import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { administratorOf } from '../users/administrator-of.ts';

/** Puts the checklist away, for the caller alone. */
export async function dismissSetup({ clock, db }: Services, caller: Caller): Promise<{ dismissed: true }> {
  authorise(canAdminister(caller.viewer));
  const { userId } = administratorOf(caller);
  await db.transaction(async (trx) => {
    const changed = await trx
      .updateTable('profiles')
      .set({ setup_dismissed_at: clock.now() })
      .where('id', '=', userId)
      .where('setup_dismissed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (changed)
      await recordAudit(trx, caller, { action: 'setup.dismiss', entity: 'user', entityId: userId });
  });
  return { dismissed: true };
}
