import type { Invitation } from '#contract/administration/invitations';
import { canAdminister } from '#domain/access/can-administer';
import { demandStillAdministrator } from '#server/areas/accounts/demand-still-administrator';
import { demandFreshProof } from '#server/areas/accounts/proof/demand-fresh-proof';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { mailInvitation } from './mail-invitation.ts';
import { expiryOf, invitesAdministrator, lockInvitation, toInvitation } from './sql.ts';

/**
 * Sends an invitation again, as the caller's, with a new link and 14 more days, also when its time was over. Fails with
 * INVITATION_NOT_FOUND, INVITATION_ENDED, and PROOF_REQUIRED for an administrator's.
 */
export async function resendInvitation(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<Invitation> {
  authorise(canAdminister(caller.viewer));
  if (await invitesAdministrator(services.db.kysely, id)) await demandFreshProof(services, caller);
  const { name, userId } = signedIn(caller);
  const now = services.clock.now();
  return services.db.transaction(async (trx) => {
    await demandStillAdministrator(trx, caller);
    const row = await lockInvitation(trx, id);
    if (!row) throw new Failure('INVITATION_NOT_FOUND');
    if (row.accepted_at || row.withdrawn_at) throw new Failure('INVITATION_ENDED');
    const times = { sent_at: now, expires_at: expiryOf(now) };
    // Whoever sends an administrator's invitation answers for it: it ends with their rights.
    await trx
      .updateTable('invitations')
      .set({ ...times, invited_by: userId })
      .where('id', '=', id)
      .execute();
    await mailInvitation(services, caller, trx, row);
    await recordAudit(trx, caller, { action: 'invitation.resend', entity: 'invitation', entityId: id });
    return toInvitation({ ...row, ...times, invited_by: name }, now);
  });
}
