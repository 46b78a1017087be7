import { type Tier, tierReaches } from '../../tiers.ts';
import { ALLOWED, type Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';

/** How the school gives out plans. */
export interface PlanPolicy {
  /** Whether a payment provider is connected. */
  readonly takesPayments: boolean;
  /** Whether members may pick plans for nothing while none is. */
  readonly freeChoice: boolean;
}

/** May members pick any plan for nothing? Never while payments are taken. */
export function isFreeChoice({ freeChoice, takesPayments }: PlanPolicy): boolean {
  return freeChoice && !takesPayments;
}

/**
 * May this viewer give the own account that tier? Any where plans are free to choose (spec section 4); elsewhere only one
 * that the account was given without an end: a seat, a payment or a gift for a while must not become a plan for good.
 */
export function canChooseTier(viewer: Viewer, tier: Tier, policy: PlanPolicy, lasting: Tier): Decision {
  if (viewer.kind === 'visitor') return { allowed: false, reason: 'sign-in-required' };
  if (isFreeChoice(policy) || tierReaches(lasting, tier)) return ALLOWED;
  return { allowed: false, reason: 'payment-required' };
}
