import type { PasskeyAnswer } from '#contract/passkey-answer';
import type { Caller, Services } from '#server/services';
import { checkPasskey } from './check-passkey.ts';
import { noteProof } from './note-proof.ts';
import { countUse } from './passkey-sql.ts';
import { signedIn } from './signed-in.ts';

/** Whoever is signed in proves to be the owner by a passkey that recognises them. Fails with PASSKEY_REFUSED. */
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
