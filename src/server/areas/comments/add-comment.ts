import type { Comment } from '#contract/courses/comments';
import { canComment } from '#domain/access/comments/can-comment';
import type { Member } from '#domain/access/viewer';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { courseFacts } from '#server/areas/courses/catalogue/course-facts';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import { loadCommentRenderer } from '#server/markdown/load-comment-renderer';
import type { Caller, Services } from '#server/services';
import type { CommentPlace } from './comment-place.ts';
import { insertComment, type NewComment } from './insert-comment-sql.ts';
import { quoteOf } from './quotes/requote-sql.ts';
import { refuseTooManyComments } from './refuse-too-many-comments.ts';
import { showComment } from './show-comment.ts';
import { type CommentRow, selectPlace } from './sql.ts';

interface Input {
  readonly courseId: string;
  readonly parentId: string | null;
  /** Trimmed already, 1 to 5000 characters (spec section 5). */
  readonly content: string;
}

/**
 * Writes a comment under a course or post, or a reply to one there. Fails with COURSE_NOT_FOUND, TIER_REQUIRED,
 * COMMENT_NOT_FOUND when what it answers is gone, is a reply itself, or stands elsewhere, and DAILY_LIMIT.
 */
export async function addComment(
  { clock, db }: Services,
  caller: Caller,
  { content, courseId, parentId }: Input,
): Promise<Comment> {
  const place = await selectPlace(db, { courseId, parentId });
  if (!place) throw new Failure('COURSE_NOT_FOUND');
  authorise(canComment(caller.viewer, await courseFacts(db.kysely, caller.viewer, place)));
  const author = signedIn(caller);
  if (parentId !== null && !place.is_root) throw new Failure('COMMENT_NOT_FOUND');
  const at = clock.now();
  const write = async () => {
    const { renderComment } = await loadCommentRenderer();
    const html = await renderComment(content);
    const made = await insertComment(db, caller, {
      courseId,
      parentId,
      html,
      body: content,
      authorId: author.userId,
      at,
      notice: noticeOf(place, author, content),
    });
    return { ...made, body_html: html };
  };
  const made = await (author.isAdmin
    ? write()
    : refuseTooManyComments(db, { authorId: author.userId, now: at }, write));
  const written = {
    course_id: courseId,
    parent_id: parentId,
    body: content,
    created_at: at,
  };
  return showComment(author, fresh(author, { ...written, ...made }));
}

/** Nobody is notified of an answer to oneself, or to an account that is gone. */
function noticeOf(
  { path, root_author_id, title }: CommentPlace,
  author: Member,
  text: string,
): NewComment['notice'] {
  if (root_author_id === null || root_author_id === author.userId) return null;
  const props = { title, author: author.name, text: quoteOf(text) };
  return { props, userId: root_author_id, link: `${path}#comment-` };
}

type Written = Pick<
  CommentRow,
  'id' | 'course_id' | 'parent_id' | 'body' | 'body_html' | 'created_at' | 'version'
>;

/** What was just written, as it would be read. */
function fresh({ avatarUrl, name, userId }: Member, written: Written): CommentRow {
  const author = { author_id: userId, author_name: name, author_avatar: avatarUrl };
  return { ...written, ...author, made: '', edited_at: null, hidden_at: null, removed_at: null };
}
