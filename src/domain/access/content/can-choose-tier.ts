import { type Tier, tierReaches } from '../../tiers.ts';
import { ALLOWED, type Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';

/**
 * May this viewer give the own account that tier? Any where the school takes no payments (spec section 4); where it does,
 * only one that costs no more, since a higher one has to be paid for.
 */
export function canChooseTier(viewer: Viewer, tier: Tier, takesPayments: boolean): Decision {
  if (viewer.kind === 'visitor') return { allowed: false, reason: 'sign-in-required' };
  if (!takesPayments || tierReaches(viewer.tier, tier)) return ALLOWED;
  return { allowed: false, reason: 'payment-required' };
}
