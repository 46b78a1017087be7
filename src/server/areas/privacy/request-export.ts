import { demandFreshProof } from '#server/areas/accounts/proof/demand-fresh-proof';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';

/** Says that somebody is about to take the copy of everything about oneself. Fails with PROOF_REQUIRED. */
export async function requestExport(services: Services, caller: Caller): Promise<{ done: true }> {
  const { userId } = signedIn(caller);
  await demandFreshProof(services, caller);
  await services.db.transaction((trx) =>
    recordAudit(trx, caller, { action: 'account.export', entity: 'user', entityId: userId }),
  );
  return { done: true };
}
