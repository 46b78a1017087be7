import type { Transaction } from 'kysely';
import type { Invitee, InviteLine } from '#contract/administration/invitations';
import { canAdminister } from '#domain/access/can-administer';
import { demandStillAdministrator } from '#server/areas/accounts/demand-still-administrator';
import { demandFreshProof } from '#server/areas/accounts/proof/demand-fresh-proof';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { holdTurn } from '#server/db/hold-turn';
import type { DB } from '#server/db/types';
import type { Caller, Services } from '#server/services';
import { judgePeople } from './judge-people.ts';
import { mailInvitation } from './mail-invitation.ts';
import { expiryOf } from './sql.ts';

/**
 * Invites people by mail, all who can be invited; says what became of each. An invitation whose time is over makes room
 * for the new one. Fails with PROOF_REQUIRED when somebody is to be an administrator.
 */
export async function invitePeople(
  services: Services,
  caller: Caller,
  { people }: { people: Invitee[] },
): Promise<{ lines: InviteLine[]; ok: number }> {
  authorise(canAdminister(caller.viewer));
  const makesAdministrator = people.some(({ role }) => role === 'admin');
  if (makesAdministrator) await demandFreshProof(services, caller);
  return services.db.transaction(async (trx) => {
    // Two lists with the same address come one after the other.
    await holdTurn(trx, 'invitations');
    if (makesAdministrator) await demandStillAdministrator(trx, caller);
    const given = people.map((person, index) => ({ ...person, line: index + 1, outcome: 'ok' as const }));
    const lines = await judgePeople(trx, services, given);
    const wanted = people.filter((_, index) => lines[index]?.outcome === 'ok');
    for (const person of wanted) await invite(services, caller, trx, person);
    return { lines, ok: wanted.length };
  });
}

async function invite(
  services: Services,
  caller: Caller,
  trx: Transaction<DB>,
  { email, role, tier }: Invitee,
): Promise<void> {
  const now = services.clock.now();
  await trx
    .updateTable('invitations')
    .set({ withdrawn_at: now })
    .where('email', '=', email)
    .where('withdrawn_at', 'is', null)
    .where('accepted_at', 'is', null)
    .execute();
  const { id } = await trx
    .insertInto('invitations')
    .values({
      email,
      tier,
      is_admin: role === 'admin',
      invited_by: signedIn(caller).userId,
      created_at: now,
      sent_at: now,
      expires_at: expiryOf(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await mailInvitation(services, caller, trx, { id, email });
  await recordAudit(trx, caller, {
    action: 'invitation.send',
    entity: 'invitation',
    entityId: id,
    after: { tier, role },
  });
}
