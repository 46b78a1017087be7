import type { Caller, Services } from '#server/services';
import { signedIn } from '../sessions/signed-in.ts';
import { spendEmailCode, tryCode } from '../sign-in/email-code-sql.ts';
import { noteProof } from './note-proof.ts';

/** Proves with an emailed code that the account's owner is signed in. Fails with INVALID_CODE and CODE_EXPIRED. */
export async function proveByCode(
  services: Services,
  caller: Caller,
  given: { challenge: string; code: string },
): Promise<{ done: true }> {
  const { id } = await tryCode(services, given, signedIn(caller).sessionId);
  await services.db.transaction(async (trx) => {
    await spendEmailCode(trx, id, services.clock.now());
    await noteProof(trx, services, caller, 'email-code');
  });
  return { done: true };
}
