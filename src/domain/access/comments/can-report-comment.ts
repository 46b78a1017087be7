import type { Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';
import { canComment } from './can-comment.ts';
import type { CommentFacts } from './comment-facts.ts';

/** May this viewer report a comment to the administrators? Who could answer it and did not write it. */
export function canReportComment(viewer: Viewer, comment: CommentFacts): Decision {
  if (viewer.kind === 'member' && comment.authorId === viewer.userId)
    return { allowed: false, reason: 'own-comment' };
  return canComment(viewer, comment);
}
