import { canRemoveComment } from '#domain/access/comments/can-remove-comment';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { notifyReaders } from './notify-readers.ts';
import { resolveReports } from './resolve-reports.ts';
import { selectComment } from './sql.ts';

/**
 * Removes a comment for everybody; its replies stay under a placeholder. Its words are wiped a day later, by
 * sweep-comments.ts. Fails with COMMENT_NOT_FOUND and AUTHOR_REQUIRED.
 */
export async function removeComment(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  const { userId } = signedIn(caller);
  return db.transaction(async (trx) => {
    const before = await selectComment(trx, id, true);
    if (!before) throw new Failure('COMMENT_NOT_FOUND');
    authorise(canRemoveComment(caller.viewer, { authorId: before.author_id }));
    const now = clock.now();
    await trx
      .updateTable('comments')
      .set({ removed_at: now, removed_by: userId })
      .where('id', '=', id)
      .execute();
    await resolveReports(trx, { ids: [id], resolution: 'removed', decisionId: null, now });
    await recordAudit(trx, caller, {
      action: 'comment.remove',
      entity: 'comment',
      entityId: id,
      before: { authorId: before.author_id, courseId: before.course_id },
    });
    await notifyReaders(trx, before.course_id, id);
    return { id };
  });
}
