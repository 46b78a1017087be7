import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { signedIn } from './signed-in.ts';

/** Ends one of the own sessions; a session of somebody else is as unknown as one that never was. */
export async function endSession(
  { db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ done: true }> {
  const { userId } = signedIn(caller);
  await db.transaction(async (trx) => {
    const ended = await trx
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!ended) throw new Failure('SESSION_NOT_FOUND');
    await recordAudit(trx, caller, { action: 'account.end-session', entity: 'user', entityId: userId });
  });
  return { done: true };
}
