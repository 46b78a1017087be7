import { canRemoveReview } from '#domain/access/reviews/can-remove-review';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockReview } from './sql.ts';

/**
 * Deletes the caller's own review. Of a hidden one the words go and a mark stays, so that it can't be written again. Fails
 * with REVIEW_NOT_FOUND and AUTHOR_REQUIRED.
 */
export async function removeReview(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  return db.transaction(async (trx) => {
    const before = await lockReview(trx, id);
    if (!before || before.removed_at) throw new Failure('REVIEW_NOT_FOUND');
    authorise(canRemoveReview(caller.viewer, { authorId: before.author_id }));
    if (before.hidden_at)
      await trx
        .updateTable('course_reviews')
        .set({ body: '', removed_at: clock.now() })
        .where('id', '=', id)
        .execute();
    else await trx.deleteFrom('course_reviews').where('id', '=', id).execute();
    await recordAudit(trx, caller, {
      action: 'review.remove',
      entity: 'review',
      entityId: id,
      before: { courseId: before.course_id, rating: before.rating },
    });
    await touchContent(trx);
    return { id };
  });
}
