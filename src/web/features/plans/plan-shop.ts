import type { ReactNode } from 'react';
import type { Plan } from '#contract/administration/plans';
import type { Interval } from '#domain/billing/facts';

export interface PricingSearch {
  /** The page that one wants a plan for; one is led back there. */
  from?: string;
  /** Id of the plan that was chosen before signing in; its order stands first. */
  plan?: string;
  /** How that plan is to be paid. */
  interval?: Interval;
}

/** What a shop that sells plans says and does in the place of the price list's own words. */
export interface PlanShop {
  /** How plans are paid, in one line. */
  readonly lead: string;
  /** What stands above the plans. */
  readonly above: ReactNode;
  readonly interval: Interval;
  readonly price: (plan: Plan) => ReactNode;
  readonly action: (plan: Plan) => ReactNode;
}
