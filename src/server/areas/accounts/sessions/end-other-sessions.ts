import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { deleteSessions } from '../sql.ts';
import { signedIn } from './signed-in.ts';

/** Ends all own sessions but the one that asks; answers how many. */
export async function endOtherSessions({ db }: Services, caller: Caller): Promise<{ ended: number }> {
  const { sessionId, userId } = signedIn(caller);
  return db.transaction(async (trx) => {
    const ended = await deleteSessions(trx, userId, sessionId);
    if (ended > 0)
      await recordAudit(trx, caller, {
        action: 'account.end-other-sessions',
        entity: 'user',
        entityId: userId,
        after: { ended },
      });
    return { ended };
  });
}
