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

/** Whether plans are sold, by card or by bank transfer: then the pages that the law asks for are there. */
export function sellsPlans(byCard: boolean, { bank }: Pick<SiteSettings, 'bank'>): boolean {
  return byCard || bank.isOn;
}
