import { ALLOWED, type Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';

/** May this viewer delete a review without a reason? Its author, even when the course is no longer in the own plan. */
export function canRemoveReview(
  viewer: Viewer,
  { authorId }: { readonly authorId: string | null },
): Decision {
  if (viewer.kind === 'visitor') return { allowed: false, reason: 'sign-in-required' };
  return viewer.userId === authorId ? ALLOWED : { allowed: false, reason: 'author-required' };
}
