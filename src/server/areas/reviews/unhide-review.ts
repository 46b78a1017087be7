import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockReview } from './sql.ts';

/**
 * Shows a hidden review again as it was written, and counts it. One that is not hidden stays as it is. Fails with
 * REVIEW_NOT_FOUND, also for one that its author deleted meanwhile.
 */
export async function unhideReview(
  { db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const before = await lockReview(trx, id);
    if (!before || before.removed_at) throw new Failure('REVIEW_NOT_FOUND');
    if (!before.hidden_at) return { id };
    await trx
      .updateTable('course_reviews')
      .set({ hidden_at: null, hidden_by: null, hidden_reason: null })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, caller, {
      action: 'review.unhide',
      entity: 'review',
      entityId: id,
      before: { hidden: true },
      after: { hidden: false },
    });
    await touchContent(trx);
    return { id };
  });
}
