import { demandSession } from '#server/areas/accounts/sessions/demand-session';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { refuseIfDisabled } from '#server/areas/accounts/sign-in/refuse-if-disabled';
import { Failure } from '#server/failure';
import type { Identity, SignInProvider } from '#server/platform/sign-in-provider';
import type { Caller, Services } from '#server/services';
import { notifyOfLink } from './notify-of-link.ts';
import { holdLink, insertLink } from './sql.ts';

/**
 * Links a service to the account of the caller, by the person there and not by an address. Fails with SIGN_IN_TAKEN, and with
 * SIGN_IN_REQUIRED once the session is over.
 */
export async function finishLink(
  services: Services,
  caller: Caller,
  service: SignInProvider,
  { label, subject }: Identity,
): Promise<void> {
  const { email, name, userId } = signedIn(caller);
  const now = services.clock.now();
  const { issuer } = service;
  await services.db.transaction(async (trx) => {
    await refuseIfDisabled(trx, userId);
    await demandSession(trx, caller);
    const known = await holdLink(trx, { issuer, subject }, now);
    if (known?.user_id === userId) return;
    const linkedTo = await insertLink(trx, { issuer, subject, userId, label }, now);
    if (linkedTo !== userId) throw new Failure('SIGN_IN_TAKEN');
    await notifyOfLink(trx, services, caller, { owner: { id: userId, name, email }, service });
  });
}
