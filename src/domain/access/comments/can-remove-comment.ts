import { ALLOWED, type Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';
import type { CommentFacts } from './comment-facts.ts';

/** May this viewer remove a comment? Its author, even when the course is no longer in the own plan, and administrators. */
export function canRemoveComment(viewer: Viewer, comment: Pick<CommentFacts, 'authorId'>): Decision {
  if (viewer.kind === 'visitor') return { allowed: false, reason: 'sign-in-required' };
  if (viewer.isAdmin || comment.authorId === viewer.userId) return ALLOWED;
  return { allowed: false, reason: 'author-required' };
}
