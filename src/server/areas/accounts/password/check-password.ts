import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { signedIn } from '../sessions/signed-in.ts';
import { countFailure, forgetFailures, refuseIfLocked } from '../sign-in/lockout-sql.ts';
import { selectPasswordHash } from '../sql.ts';
import { verifyPassword } from './passwords.ts';

/**
 * Proves that the account's owner is signed in; throws WRONG_PASSWORD, and ACCOUNT_LOCKED after too many tries. Answers what is
 * kept of the password.
 */
export async function checkPassword(
  services: Services,
  caller: Caller,
  password: string,
  field: string,
): Promise<string> {
  const { email, sessionId, userId } = signedIn(caller);
  const attempt = { email, ipAddress: caller.ipAddress, sessionId };
  await refuseIfLocked(services, attempt);
  const hashed = (await selectPasswordHash(services.db.kysely, userId))?.password;
  if (hashed && (await verifyPassword(hashed, password))) {
    // Again: guesses made at the same moment may have locked the account meanwhile.
    if (await refuseIfLocked(services, attempt)) await forgetFailures(services, attempt);
    return hashed;
  }
  await countFailure(services, attempt);
  throw wrongPassword(field);
}

export function wrongPassword(field: string): Failure {
  return new Failure('WRONG_PASSWORD', { fields: { [field]: m.faults_this_isnt_your_current_password() } });
}
