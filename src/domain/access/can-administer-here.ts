import { canAdminister } from './can-administer.ts';
import { ALLOWED, type Decision } from './decision.ts';
import type { Viewer } from './viewer.ts';

/** What an administrator saved about administration itself (spec section 9), as far as this request goes. */
export interface AdministrationRules {
  /** Whether a second factor is demanded. */
  readonly twoFactor: boolean;
  /** Whether the address of the caller is one from which administration is open. */
  readonly isAddressAllowed: boolean;
}

/** May this viewer administer from here, as the school has secured it? */
export function canAdministerHere(viewer: Viewer, rules: AdministrationRules): Decision {
  const decision = canAdminister(viewer);
  if (!decision.allowed) return decision;
  if (!rules.isAddressAllowed) return { allowed: false, reason: 'address-not-allowed' };
  if (rules.twoFactor && viewer.kind === 'member' && !viewer.twoFactorEnabled)
    return { allowed: false, reason: 'two-factor-required' };
  return ALLOWED;
}
