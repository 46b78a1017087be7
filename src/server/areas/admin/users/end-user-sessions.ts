import { canAdminister } from '#domain/access/can-administer';
import { demandStillAdministrator } from '#server/areas/accounts/demand-still-administrator';
import { endKeys } from '#server/areas/accounts/keys/end-keys';
import { dropChallenges } from '#server/areas/accounts/sign-in/challenge-sql';
import { deleteSessions } from '#server/areas/accounts/sql';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockUser } from './user-sql.ts';

/** Signs a user out everywhere, programs with API keys included; answers how many sessions ended. */
export async function endUserSessions(
  { db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ ended: number }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    await demandStillAdministrator(trx, caller);
    if (!(await lockUser(trx, id))) throw new Failure('USER_NOT_FOUND');
    const ended = await deleteSessions(trx, id);
    const endedKeys = await endKeys(trx, id);
    await dropChallenges(trx, id);
    await recordAudit(trx, caller, {
      action: 'user.end-sessions',
      entity: 'user',
      entityId: id,
      after: { endedSessions: ended, endedKeys },
    });
    return { ended };
  });
}
