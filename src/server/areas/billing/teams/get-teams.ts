import type { MyTeams } from '#contract/teams';
import { entitlement } from '#domain/billing/entitlement';
import { seatStretches } from '#domain/billing/seats';
import type { Caller, Services } from '#server/services';
import { selectFacts } from '../ledger/ledger-sql.ts';
import { selectPolicy } from '../ledger/policy-sql.ts';
import { selectHeldSeats } from '../ledger/seat-sql.ts';
import { secondsOf } from '../ledger/seconds.ts';
import { payer } from '../member/own.ts';
import { describeTeam } from './describe-team.ts';
import { selectInvitationsTo, selectMailbox } from './invitation-sql.ts';
import { selectOwnedTeam } from './team-sql.ts';

/** The team that the caller owns, those in which they have a seat, and those that invite them. */
export async function getTeams(services: Services, caller: Caller): Promise<MyTeams> {
  const { clock, db } = services;
  const { userId } = payer(caller);
  const owned = await selectOwnedTeam(db.kysely, userId);
  const mailbox = await selectMailbox(db.kysely, userId);
  const invitations = mailbox?.email_verified
    ? await selectInvitationsTo(db.kysely, mailbox.email.toLowerCase(), clock.now())
    : [];
  return {
    owned: owned ? await describeTeam(services, owned) : null,
    memberships: await membershipsOf(services, userId),
    invitations: invitations.map(({ expires_at, ...invitation }) => ({
      ...invitation,
      expiresAt: expires_at.toISOString(),
    })),
  };
}

async function membershipsOf({ clock, db }: Services, userId: string): Promise<MyTeams['memberships']> {
  const { policy } = await selectPolicy(db.kysely);
  const memberships: MyTeams['memberships'] = [];
  for (const seat of await selectHeldSeats(db.kysely, userId)) {
    const facts = seat.account_id === null ? [] : await selectFacts(db.kysely, seat.account_id);
    const stretches = seatStretches({ name: seat.name, facts }, seat.place, policy);
    const { tier, why } = entitlement([], secondsOf(clock.now()), policy, stretches);
    memberships.push({
      teamId: seat.team_id,
      name: seat.name,
      owner: seat.owner_name,
      tier: why === 'none' ? null : tier,
    });
  }
  return memberships;
}
