import { SECURITY_PATH } from '#domain/accounts/profile-paths';
import { demandFreshProof } from '#server/areas/accounts/proof/demand-fresh-proof';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import type { Caller, Services } from '#server/services';
import { beginAttempt } from './begin-attempt.ts';

/** Begins to link a service to the own account, for who proved lately to be its owner. */
export async function beginLink(
  services: Services,
  caller: Caller,
  { provider }: { provider: string },
  resHeaders: Headers,
): Promise<{ url: string }> {
  const { sessionId } = signedIn(caller);
  await demandFreshProof(services, caller);
  const redirect = SECURITY_PATH;
  return beginAttempt(services, { purpose: 'link', provider, redirect, sessionId }, resHeaders);
}
