import { canAdminister } from '#domain/access/can-administer';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockReview } from './sql.ts';

/** Hides a review, which then no longer counts; its author sees why. For administrators. Hiding it again changes nothing. */
export async function hideReview(
  { clock, db }: Services,
  caller: Caller,
  { id, reason }: { id: string; reason: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  const { userId } = signedIn(caller);
  return db.transaction(async (trx) => {
    const before = await lockReview(trx, id);
    if (!before) throw new Failure('REVIEW_NOT_FOUND');
    if (before.hidden_at) return { id };
    await trx
      .updateTable('course_reviews')
      .set({ hidden_at: clock.now(), hidden_by: userId, hidden_reason: reason })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, caller, {
      action: 'review.hide',
      entity: 'review',
      entityId: id,
      before: { hidden: false },
      after: { hidden: true, reason, authorId: before.author_id, courseId: before.course_id },
    });
    await touchContent(trx);
    return { id };
  });
}
