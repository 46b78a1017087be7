import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail-outbox';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { authOf } from './auth.ts';
import { sessionTokenIn } from './cookies.ts';
import { counted } from './counted.ts';
import { forwardCookies, libraryHeaders, orFail } from './library.ts';
import { securityLink } from './mail-links.ts';
import { noteFactorOfSession } from './note-proof.ts';
import type { Exchange } from './sign-in.ts';
import { signedIn } from './signed-in.ts';
import { claimTry, forgetTries, noteEnabled } from './two-factor-sql.ts';
import { codeFailure } from './verify-two-factor.ts';

/**
 * Finishes the enrolment with a first code of the authenticator app; a mail tells the owner. Fails with TWO_FACTOR_OFF,
 * INVALID_CODE, and ACCOUNT_LOCKED after too many wrong codes.
 */
export async function confirmTwoFactor(
  services: Services,
  caller: Caller,
  { code }: { code: string },
  { reqHeaders, resHeaders }: Exchange,
): Promise<{ done: true }> {
  const member = signedIn(caller);
  const started = await services.db.kysely
    .selectFrom('two_factor')
    .select('id')
    .where('user_id', '=', member.userId)
    .executeTakeFirst();
  if (!started) throw new Failure('TWO_FACTOR_OFF');
  await claimTry(services, member.userId);
  const call = authOf(services).api.verifyTOTP({
    body: { code },
    headers: libraryHeaders(caller, reqHeaders),
    returnHeaders: true,
  });
  const { headers } = await counted(services, member.userId, orFail(call, codeFailure));
  forwardCookies(headers, resHeaders);
  // Enabled, the session goes on under another token.
  const token = sessionTokenIn(headers, services.config);
  await services.db.transaction(async (trx) => {
    await forgetTries(trx, member.userId);
    await noteEnabled(trx, member.userId);
    if (token) await noteFactorOfSession(trx, token);
    await recordAudit(trx, caller, {
      action: 'account.enable-two-factor',
      entity: 'user',
      entityId: member.userId,
    });
    await enqueueMail(trx, {
      eventKey: `two-factor-enabled:${member.userId}:${caller.requestId}`,
      template: 'two-factor-enabled',
      recipient: member.email,
      props: { name: member.name, link: securityLink(services.config) },
    });
  });
  return { done: true };
}
