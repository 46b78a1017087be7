import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { signedIn } from '../sessions/signed-in.ts';
import { noteProof } from './note-proof.ts';
import { proveSecondFactor } from './prove-second-factor.ts';

/**
 * Proves the second factor, for ten minutes: the other half of a fresh proof. Fails with
 * TWO_FACTOR_OFF, INVALID_CODE, and ACCOUNT_LOCKED after too many wrong codes.
 */
export async function proveFactor(
  services: Services,
  caller: Caller,
  { code }: { code: string },
): Promise<{ done: true }> {
  if (!signedIn(caller).twoFactorEnabled) throw new Failure('TWO_FACTOR_OFF');
  await proveSecondFactor(services, caller, { code });
  await services.db.transaction((trx) => noteProof(trx, services, caller, 'second-factor'));
  return { done: true };
}
