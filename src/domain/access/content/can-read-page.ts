import { isPublicPage, type PageState } from '../../site/page-states.ts';
import { ALLOWED, type Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';

/** May this viewer read a page that the school added? A draft does not exist for others than administrators. */
export function canReadPage(viewer: Viewer, { state }: { readonly state: PageState }): Decision {
  if (isPublicPage(state) || (viewer.kind === 'member' && viewer.isAdmin)) return ALLOWED;
  return { allowed: false, reason: 'not-open' };
}
