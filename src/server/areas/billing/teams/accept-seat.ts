import type { Transaction } from 'kysely';
import type { MyTeams } from '#contract/teams';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { payer } from '../member/own.ts';
import { getTeams } from './get-teams.ts';
import { endInvitation, holdInvitation, selectInvitation, selectMailbox } from './invitation-sql.ts';
import { giveSeat } from './seats.ts';
import { holdTeam } from './team-sql.ts';

interface Shown {
  readonly team: string;
  readonly owner: string | null;
  readonly state: 'open' | 'over' | 'accepted' | 'other' | 'visitor';
}

/** What an invitation is for; the address is not shown. Open to everybody. Fails with INVITATION_NOT_FOUND. */
export async function showInvitation(
  { clock, db }: Services,
  { viewer }: Caller,
  { id }: { id: string },
): Promise<Shown> {
  const row = await selectInvitation(db.kysely, id);
  if (!row) throw new Failure('INVITATION_NOT_FOUND');
  const { owner, team } = row;
  if (viewer.kind === 'member' && row.accepted_by === viewer.userId)
    return { team, owner, state: 'accepted' };
  const isOver =
    row.accepted_at ||
    row.withdrawn_at ||
    row.declined_at ||
    row.owner_id === null ||
    row.expires_at <= clock.now();
  if (isOver) return { team, owner, state: 'over' };
  if (viewer.kind !== 'member') return { team, owner, state: 'visitor' };
  const mailbox = await selectMailbox(db.kysely, viewer.userId);
  const isOwn = mailbox?.email_verified && mailbox.email.toLowerCase() === row.email;
  return { team, owner, state: isOwn ? 'open' : 'other' };
}

/**
 * Takes a seat. The link proves nothing: only the owner of the invited address, who has confirmed it, can accept.
 * Fails with INVITATION_NOT_FOUND, INVITATION_ENDED, WRONG_MAILBOX and TEAM_FULL.
 */
export async function acceptSeat(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<MyTeams> {
  const { userId } = payer(caller);
  await services.db.transaction(async (trx) => {
    const now = services.clock.now();
    const invitation = await holdOwnInvitation(trx, caller, id, now);
    // A second click finds it done.
    if (invitation.accepted_at) return;
    // Nobody could free the seat again.
    if ((await holdTeam(trx, invitation.team_id))?.owner_id == null) throw new Failure('INVITATION_ENDED');
    await giveSeat(trx, { teamId: invitation.team_id, userId, now });
    await endInvitation(trx, id, { accepted_at: now, accepted_by: userId });
    await recordAudit(trx, caller, { action: 'team.accept', entity: 'team', entityId: invitation.team_id });
  });
  return getTeams(services, caller);
}

/** Says no; its owner sees that the seat is free. Fails as `acceptSeat` does. */
export async function declineSeat(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<MyTeams> {
  await services.db.transaction(async (trx) => {
    const now = services.clock.now();
    const invitation = await holdOwnInvitation(trx, caller, id, now);
    if (invitation.accepted_at) throw new Failure('INVITATION_ENDED');
    await endInvitation(trx, id, { declined_at: now });
    await recordAudit(trx, caller, { action: 'team.decline', entity: 'team', entityId: invitation.team_id });
  });
  return getTeams(services, caller);
}

async function holdOwnInvitation(trx: Transaction<DB>, caller: Caller, id: string, now: Date) {
  const { userId } = payer(caller);
  const invitation = await holdInvitation(trx, id);
  if (!invitation) throw new Failure('INVITATION_NOT_FOUND');
  if (invitation.accepted_by === userId) return invitation;
  const mailbox = await selectMailbox(trx, userId);
  if (!mailbox?.email_verified || mailbox.email.toLowerCase() !== invitation.email)
    throw new Failure('WRONG_MAILBOX');
  const isOver =
    invitation.accepted_at ||
    invitation.withdrawn_at ||
    invitation.declined_at ||
    invitation.expires_at <= now;
  if (isOver) throw new Failure('INVITATION_ENDED');
  return invitation;
}
