import type { Comment } from '#contract/courses/comments';
import { canHideComment } from '#domain/access/comments/can-hide-comment';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { announceHidden } from './announce-hidden.ts';
import { notifyReaders } from './notify-readers.ts';
import { resolveReports } from './resolve-reports.ts';
import { showComment } from './show-comment.ts';
import { selectComment } from './sql.ts';

/** Hides a comment; its words stay readable for administrators (spec section 4). Hiding it again changes nothing. */
export async function hideComment(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<Comment> {
  authorise(canHideComment(caller.viewer));
  const { userId } = signedIn(caller);
  return db.transaction(async (trx) => {
    const before = await selectComment(trx, id, true);
    if (!before) throw new Failure('COMMENT_NOT_FOUND');
    if (before.hidden_at) return showComment(caller.viewer, before);
    const now = clock.now();
    await trx
      .updateTable('comments')
      .set({ hidden_at: now, hidden_by: userId })
      .where('id', '=', id)
      .execute();
    await resolveReports(trx, { ids: [id], resolution: 'hidden', decisionId: null, now });
    await announceHidden(trx, caller, {
      commentId: id,
      courseId: before.course_id,
      authorId: before.author_id,
    });
    await notifyReaders(trx, before.course_id, id);
    return showComment(caller.viewer, { ...before, hidden_at: now });
  });
}
