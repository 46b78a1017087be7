import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { SignInAnswer, signInForm } from '#contract/accounts/accounts';
import { addressNetwork } from '#domain/accounts/address-network';
import { deviceName } from '#domain/accounts/device-name';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { verifyAgainstNothing, verifyPassword } from '../password/passwords.ts';
import { beginSession, handOver } from '../sessions/begin-session.ts';
import { knownDevice } from '../sessions/device-cookie.ts';
import { hashOfToken } from '../sessions/hash-of-token.ts';
import { newToken, sessionSeconds } from '../sessions/sessions.ts';
import { type Credentials, isStillPassword } from '../sql.ts';
import { beginOnKnownDevice, knownSignIn } from './known-device-sql.ts';
import {
  countFailure,
  failureKeys,
  forgetFailures,
  refuseIfLocked,
  refuseLocked,
  selectCredentials,
} from './lockout-sql.ts';

export interface Exchange {
  readonly reqHeaders: Headers;
  readonly resHeaders: Headers;
}

/**
 * Signs in by email and password, always with a new session. Open to everybody. Fails with INVALID_CREDENTIALS for an
 * unknown address and a wrong password alike (and after the same work), EMAIL_NOT_VERIFIED and ACCOUNT_DISABLED only with the right password,
 * ACCOUNT_LOCKED after too many wrong ones, which a device that its owner has signed in on counts for itself.
 */
export async function signIn(
  services: Services,
  caller: Caller,
  { email, password }: z.output<typeof signInForm>,
  { reqHeaders, resHeaders }: Exchange,
): Promise<SignInAnswer> {
  const device = knownDevice(services, reqHeaders, email);
  const attempt = { email, ipAddress: caller.ipAddress, device };
  const failures = failureKeys(attempt);
  const { known, lockedSeconds } = await selectCredentials(services.db, { email, failures });
  refuseLocked(lockedSeconds);
  const hash = known?.password;
  const [isRight, ready] = await Promise.all([
    hash ? verifyPassword(hash, password) : verifyAgainstNothing(password),
    hash ? prepareSession(services, caller, { known, hash, failures }) : null,
  ]);
  if (!known || !hash || !ready || !isRight) {
    await countFailure(services, attempt);
    throw new Failure('INVALID_CREDENTIALS');
  }
  if (await beginOnKnownDevice(services.db, ready.session)) {
    for (const cookie of ready.cookies) resHeaders.append('set-cookie', cookie);
    return ready.answer;
  }
  // Again: guesses made at the same moment may have locked the account meanwhile.
  const hasFailures = await refuseIfLocked(services, attempt);
  if (known.disabled_at) throw new Failure('ACCOUNT_DISABLED');
  if (!known.email_verified) throw new Failure('EMAIL_NOT_VERIFIED');
  if (hasFailures) await forgetFailures(services, attempt);
  const { id } = known;
  const confirm = async (trx: Transaction<DB>) => {
    if (!(await isStillPassword(trx, id, hash))) throw new Failure('INVALID_CREDENTIALS');
  };
  return beginSession(services, caller, { user: known, confirm }, { resHeaders });
}

/**
 * What the usual sign-in writes and answers. It is made while another thread checks the password: the check empties the
 * caches of the CPU, and whatever is left to do after it costs several times as much.
 */
async function prepareSession(
  services: Services,
  caller: Caller,
  { failures, hash, known }: { known: Credentials; hash: string; failures: readonly string[] },
) {
  const seconds = await sessionSeconds(services);
  const token = newToken();
  const now = services.clock.now();
  const session = knownSignIn(caller, {
    userId: known.id,
    password: hash,
    failures,
    device: deviceName(caller.userAgent),
    network: addressNetwork(caller.ipAddress),
    token: hashOfToken(token),
    now,
    expires: new Date(now.getTime() + seconds * 1000),
  });
  return { session, ...handOver(services, known, { token, seconds }) };
}
