import type { BillingChange } from '#contract/billing';
import type { Team } from '#contract/teams';
import { paidSeats } from '#domain/billing/seats';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { takeTurns } from '../commands/take-turns.ts';
import {
  changeSubscription,
  demandRecent,
  type ShownChange,
  showChange,
} from '../member/change-subscription.ts';
import { describeTeam } from './describe-team.ts';
import { liveTeam } from './own-team.ts';

/** What another plan for all seats charges, and since when it counts. Fails with NO_SUBSCRIPTION and SEATS_REDUCED. */
export async function previewTeamPlan(
  services: Services,
  caller: Caller,
  { offerId }: { offerId: string },
): Promise<BillingChange> {
  return showChange(services, await runningTeam(services, caller), offerId);
}

/**
 * Changes the plan of all seats as it was shown: members have a higher one at once. Fails with NO_SUBSCRIPTION,
 * SEATS_REDUCED, PREVIEW_OUTDATED and ORDER_OUTDATED.
 */
export async function changeTeamPlan(services: Services, caller: Caller, input: ShownChange): Promise<Team> {
  demandRecent(services, input.at);
  return takeTurns(async () => {
    const running = await runningTeam(services, caller);
    await changeSubscription(services, caller, running, input);
    return describeTeam(services, running.team);
  });
}

async function runningTeam(services: Services, caller: Caller) {
  const live = await liveTeam(services, caller);
  // The provider would charge the new plan for the seats of the next period only, and take it from the others.
  if (live.sub.quantity < paidSeats(live.facts, live.sub)) throw new Failure('SEATS_REDUCED');
  return { ...live, entity: 'team' as const, entityId: live.team.id };
}
