import { demandFreshProof } from '#server/areas/accounts/proof/demand-fresh-proof';
import type { Caller, Services } from '#server/services';

/**
 * Asks for the fresh proof before a browser starts the download, which could show nothing but a failure. Writes nothing: the
 * download itself is audited. Fails with PROOF_REQUIRED.
 */
export async function requestExport(services: Services, caller: Caller): Promise<{ done: true }> {
  await demandFreshProof(services, caller);
  return { done: true };
}
