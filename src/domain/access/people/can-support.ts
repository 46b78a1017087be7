import { canAdminister } from '../can-administer.ts';
import { ALLOWED, type Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';
import type { SupportUse } from './support-modes.ts';

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

/**
 * May this viewer call a procedure that changes something? A support session may always be ended. One to look changes
 * nothing else; one to change opens only procedures that say so, so that what is new stays closed.
 */
export function canChange(viewer: Viewer, use: SupportUse | undefined): Decision {
  const support = viewer.kind === 'member' ? viewer.support : undefined;
  if (support === undefined || use === 'end') return ALLOWED;
  if (support.mode === 'look') return { allowed: false, reason: 'support-read-only' };
  return use === 'change' ? ALLOWED : { allowed: false, reason: 'support-closed' };
}
