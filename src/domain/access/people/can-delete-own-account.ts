import type { Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';
import { type AccountFacts, canSpareAdministrator } from './can-close-account.ts';

/** May this viewer have the own account deleted? Everybody may, but never the last administrator. */
export function canDeleteOwnAccount(viewer: Viewer, facts: Omit<AccountFacts, 'userId'>): Decision {
  if (viewer.kind !== 'member') return { allowed: false, reason: 'sign-in-required' };
  return canSpareAdministrator({ ...facts, userId: viewer.userId });
}
