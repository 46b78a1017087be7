import { ALLOWED, type Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';

/** May this viewer change a review? Its author, unless an administrator has hidden it. */
export function canEditReview(
  viewer: Viewer,
  review: { readonly authorId: string | null; readonly isHidden: boolean },
): Decision {
  if (viewer.kind === 'visitor') return { allowed: false, reason: 'sign-in-required' };
  if (viewer.userId !== review.authorId) return { allowed: false, reason: 'author-required' };
  return review.isHidden ? { allowed: false, reason: 'review-hidden' } : ALLOWED;
}
