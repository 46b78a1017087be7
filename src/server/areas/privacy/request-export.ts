import { demandFreshProof } from '#server/areas/accounts/proof/demand-fresh-proof';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import type { Caller, Services } from '#server/services';
import { refuseWhileRunning } from './begin-copy.ts';

/**
 * Asks for what the download asks for, before a browser starts it and could show nothing but a failure. Writes nothing: the
 * download itself is audited. Fails with PROOF_REQUIRED and EXPORT_RUNNING.
 */
export async function requestExport(services: Services, caller: Caller): Promise<{ done: true }> {
  await demandFreshProof(services, caller);
  refuseWhileRunning(signedIn(caller).userId);
  return { done: true };
}
