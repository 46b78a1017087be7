import { ALLOWED, type Decision } from './decision.ts';
import type { Viewer } from './viewer.ts';

/**
 * May a page that shows this user's account call in the name of whoever is signed in now? In a support session it shows the
 * account of the user. A call that names nobody may.
 */
export function canCallFrom(pageUserId: string | null | undefined, viewer: Viewer): Decision {
  if (viewer.kind === 'visitor' || !pageUserId || pageUserId === viewer.userId) return ALLOWED;
  return { allowed: false, reason: 'sign-in-required' };
}
