import type { Caller, Services } from '#server/services';
import { checkPassword } from '../password/check-password.ts';
import { noteProof } from './note-proof.ts';

/** Proves with the password that the account's owner is signed in, for ten minutes. Fails with WRONG_PASSWORD, and ACCOUNT_LOCKED after too many tries. */
export async function proveIdentity(
  services: Services,
  caller: Caller,
  { password }: { password: string },
): Promise<{ done: true }> {
  await checkPassword(services, caller, password, 'password');
  await services.db.transaction((trx) => noteProof(trx, services, caller, 'password'));
  return { done: true };
}
