import { ALLOWED, type Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';
import { canComment } from './can-comment.ts';
import type { CommentFacts } from './comment-facts.ts';

/** May this viewer change the words of a comment? Its author, unless an administrator has hidden it (spec section 4). */
export function canEditComment(viewer: Viewer, comment: CommentFacts): Decision {
  const writes = canComment(viewer, comment);
  if (!writes.allowed) return writes;
  if (viewer.kind !== 'member' || comment.authorId !== viewer.userId)
    return { allowed: false, reason: 'author-required' };
  return comment.isHidden ? { allowed: false, reason: 'comment-hidden' } : ALLOWED;
}
