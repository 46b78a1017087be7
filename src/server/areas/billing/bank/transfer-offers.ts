import type { BankSettings } from '#contract/administration/bank-settings';
import type { TransferOffer } from '#contract/bank-transfers';
import type { Interval } from '#domain/billing/facts';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { selectSoldPlans } from '../prices/price-sql.ts';

/** The plans that can be paid by bank transfer; none where the school does not offer it. A plan that is gone is left out. */
export async function transferOffers(
  { db }: Pick<Services, 'db'>,
  { currency, isOn, prices }: BankSettings,
): Promise<TransferOffer[]> {
  if (!isOn) return [];
  const plans = new Map((await selectSoldPlans(db.kysely)).map((plan) => [plan.id, plan]));
  return prices.flatMap(({ amount, interval, planId }) => {
    const plan = plans.get(planId);
    if (!plan || plan.tier === 'free') return [];
    return [{ planId, plan: plan.name, tier: plan.tier, interval, amount, currency }];
  });
}

/** Fails with TRANSFERS_OFF and PLAN_NOT_FOUND. */
export async function transferOffer(
  services: Pick<Services, 'db' | 'settings'>,
  wanted: { readonly planId: string; readonly interval: Interval },
): Promise<TransferOffer> {
  const { bank } = await services.settings.current();
  if (!bank.isOn) throw new Failure('TRANSFERS_OFF');
  const offer = (await transferOffers(services, bank)).find(
    ({ interval, planId }) => planId === wanted.planId && interval === wanted.interval,
  );
  if (!offer) throw new Failure('PLAN_NOT_FOUND');
  return offer;
}
