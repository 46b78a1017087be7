import type { Comment } from '#contract/courses/comments';
import { canHideComment } from '#domain/access/comments/can-hide-comment';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { notifyReaders } from './notify-readers.ts';
import { showComment } from './show-comment.ts';
import { selectComment } from './sql.ts';

/** Shows a hidden comment again as it was written. One that is not hidden stays as it is. */
export async function unhideComment(
  { db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<Comment> {
  authorise(canHideComment(caller.viewer));
  return db.transaction(async (trx) => {
    const before = await selectComment(trx, id, true);
    if (!before) throw new Failure('COMMENT_NOT_FOUND');
    if (!before.hidden_at) return showComment(caller.viewer, before);
    await trx
      .updateTable('comments')
      .set({ hidden_at: null, hidden_by: null })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, caller, {
      action: 'comment.unhide',
      entity: 'comment',
      entityId: id,
      before: { hidden: true },
      after: { hidden: false },
    });
    await notifyReaders(trx, before.course_id, id);
    return showComment(caller.viewer, { ...before, hidden_at: null });
  });
}
