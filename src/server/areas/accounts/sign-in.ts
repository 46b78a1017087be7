import type { z } from 'zod';
import type { signInForm, User } from '#contract/accounts';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { challengeCookie, openChallenge } from './challenge.ts';
import { rowToUser } from './load-user.ts';
import { countFailure, forgetFailures, refuseIfLocked } from './lockout.ts';
import { noteDevice } from './note-device.ts';
import { verifyAgainstNothing, verifyPassword } from './passwords.ts';
import { insertSession, newSessionCookie, sessionSeconds } from './sessions.ts';
import { isStillPassword, selectCredentials } from './sql.ts';

export interface Exchange {
  readonly reqHeaders: Headers;
  readonly resHeaders: Headers;
}
type SignedIn = { status: 'signed-in'; user: User } | { status: 'two-factor-required' };

/**
 * Signs in by email and password, always with a new session. Open to everybody. Fails with INVALID_CREDENTIALS for an
 * unknown address and a wrong password alike (and after the same work), EMAIL_NOT_VERIFIED and ACCOUNT_DISABLED only with the right password,
 * ACCOUNT_LOCKED after too many wrong ones.
 */
export async function signIn(
  services: Services,
  caller: Caller,
  { email, password }: z.output<typeof signInForm>,
  { resHeaders }: Pick<Exchange, 'resHeaders'>,
): Promise<SignedIn> {
  const attempt = { email, ipAddress: caller.ipAddress };
  await refuseIfLocked(services, attempt);
  const known = await selectCredentials(services.db.kysely, email);
  const isRight = known?.password
    ? await verifyPassword(known.password, password)
    : await verifyAgainstNothing(password);
  if (!known?.password || !isRight) {
    await countFailure(services, attempt);
    throw new Failure('INVALID_CREDENTIALS');
  }
  // Again: guesses made at the same moment may have locked the account meanwhile.
  const hasFailures = await refuseIfLocked(services, attempt);
  if (known.disabled_at) throw new Failure('ACCOUNT_DISABLED');
  if (!known.email_verified) throw new Failure('EMAIL_NOT_VERIFIED');
  if (hasFailures) await forgetFailures(services, attempt);
  const { id, password: hash } = known;
  if (known.two_factor_enabled) {
    const challenge = await services.db.transaction(async (trx) => {
      if (!(await isStillPassword(trx, id, hash))) throw new Failure('INVALID_CREDENTIALS');
      return openChallenge(trx, id);
    });
    resHeaders.append('set-cookie', challengeCookie(services, challenge));
    return { status: 'two-factor-required' };
  }
  const seconds = await sessionSeconds(services);
  const token = await services.db.transaction(async (trx) => {
    if (!(await isStillPassword(trx, id, hash))) throw new Failure('INVALID_CREDENTIALS');
    await recordAudit(trx, caller, { action: 'account.sign-in', entity: 'user', entityId: id });
    await noteDevice(trx, services, caller, known);
    return insertSession(trx, caller, id, { now: services.clock.now(), seconds });
  });
  resHeaders.append('set-cookie', newSessionCookie(services, token, seconds));
  return { status: 'signed-in', user: rowToUser(known) };
}
