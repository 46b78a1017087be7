import { ALLOWED, type Decision } from './decision.ts';
import type { Viewer } from './viewer.ts';

/** May this viewer use what is reserved for administrators (spec section 6)? */
export function canAdminister(viewer: Viewer): Decision {
  if (viewer.kind === 'visitor') return { allowed: false, reason: 'sign-in-required' };
  return viewer.isAdmin ? ALLOWED : { allowed: false, reason: 'administrator-required' };
}
