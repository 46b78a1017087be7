import type { Billed, BillingChange } from '#contract/billing';
import type { Caller, Services } from '#server/services';
import { takeTurns } from '../commands/take-turns.ts';
import { changeSubscription, demandRecent, type ShownChange, showChange } from './change-subscription.ts';
import { getMine, liveOwn, payer } from './own.ts';

/** What a change of the caller's plan charges, and since when it counts. Fails with NO_SUBSCRIPTION. */
export async function previewChange(
  services: Services,
  caller: Caller,
  { offerId }: { offerId: string },
): Promise<BillingChange> {
  return showChange(services, await runningOwn(services, caller), offerId);
}

/** Changes the caller's plan as it was shown. Fails with NO_SUBSCRIPTION, PREVIEW_OUTDATED and ORDER_OUTDATED. */
export async function changePlan(services: Services, caller: Caller, input: ShownChange): Promise<Billed> {
  demandRecent(services, input.at);
  await takeTurns(async () =>
    changeSubscription(services, caller, await runningOwn(services, caller), input),
  );
  return getMine(services, caller);
}

async function runningOwn(services: Services, caller: Caller) {
  const own = await liveOwn(services, caller);
  return { ...own, entity: 'user' as const, entityId: payer(caller).userId };
}
