import type { Transaction } from 'kysely';
import type { MyTeams, Team } from '#contract/teams';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { openAccount } from '../ledger/open-account.ts';
import { projectTier } from '../ledger/project-tier.ts';
import { noteTeamChange } from '../ledger/team-change-sql.ts';
import { payer } from '../member/own.ts';
import { describeTeam } from './describe-team.ts';
import { getTeams } from './get-teams.ts';
import { freePlaces, holdOwnTeam } from './invite.ts';
import { ownTeam } from './own-team.ts';
import { insertSeat, releaseSeat } from './seat-sql.ts';
import { holdTeam } from './team-sql.ts';

interface Given {
  readonly teamId: string;
  readonly userId: string;
  readonly now: Date;
}

/** Gives a person the next seat, and their plan at once; false: they have one. The team must be held. Fails with TEAM_FULL. */
export async function giveSeat(trx: Transaction<DB>, { now, teamId, userId }: Given): Promise<boolean> {
  if (!(await insertSeat(trx, teamId, userId, now))) return false;
  if ((await freePlaces(trx, teamId, now)).toAssign < 0) throw new Failure('TEAM_FULL');
  await project(trx, userId, now);
  return true;
}

async function project(trx: Transaction<DB>, userId: string, now: Date): Promise<void> {
  const account = await openAccount(trx, userId, now);
  if (account) await projectTier(trx, account, now);
}

/** The owner uses a seat as well. Fails with TEAM_NOT_FOUND and TEAM_FULL. */
export async function takeSeat(services: Services, caller: Caller): Promise<Team> {
  const { id } = await ownTeam(services, caller);
  const team = await services.db.transaction(async (trx) => {
    const held = await holdOwnTeam(trx, caller, id);
    const given = { teamId: id, userId: payer(caller).userId, now: services.clock.now() };
    if (await giveSeat(trx, given))
      await recordAudit(trx, caller, { action: 'team.take-seat', entity: 'team', entityId: id });
    return held;
  });
  return describeTeam(services, team);
}

/** Takes a seat from its person. Fails with TEAM_NOT_FOUND and USER_NOT_FOUND. */
export async function freeSeat(services: Services, caller: Caller, { id }: { id: string }): Promise<Team> {
  const { id: teamId } = await ownTeam(services, caller);
  const team = await services.db.transaction(async (trx) => {
    const held = await holdOwnTeam(trx, caller, teamId);
    const now = services.clock.now();
    const userId = await releaseSeat(trx, { teamId, id }, now);
    if (userId === undefined) throw new Failure('USER_NOT_FOUND');
    await noteTeamChange(trx, teamId);
    await project(trx, userId, now);
    await recordAudit(trx, caller, {
      action: 'team.free-seat',
      entity: 'team',
      entityId: teamId,
      after: { userId },
    });
    return held;
  });
  return describeTeam(services, team);
}

/** Gives the own seat back. Fails with TEAM_NOT_FOUND. */
export async function leaveTeam(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<MyTeams> {
  const { userId } = payer(caller);
  await services.db.transaction(async (trx) => {
    const now = services.clock.now();
    const team = await holdTeam(trx, id);
    if (!team || !(await releaseSeat(trx, { teamId: id, userId }, now))) throw new Failure('TEAM_NOT_FOUND');
    await noteTeamChange(trx, id);
    await project(trx, userId, now);
    await recordAudit(trx, caller, { action: 'team.leave', entity: 'team', entityId: id });
  });
  return getTeams(services, caller);
}
