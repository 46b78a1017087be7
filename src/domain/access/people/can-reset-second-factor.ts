import { canAdminister } from '../can-administer.ts';
import type { Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';

/**
 * May this viewer turn the second factor of that account off? An administrator may, for somebody who lost it; for the
 * own account it takes the password, in the profile.
 */
export function canResetSecondFactor(viewer: Viewer, account: { readonly userId: string }): Decision {
  const decision = canAdminister(viewer);
  if (!decision.allowed) return decision;
  if (viewer.kind === 'member' && viewer.userId === account.userId)
    return { allowed: false, reason: 'own-account' };
  return decision;
}
