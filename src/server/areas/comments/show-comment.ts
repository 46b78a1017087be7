import type { Comment } from '#contract/courses/comments';
import { canHideComment } from '#domain/access/comments/can-hide-comment';
import type { Viewer } from '#domain/access/viewer';
import type { CommentRow } from './sql.ts';

const HIDDEN = '[This comment has been hidden by admin]';
const REMOVED = '[This comment has been removed]';

/** A comment as this viewer may see it: a hidden one without its words, which administrators get beside (spec section 4). */
export function showComment(viewer: Viewer, row: CommentRow): Comment {
  const state = row.removed_at ? 'removed' : row.hidden_at ? 'hidden' : 'active';
  const written = { content: row.body, html: row.body_html };
  const shown = state === 'active' ? written : standIn(state === 'hidden' ? HIDDEN : REMOVED);
  return {
    ...shown,
    id: row.id,
    parentId: row.parent_id,
    state,
    title: state === 'hidden' ? 'Hidden comment' : null,
    original: state === 'hidden' && canHideComment(viewer).allowed ? written : null,
    author:
      state === 'removed' || row.author_name === null
        ? null
        : { name: row.author_name, avatar: row.author_avatar },
    own: state !== 'removed' && viewer.kind === 'member' && viewer.userId === row.author_id,
    createdAt: row.created_at.toISOString(),
    editedAt: state === 'removed' ? null : (row.edited_at?.toISOString() ?? null),
    version: row.version,
  };
}

function standIn(content: string) {
  return { content, html: `<p>${content}</p>` };
}
