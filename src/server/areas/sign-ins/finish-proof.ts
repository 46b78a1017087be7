import { noteProof } from '#server/areas/accounts/proof/note-proof';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { Failure } from '#server/failure';
import type { Identity, SignInProvider } from '#server/platform/sign-in-provider';
import type { Caller, Services } from '#server/services';
import { holdLink } from './sql.ts';

/** The owner of a session has proved by a linked service to be there. Fails with WRONG_IDENTITY for anybody else. */
export async function finishProof(
  services: Services,
  caller: Caller,
  { issuer }: SignInProvider,
  { subject }: Identity,
): Promise<void> {
  const { userId } = signedIn(caller);
  await services.db.transaction(async (trx) => {
    const linked = await holdLink(trx, { issuer, subject }, services.clock.now());
    if (linked?.user_id !== userId) throw new Failure('WRONG_IDENTITY');
    await noteProof(trx, services, caller, 'service');
  });
}
