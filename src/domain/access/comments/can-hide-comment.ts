import { canAdminister } from '../can-administer.ts';
import type { Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';

/** May this viewer hide comments, show them again and read what is hidden? Administrators may (spec section 6). */
export function canHideComment(viewer: Viewer): Decision {
  return canAdminister(viewer);
}
