import { canAdminister } from './can-administer.ts';
import { ALLOWED, type Decision } from './decision.ts';
import type { Viewer } from './viewer.ts';

/** Who a procedure of the contract is open to. */
export const ACCESS_LEVELS = ['public', 'member', 'admin'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** May this viewer call a procedure declared with this access level at all? The procedure still checks the object. */
export function canCall(viewer: Viewer, access: AccessLevel): Decision {
  if (access === 'public') return ALLOWED;
  if (access === 'admin') return canAdminister(viewer);
  return viewer.kind === 'member' ? ALLOWED : { allowed: false, reason: 'sign-in-required' };
}
