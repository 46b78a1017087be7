import { newSessionCookie, renewToken, sessionSeconds } from '#server/areas/accounts/sessions/sessions';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';

/** Ends a support session: the administrator is back in the session it was started from. */
export async function endSupport(
  services: Services,
  caller: Caller,
  resHeaders: Headers,
): Promise<{ done: true }> {
  const { sessionId, support, userId } = signedIn(caller);
  if (!support) return { done: true };
  const seconds = await sessionSeconds(services);
  const token = await services.db.transaction(async (trx) => {
    const ended = await trx
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .returning('support_from')
      .executeTakeFirst();
    await recordAudit(trx, caller, { action: 'support.end', entity: 'user', entityId: userId });
    return ended?.support_from ? renewToken(trx, ended.support_from) : null;
  });
  if (token) resHeaders.append('set-cookie', newSessionCookie(services, token, seconds));
  return { done: true };
}
