import { newSessionCookie, sessionSeconds } from '#server/areas/accounts/sessions';
import { signedIn } from '#server/areas/accounts/signed-in';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';

/** Ends a support session: the administrator is back in the session it was begun from. */
export async function endSupport(
  services: Services,
  caller: Caller,
  resHeaders: Headers,
): Promise<{ done: true }> {
  const { sessionId, support, userId } = signedIn(caller);
  if (!support) return { done: true };
  const own = await services.db.transaction(async (trx) => {
    const from = await trx
      .selectFrom('sessions as support')
      .innerJoin('sessions as own', 'own.id', 'support.support_from')
      .select('own.token')
      .where('support.id', '=', sessionId)
      .executeTakeFirst();
    await trx.deleteFrom('sessions').where('id', '=', sessionId).execute();
    await recordAudit(trx, caller, { action: 'support.end', entity: 'user', entityId: userId });
    return from;
  });
  if (own)
    resHeaders.append('set-cookie', newSessionCookie(services, own.token, await sessionSeconds(services)));
  return { done: true };
}
