import { teamSubscription } from '#domain/billing/seats';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { beginTurn, CHANGES } from '../commands/take-turns.ts';
import { selectFacts } from '../ledger/ledger-sql.ts';
import { findPaying, lookNow, type Own, payer } from '../member/own.ts';
import { selectOwnedTeam, selectTeamAccount, type TeamRow } from './team-sql.ts';

/** The team that the caller owns. Fails with TEAM_NOT_FOUND. */
export async function ownTeam({ db }: Pick<Services, 'db'>, caller: Caller): Promise<TeamRow> {
  const team = await selectOwnedTeam(db.kysely, payer(caller).userId);
  if (!team) throw new Failure('TEAM_NOT_FOUND');
  return team;
}

/** As whom the provider knows a team; undefined: nobody pays for it, or somebody who handed it over since. */
export async function findTeamPaying(services: Services, { id }: TeamRow): Promise<Own | undefined> {
  const account = await selectTeamAccount(services.db.kysely, id);
  return account && findPaying(services, account.id);
}

/** The own team's subscription as the provider has it now. Fails with TEAM_NOT_FOUND and NO_SUBSCRIPTION. */
export async function liveTeam(services: Services, caller: Caller) {
  const team = await ownTeam(services, caller);
  const own = await findTeamPaying(services, team);
  if (!own) throw new Failure('NO_SUBSCRIPTION');
  const turn = await beginTurn(services, { accountId: own.accountId, kinds: CHANGES });
  await lookNow(services, own.customer);
  // Of the owner's own card only: what a former owner paid for is nothing to change.
  const facts = await selectFacts(services.db.kysely, own.accountId, own.customer.customer);
  const sub = teamSubscription(facts);
  if (!sub) throw new Failure('NO_SUBSCRIPTION');
  return { ...own, team, facts, sub, turn };
}
