import { canAdminister } from './can-administer.ts';
import { ALLOWED, type Decision } from './decision.ts';
import type { Viewer } from './viewer.ts';

/** How long an administrator sees what a user sees, in minutes. */
export const SUPPORT_MINUTES = 60;

/** The account that would be looked into. */
interface Account {
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly isDisabled: boolean;
}

/** May this viewer sign in as that user for support? Administrators may, but never as an administrator. */
export function canSupport(viewer: Viewer, account: Account): Decision {
  const decision = canAdminister(viewer);
  if (!decision.allowed) return decision;
  if (viewer.kind === 'member' && viewer.userId === account.userId)
    return { allowed: false, reason: 'own-account' };
  return account.isAdmin || account.isDisabled ? { allowed: false, reason: 'support-refused' } : ALLOWED;
}

/** May this viewer call a procedure that changes something? In a support session nothing is changed but its end. */
export function canChange(viewer: Viewer, endsSupport: boolean): Decision {
  const isSupport = viewer.kind === 'member' && viewer.support !== undefined;
  return isSupport && !endsSupport ? { allowed: false, reason: 'support-read-only' } : ALLOWED;
}
