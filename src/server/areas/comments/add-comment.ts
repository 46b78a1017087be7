import type { Comment } from '#contract/comments';
import { canComment } from '#domain/access/can-comment';
import type { Member } from '#domain/access/viewer';
import { signedIn } from '#server/areas/accounts/signed-in';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { announceReply } from './announce-reply.ts';
import { showComment } from './show-comment.ts';
import { type CommentRow, selectPlace, selectRoot } from './sql.ts';
import { tellReaders } from './tell-readers.ts';

interface Input {
  readonly courseId: string;
  readonly parentId: string | null;
  /** Trimmed already, 1 to 5000 characters (spec section 5). */
  readonly content: string;
}

/**
 * Writes a comment under a course or post, or a reply to one there. Fails with COURSE_NOT_FOUND, TIER_REQUIRED, and
 * COMMENT_NOT_FOUND when what it answers is gone, is a reply itself, or stands elsewhere.
 */
export async function addComment(
  { clock, db }: Services,
  caller: Caller,
  { content, courseId, parentId }: Input,
): Promise<Comment> {
  const place = await selectPlace(db.kysely, courseId);
  if (!place) throw new Failure('COURSE_NOT_FOUND');
  authorise(canComment(caller.viewer, { subscriptionLevel: place.subscription_level }));
  const author = signedIn(caller);
  const { renderComment } = await import('#server/markdown/render-comment');
  const html = renderComment(content);
  return db.transaction(async (trx) => {
    const answered = parentId === null ? null : await selectRoot(trx, parentId);
    if (parentId !== null && (answered?.course_id !== courseId || answered.parent_id !== null))
      throw new Failure('COMMENT_NOT_FOUND');
    const made = await trx
      .insertInto('comments')
      .values({
        course_id: courseId,
        author_id: author.userId,
        parent_id: parentId,
        body: content,
        body_html: html,
        created_at: clock.now(),
      })
      .returning(['id', 'created_at', 'version'])
      .executeTakeFirstOrThrow();
    if (parentId === null) {
      const entry = { action: 'comment.add', entity: 'comment', entityId: made.id, after: { courseId } };
      await recordAudit(trx, caller, entry);
    } else {
      const parentAuthorId = answered?.author_id ?? null;
      await announceReply(trx, caller, {
        commentId: made.id,
        courseId,
        parentId,
        parentAuthorId,
        text: content,
      });
    }
    await tellReaders(trx, courseId, made.id);
    const written = { course_id: courseId, parent_id: parentId, body: content, body_html: html };
    return showComment(author, fresh(author, { ...written, ...made }));
  });
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
