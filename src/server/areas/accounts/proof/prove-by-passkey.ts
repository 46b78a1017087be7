import type { PasskeyAnswer } from '#contract/accounts/passkey-answer';
import type { Caller, Services } from '#server/services';
import { checkPasskey } from '../passkeys/check-passkey.ts';
import { countUse } from '../passkeys/passkey-sql.ts';
import { signedIn } from '../sessions/signed-in.ts';
import { noteProof } from './note-proof.ts';

/** Proves with a passkey that verifies its user that the account's owner is signed in. Fails with PASSKEY_REFUSED. */
export async function proveByPasskey(
  services: Services,
  caller: Caller,
  { credential }: { credential: PasskeyAnswer },
): Promise<{ done: true }> {
  const passkey = await checkPasskey(services, credential, ['prove'], signedIn(caller).sessionId);
  await services.db.transaction(async (trx) => {
    await countUse(trx, { ...passkey, now: services.clock.now() });
    await noteProof(trx, services, caller, 'passkey');
  });
  return { done: true };
}
