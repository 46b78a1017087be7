import type { PlanPolicy } from '#domain/access/content/can-choose-tier';
import type { Config } from '#server/config';
import type { SiteSettings } from '#server/site-settings';

/** How the school gives out plans: nobody takes one for nothing where it is sold, by card or by bank transfer. */
export function planPolicy(
  { stripe }: Pick<Config, 'stripe'>,
  { bank, plans }: Pick<SiteSettings, 'bank' | 'plans'>,
): PlanPolicy {
  return { takesPayments: sellsPlans(stripe !== undefined, { bank }), freeChoice: plans.freeChoice };
}

/** Whether plans are sold, by card or by bank transfer. */
export function sellsPlans(byCard: boolean, { bank }: Pick<SiteSettings, 'bank'>): boolean {
  return byCard || bank.isOn;
}

/** Whether plans are or were sold: what was bought is withdrawn from by the pages of the law, also after the last sale. */
export function hasSoldPlans(
  byCard: boolean,
  { bank, soldByCard, soldByTransfer }: Pick<SiteSettings, 'bank' | 'soldByCard' | 'soldByTransfer'>,
): boolean {
  return sellsPlans(byCard, { bank }) || soldByTransfer || soldByCard;
}
