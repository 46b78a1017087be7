import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockReview } from './sql.ts';

/**
 * Deletes somebody's review for good, or the mark of a hidden one that they deleted: they may write a new one. The audit log
 * keeps why. For administrators. Fails with REVIEW_NOT_FOUND.
 */
export async function takeDownReview(
  { db }: Services,
  caller: Caller,
  { id, reason }: { id: string; reason: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const before = await lockReview(trx, id);
    if (!before) throw new Failure('REVIEW_NOT_FOUND');
    await trx.deleteFrom('course_reviews').where('id', '=', id).execute();
    await recordAudit(trx, caller, {
      action: 'review.take-down',
      entity: 'review',
      entityId: id,
      before: { courseId: before.course_id, authorId: before.author_id, rating: before.rating },
      after: { reason },
    });
    await touchContent(trx);
    return { id };
  });
}
