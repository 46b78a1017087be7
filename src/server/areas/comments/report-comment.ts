import { canReportComment } from '#domain/access/comments/can-report-comment';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { courseFacts } from '#server/areas/courses/catalogue/course-facts';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectComment } from './sql.ts';

/**
 * Reports a comment to the administrators, with its present words, which its author may edit afterwards. Reporting it twice
 * leaves one report; who asks is answered the same. Fails with COMMENT_NOT_FOUND, TIER_REQUIRED, OWN_COMMENT.
 */
export async function reportComment(
  { clock, db }: Services,
  caller: Caller,
  { id, reason }: { id: string; reason: string },
): Promise<{ received: true }> {
  const { userId } = signedIn(caller);
  await db.transaction(async (trx) => {
    const comment = await selectComment(trx, id);
    if (!comment) throw new Failure('COMMENT_NOT_FOUND');
    const course = await courseFacts(trx, caller.viewer, { ...comment, id: comment.course_id });
    const facts = { ...course, authorId: comment.author_id, isHidden: comment.hidden_at !== null };
    authorise(canReportComment(caller.viewer, facts), 'COMMENT_NOT_FOUND');
    const made = await trx
      .insertInto('comment_reports')
      .values({ comment_id: id, reporter_id: userId, reason, said: comment.body, created_at: clock.now() })
      .onConflict((conflict) =>
        conflict.columns(['comment_id', 'reporter_id']).where('resolved_at', 'is', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst();
    if (!made) return;
    await recordAudit(trx, caller, { action: 'comment.report', entity: 'comment', entityId: id });
  });
  return { received: true };
}
