import { ALLOWED, type Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';
import { isAdminScope, type Scope } from './scopes.ts';

/** May this viewer make a key for these scopes? Those of administrators are for administrators, and no key makes another. */
export function canMakeKey(viewer: Viewer, scopes: readonly Scope[]): Decision {
  if (viewer.kind === 'visitor') return { allowed: false, reason: 'sign-in-required' };
  if (viewer.key) return { allowed: false, reason: 'session-required' };
  if (!viewer.isAdmin && scopes.some(isAdminScope))
    return { allowed: false, reason: 'administrator-required' };
  return ALLOWED;
}
