import type { Invitation } from '#contract/administration/invitations';
import { canAdminister } from '#domain/access/can-administer';
import { dropTokens } from '#server/areas/accounts/sessions/tokens-sql';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockInvitation, toInvitation } from './sql.ts';

/** Takes an invitation back: its link ends at once. Fails with INVITATION_NOT_FOUND and INVITATION_ENDED. */
export async function withdrawInvitation(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<Invitation> {
  authorise(canAdminister(caller.viewer));
  const now = clock.now();
  return db.transaction(async (trx) => {
    const row = await lockInvitation(trx, id);
    if (!row) throw new Failure('INVITATION_NOT_FOUND');
    if (row.accepted_at || row.withdrawn_at) throw new Failure('INVITATION_ENDED');
    await trx.updateTable('invitations').set({ withdrawn_at: now }).where('id', '=', id).execute();
    await dropTokens(trx, 'invitation', id);
    await recordAudit(trx, caller, { action: 'invitation.withdraw', entity: 'invitation', entityId: id });
    return toInvitation({ ...row, withdrawn_at: now }, now);
  });
}
