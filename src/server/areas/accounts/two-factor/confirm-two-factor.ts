import { createOTP } from '@better-auth/utils/otp';
import { symmetricDecrypt } from 'better-auth/crypto';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { authOf } from '../auth.ts';
import { noteFactorOfSession } from '../proof/note-proof.ts';
import { securityLink } from '../registration/mail-links.ts';
import { demandSession } from '../sessions/demand-session.ts';
import { newSessionCookie, renewToken, sessionSeconds } from '../sessions/sessions.ts';
import { signedIn } from '../sessions/signed-in.ts';
import { counted } from '../sign-in/counted.ts';
import type { Exchange } from '../sign-in/sign-in.ts';
import { holdUser } from '../sql.ts';
import { openBackupCodes } from './make-backup-codes.ts';
import { claimTry, enableFactor, forgetTries, markCodeUsed, selectFactor } from './two-factor-sql.ts';
import { codeFailure } from './verify-two-factor.ts';

/**
 * Finishes the enrolment with a first code of the authenticator app; a mail notifies the owner. Answers the backup codes that
 * count from now on: another tab may have started again since this one was shown its own. Fails with TWO_FACTOR_OFF,
 * TWO_FACTOR_ALREADY_ON, SIGN_IN_REQUIRED, INVALID_CODE, and ACCOUNT_LOCKED after too many wrong codes.
 */
export async function confirmTwoFactor(
  services: Services,
  caller: Caller,
  { code }: { code: string },
  { resHeaders }: Exchange,
): Promise<{ done: true; backupCodes: string[] }> {
  const { email, name, sessionId, userId } = signedIn(caller);
  const started = await selectFactor(services.db.kysely, userId);
  if (!started) throw new Failure('TWO_FACTOR_OFF');
  if (started.verified !== false) throw new Failure('TWO_FACTOR_ALREADY_ON');
  const { secret } = started;
  await claimTry(services, userId);
  await counted(services, userId, demandFirstCode(services, userId, { code, secret }));
  const seconds = await sessionSeconds(services);
  const token = await services.db.transaction(async (trx) => {
    // Held as it is changed below: two of them at once would wait for each other.
    await holdUser(trx, userId);
    await demandSession(trx, caller);
    // Started again meanwhile: the code was of the earlier secret.
    const now = services.clock.now();
    if (!(await enableFactor(trx, userId, { now, secret }))) throw codeFailure('INVALID_CODE');
    await forgetTries(trx, userId);
    const renewed = await renewToken(trx, sessionId);
    if (renewed) await noteFactorOfSession(trx, renewed);
    await recordAudit(trx, caller, {
      action: 'account.enable-two-factor',
      entity: 'user',
      entityId: userId,
    });
    await enqueueMail(trx, {
      eventKey: `two-factor-enabled:${userId}:${caller.requestId}`,
      template: 'two-factor-enabled',
      recipient: email,
      props: { name, link: securityLink(services.config) },
    });
    return renewed;
  });
  if (token) resHeaders.append('set-cookie', newSessionCookie(services, token, seconds));
  const { secretConfig } = await authOf(services).$context;
  return { done: true, backupCodes: await openBackupCodes(secretConfig, started.backup_codes) };
}

async function demandFirstCode(
  services: Services,
  userId: string,
  { code, secret }: { readonly code: string; readonly secret: string },
): Promise<void> {
  const isNew = await markCodeUsed(services.db.kysely, userId, code);
  const { secretConfig: key } = await authOf(services).$context;
  const own = createOTP(await symmetricDecrypt({ key, data: secret }), { digits: 6 });
  if (!(isNew && (await own.verify(code)))) throw codeFailure('INVALID_CODE');
}
