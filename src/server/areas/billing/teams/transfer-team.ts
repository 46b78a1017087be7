import type { Transaction } from 'kysely';
import type { MyTeams } from '#contract/teams';
import { liveSubscriptions } from '#domain/billing/live-subscription';
import { recordAudit } from '#server/db/audit';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { giveCommand } from '../commands/give-command.ts';
import { beginTurn, CHANGES, takeTurns } from '../commands/take-turns.ts';
import { selectFacts } from '../ledger/ledger-sql.ts';
import { retireCustomer } from '../looks/look-sql.ts';
import { lookAfter, lookNow, type Own } from '../member/own.ts';
import { getTeams } from './get-teams.ts';
import { holdOwnTeam } from './invite.ts';
import { findTeamPaying, ownTeam } from './own-team.ts';
import { selectSeats } from './seat-sql.ts';
import { selectOwnedTeam, type TeamRow, updateTeam } from './team-sql.ts';

/**
 * Makes another member the owner. The former owner's card is not charged any more: the team changes hands in the transaction
 * that writes down the end of their renewal, and the new owner buys seats with a card of their own. Who is refused has
 * everything as before. Fails with USER_NOT_FOUND, TEAM_OWNED when that member owns another team.
 */
export async function transferTeam(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<MyTeams> {
  await takeTurns(() => handOver(services, caller, id));
  return getTeams(services, caller);
}

async function handOver(services: Services, caller: Caller, id: string): Promise<void> {
  const team = await ownTeam(services, caller);
  await nextOwner(services.db.kysely, team, id);
  const own = services.payments && (await findTeamPaying(services, team));
  const change = (trx: Transaction<DB>) => changeHands(trx, services, caller, { team, id, own });
  if (own) await changePayer(services, caller, { team, own }, change);
  else await services.db.transaction(change);
}

async function changeHands(
  trx: Transaction<DB>,
  { clock }: Services,
  caller: Caller,
  { id, own, team }: { readonly team: TeamRow; readonly id: string; readonly own: Own | undefined },
): Promise<void> {
  await holdOwnTeam(trx, caller, team.id);
  // While the provider was asked, the seat may have been freed.
  const ownerId = await nextOwner(trx, team, id);
  await updateTeam(trx, team.id, { owner_id: ownerId });
  if (own) await retireCustomer(trx, own.customer, clock.now());
  await recordAudit(trx, caller, {
    action: 'team.transfer',
    entity: 'team',
    entityId: team.id,
    before: { ownerId: team.owner_id },
    after: { ownerId },
  });
}

/** Who holds a seat of the team and can own it. Fails with USER_NOT_FOUND and TEAM_OWNED. */
async function nextOwner(db: Reader, team: TeamRow, id: string): Promise<string> {
  const seat = (await selectSeats(db, team.id)).find((one) => one.id === id);
  if (!seat || seat.released_at !== null || seat.user_id === team.owner_id)
    throw new Failure('USER_NOT_FOUND');
  if (await selectOwnedTeam(db, seat.user_id)) throw new Failure('TEAM_OWNED');
  return seat.user_id;
}

/**
 * Stops the renewal once the team has changed hands. What the provider doesn't do then, the chore does that stops whatever
 * would still be charged to who paid before.
 */
async function changePayer(
  services: Services,
  caller: Caller,
  { own, team }: { readonly team: TeamRow; readonly own: Own },
  change: (trx: Transaction<DB>) => Promise<void>,
): Promise<void> {
  const { accountId, customer, payments } = own;
  const turn = await beginTurn(services, { accountId, kinds: CHANGES });
  await lookNow(services, customer);
  const facts = await selectFacts(services.db.kysely, accountId, customer.customer);
  const renewed = liveSubscriptions(facts).find(({ endsAt }) => endsAt === null);
  if (!renewed) return services.db.transaction(change);
  const audit = { action: 'team.cancel', entity: 'team', entityId: team.id };
  const args = { subscription: renewed.id };
  const command = { accountId, provider: payments.name, kind: 'cancel', args, audit, turn, also: change };
  let isHandedOver = false;
  try {
    await giveCommand(services, caller, command, (key) => {
      isHandedOver = true;
      return payments.cancelAtPeriodEnd({ key, subscription: renewed.id });
    });
  } catch (error) {
    if (!isHandedOver) throw error;
    const message = error instanceof Error ? error.message : String(error);
    services.log.warn({ message }, "couldn't stop the renewal of a team that changed hands");
  }
  await lookAfter(services, customer);
}
