import type { Comment } from '#contract/courses/comments';
import { canEditComment } from '#domain/access/comments/can-edit-comment';
import { courseFacts } from '#server/areas/courses/catalogue/course-facts';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import { loadCommentRenderer } from '#server/markdown/load-comment-renderer';
import type { Caller, Services } from '#server/services';
import { notifyReaders } from './notify-readers.ts';
import { requote } from './quotes/requote-sql.ts';
import { showComment } from './show-comment.ts';
import { selectComment } from './sql.ts';

interface Input {
  readonly id: string;
  readonly content: string;
  /** What the edit is based on; VERSION_CONFLICT with the present comment when it moved. */
  readonly version: number;
}

/** Changes the words of the own comment, also where they were quoted and in emails that wait. Fails with COMMENT_NOT_FOUND, AUTHOR_REQUIRED, COMMENT_HIDDEN, VERSION_CONFLICT. */
export async function editComment(
  { clock, db }: Services,
  caller: Caller,
  { content, id, version }: Input,
): Promise<Comment> {
  const { renderComment } = await loadCommentRenderer();
  // Before anything is locked: a long comment waits for its turn.
  const html = await renderComment(content);
  return db.transaction(async (trx) => {
    const before = await selectComment(trx, id, true);
    if (!before) throw new Failure('COMMENT_NOT_FOUND');
    const course = await courseFacts(trx, caller.viewer, { ...before, id: before.course_id });
    const facts = { ...course, authorId: before.author_id, isHidden: before.hidden_at !== null };
    authorise(canEditComment(caller.viewer, facts), 'COMMENT_NOT_FOUND');
    if (before.version !== version)
      throw new Failure('VERSION_CONFLICT', { data: { current: showComment(caller.viewer, before) } });
    if (before.body === content) return showComment(caller.viewer, before);
    const changes = {
      body: content,
      body_html: html,
      edited_at: clock.now(),
      version: version + 1,
    };
    await trx.updateTable('comments').set(changes).where('id', '=', id).execute();
    await requote(trx, id, content);
    await recordAudit(trx, caller, {
      action: 'comment.edit',
      entity: 'comment',
      entityId: id,
      before: { version },
      after: { version: version + 1 },
    });
    await notifyReaders(trx, before.course_id, id);
    return showComment(caller.viewer, { ...before, ...changes });
  });
}
