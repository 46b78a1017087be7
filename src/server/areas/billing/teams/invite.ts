import type { Transaction } from 'kysely';
import { email as emailSchema } from '#contract/accounts/accounts';
import type { SEAT_INVITE_OUTCOMES, Team } from '#contract/teams';
import { INVITATION_DAYS } from '#domain/accounts/invitation';
import { seatsAt } from '#domain/billing/seats';
import { DAILY_LIMITS } from '#domain/site/daily-limits';
import { recordAudit } from '#server/db/audit';
import { dayBefore, refuseOverLimit } from '#server/db/counts/daily-limit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectFacts } from '../ledger/ledger-sql.ts';
import { selectPolicy } from '../ledger/policy-sql.ts';
import { secondsOf } from '../ledger/seconds.ts';
import { payer } from '../member/own.ts';
import { describeTeam } from './describe-team.ts';
import {
  endInvitation,
  holdInvitation,
  insertInvitation,
  renewInvitation,
  selectFirstSent,
  selectOpenInvitations,
} from './invitation-sql.ts';
import { mailSeat } from './mail-seat.ts';
import { ownTeam } from './own-team.ts';
import { countPlaces, selectSeats } from './seat-sql.ts';
import { holdTeam, selectTeamAccount, type TeamRow } from './team-sql.ts';

type Outcome = (typeof SEAT_INVITE_OUTCOMES)[number];
interface Line {
  readonly email: string;
  readonly outcome: Outcome;
}

const expiryOf = (now: Date) => new Date(now.getTime() + INVITATION_DAYS * 86_400_000);

/**
 * Invites people by mail, as many as there are seats for; says what became of each. Fails with TEAM_NOT_FOUND, and with
 * DAILY_LIMIT when these are more than a team may invite in a day: nobody of them is invited then.
 */
export async function inviteToTeam(
  services: Services,
  caller: Caller,
  { emails }: { emails: readonly string[] },
): Promise<{ lines: Line[]; team: Team }> {
  const { id } = await ownTeam(services, caller);
  return services.db
    .transaction(async (trx) => {
      const team = await holdOwnTeam(trx, caller, id);
      const now = services.clock.now();
      const lines = await judge(trx, team, emails, now);
      await refuseTooMany(trx, team.id, lines.filter(({ outcome }) => outcome === 'ok').length, now);
      for (const { email, outcome } of lines)
        if (outcome === 'ok') await invite(services, caller, trx, { team, email, now });
      return { team, lines };
    })
    .then(async ({ lines, team }) => ({ lines, team: await describeTeam(services, team) }));
}

/** Nobody else changes it; who handed it over meanwhile changes nothing of it any more. */
export async function holdOwnTeam(trx: Transaction<DB>, caller: Caller, id: string): Promise<TeamRow> {
  const team = await holdTeam(trx, id);
  if (team?.owner_id !== payer(caller).userId) throw new Failure('TEAM_NOT_FOUND');
  return team;
}

/** How many more people a team has seats for, those who are invited counted. */
export async function freePlaces(trx: Transaction<DB>, teamId: string, now: Date) {
  const account = await selectTeamAccount(trx, teamId);
  const facts = account ? await selectFacts(trx, account.id) : [];
  const { policy } = await selectPolicy(trx);
  const paid = seatsAt(facts, secondsOf(now), policy);
  const { assigned, invited } = await countPlaces(trx, teamId, now);
  return { paid, toAssign: paid - assigned, toInvite: paid - assigned - invited };
}

/** Who takes invitations back to send others mails strangers without end: a seat is no more than one email a day, and some. */
async function refuseTooMany(trx: Transaction<DB>, teamId: string, more: number, now: Date): Promise<void> {
  if (more === 0) return;
  const { paid } = await freePlaces(trx, teamId, now);
  const most = Math.max(1, DAILY_LIMITS.teamInvitations + paid - more + 1);
  refuseOverLimit(await selectFirstSent(trx, teamId, { most, since: dayBefore(now) }), now);
}

async function judge(
  trx: Transaction<DB>,
  team: TeamRow,
  emails: readonly string[],
  now: Date,
): Promise<Line[]> {
  const seats = await selectSeats(trx, team.id);
  const members = new Set(
    seats.filter(({ released_at }) => released_at === null).map(({ email }) => email.toLowerCase()),
  );
  const open = await selectOpenInvitations(trx, team.id);
  const invited = new Set(open.filter(({ expires_at }) => expires_at > now).map(({ email }) => email));
  let { toInvite } = await freePlaces(trx, team.id, now);
  const seen = new Set<string>();
  return emails.map((given) => {
    const address = emailSchema.safeParse(given);
    if (!address.success) return { email: given, outcome: 'bad-address' };
    const email = address.data;
    const isRepeated = seen.has(email);
    seen.add(email);
    if (isRepeated) return { email, outcome: 'repeated' };
    if (members.has(email)) return { email, outcome: 'member' };
    if (invited.has(email)) return { email, outcome: 'already-invited' };
    toInvite -= 1;
    return { email, outcome: toInvite >= 0 ? 'ok' : 'full' };
  });
}

async function invite(
  services: Services,
  caller: Caller,
  trx: Transaction<DB>,
  { email, now, team }: { team: TeamRow; email: string; now: Date },
): Promise<void> {
  // One whose time is over makes room for the new one.
  for (const old of await selectOpenInvitations(trx, team.id))
    if (old.email === email) await endInvitation(trx, old.id, { withdrawn_at: now });
  const id = await insertInvitation(trx, { team_id: team.id, email, now, expires_at: expiryOf(now) });
  await mailSeat(services, caller, trx, { id, email, team: team.name, sentAt: now });
  await recordAudit(trx, caller, {
    action: 'team.invite',
    entity: 'team',
    entityId: team.id,
    after: { invitation: id },
  });
}

/** Sends an invitation again; its link stays, with 14 more days. Fails with INVITATION_NOT_FOUND, TEAM_FULL and DAILY_LIMIT. */
export function resendSeat(services: Services, caller: Caller, { id }: { id: string }): Promise<Team> {
  return changeInvitation(services, caller, id, async (trx, team, invitation) => {
    const now = services.clock.now();
    const isOver = invitation.expires_at <= now;
    if (isOver && (await freePlaces(trx, team.id, now)).toInvite < 1) throw new Failure('TEAM_FULL');
    // One that was sent today counts already; how often one mailbox gets it is capped with its mails.
    if (invitation.sent_at <= dayBefore(now)) await refuseTooMany(trx, team.id, 1, now);
    await renewInvitation(trx, id, { sent_at: now, expires_at: expiryOf(now) });
    await mailSeat(services, caller, trx, { id, email: invitation.email, team: team.name, sentAt: now });
    return 'team.resend';
  });
}

/** Takes an invitation back: nobody can accept it any more. Fails with INVITATION_NOT_FOUND. */
export function withdrawSeat(services: Services, caller: Caller, { id }: { id: string }): Promise<Team> {
  return changeInvitation(services, caller, id, async (trx) => {
    await endInvitation(trx, id, { withdrawn_at: services.clock.now() });
    return 'team.withdraw';
  });
}

type Invitation = NonNullable<Awaited<ReturnType<typeof holdInvitation>>>;

/** Another team's invitation does not exist for the caller; neither does one that was answered. */
async function changeInvitation(
  services: Services,
  caller: Caller,
  id: string,
  work: (trx: Transaction<DB>, team: TeamRow, invitation: Invitation) => Promise<string>,
): Promise<Team> {
  const { id: teamId } = await ownTeam(services, caller);
  const team = await services.db.transaction(async (trx) => {
    const held = await holdOwnTeam(trx, caller, teamId);
    const invitation = await holdInvitation(trx, id);
    const isOpen =
      invitation && !invitation.accepted_at && !invitation.withdrawn_at && !invitation.declined_at;
    if (!isOpen || invitation.team_id !== teamId) throw new Failure('INVITATION_NOT_FOUND');
    const action = await work(trx, held, invitation);
    await recordAudit(trx, caller, { action, entity: 'team', entityId: teamId, after: { invitation: id } });
    return held;
  });
  return describeTeam(services, team);
}
