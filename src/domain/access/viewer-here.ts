import { type AdministrationRules, canAdministerHere } from './can-administer-here.ts';
import type { Viewer } from './viewer.ts';

/** The viewer as everything but administration sees them: an administrator who may not administer from here is a member. */
export function viewerHere(viewer: Viewer, rules: AdministrationRules): Viewer {
  if (viewer.kind === 'visitor' || !viewer.isAdmin || canAdministerHere(viewer, rules).allowed) return viewer;
  return { ...viewer, isAdmin: false, administersElsewhere: true };
}
