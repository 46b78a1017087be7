import { canAdminister } from '../can-administer.ts';
import { ALLOWED, type Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';

/** The account that would be closed, and how many administrators besides it can still sign in. */
export interface AccountFacts {
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly otherAdministrators: number;
}

/** May this viewer disable or delete that account? Never the own one, and never that of the last administrator. */
export function canCloseAccount(viewer: Viewer, account: AccountFacts): Decision {
  const decision = canAdminister(viewer);
  if (!decision.allowed) return decision;
  if (viewer.kind === 'member' && viewer.userId === account.userId)
    return { allowed: false, reason: 'own-account' };
  return canSpareAdministrator(account);
}

/** There is always an administrator left who can sign in. */
export function canSpareAdministrator({ isAdmin, otherAdministrators }: AccountFacts): Decision {
  if (isAdmin && otherAdministrators === 0) return { allowed: false, reason: 'last-administrator' };
  return ALLOWED;
}
