import type { CommentDecision } from '#contract/courses/comments';
import { canHideComment } from '#domain/access/comments/can-hide-comment';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { announceHidden } from './announce-hidden.ts';
import { notifyReaders } from './notify-readers.ts';
import { lockComments } from './queue-sql.ts';
import { resolveReports } from './resolve-reports.ts';

const RESOLUTION = { hide: 'hidden', dismiss: 'dismissed', remove: 'removed' } as const;

interface Input {
  readonly ids: readonly string[];
  readonly decision: CommentDecision;
}

/**
 * Decides about several reported comments at once: hides them, removes them, or leaves them as they are, and closes their
 * reports. Answers the decision, which undo-decision.ts takes back. COMMENT_NOT_FOUND when none of them is left.
 */
export async function decideReports(
  { clock, db }: Services,
  caller: Caller,
  { decision, ids }: Input,
): Promise<{ id: string; comments: number }> {
  authorise(canHideComment(caller.viewer));
  const { userId } = signedIn(caller);
  return db.transaction(async (trx) => {
    const found = await lockComments(trx, ids);
    if (found.length === 0) throw new Failure('COMMENT_NOT_FOUND');
    const now = clock.now();
    const resolution = RESOLUTION[decision];
    const touched =
      decision === 'dismiss' ? [] : found.filter(({ hidden_at }) => decision === 'remove' || !hidden_at);
    const changed = touched.map(({ id }) => id);
    const { id } = await trx
      .insertInto('comment_decisions')
      .values({ resolution, decided_by: userId, decided_at: now, changed })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (changed.length > 0) {
      const change =
        decision === 'remove'
          ? { removed_at: now, removed_by: userId }
          : { hidden_at: now, hidden_by: userId };
      await trx.updateTable('comments').set(change).where('id', 'in', changed).execute();
    }
    await resolveReports(trx, { ids: found.map((row) => row.id), resolution, decisionId: id, now });
    await recordAudit(trx, caller, {
      action: 'comment.decide',
      entity: 'comment_decision',
      entityId: id,
      after: { resolution, comments: found.map((row) => row.id), changed },
    });
    for (const row of touched) {
      const event = { commentId: row.id, courseId: row.course_id, authorId: row.author_id };
      if (decision === 'hide') await announceHidden(trx, caller, event);
      await notifyReaders(trx, row.course_id, row.id);
    }
    return { id, comments: found.length };
  });
}
