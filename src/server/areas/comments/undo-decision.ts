import { canHideComment } from '#domain/access/comments/can-hide-comment';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { notifyReaders } from './notify-readers.ts';
import { reopenReports, restoreComments } from './queue-sql.ts';
import { KEPT_MS } from './sweep-comments.ts';

/**
 * Takes a decision about reported comments back: what it hid or removed is there again, and the reports wait again.
 * DECISION_NOT_FOUND when it was undone before or is older than a day.
 */
export async function undoDecision(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  authorise(canHideComment(caller.viewer));
  return db.transaction(async (trx) => {
    const now = clock.now();
    const decision = await trx
      .updateTable('comment_decisions')
      .set({ undone_at: now })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .where('decided_at', '>', new Date(now.getTime() - KEPT_MS))
      .returning(['resolution', 'changed'])
      .executeTakeFirst();
    if (!decision) throw new Failure('DECISION_NOT_FOUND');
    const restored = await restoreComments(trx, decision.resolution, decision.changed);
    await reopenReports(trx, id);
    await recordAudit(trx, caller, {
      action: 'comment.undo-decision',
      entity: 'comment_decision',
      entityId: id,
      before: { resolution: decision.resolution },
      after: { restored: restored.map((row) => row.id) },
    });
    for (const row of restored) await notifyReaders(trx, row.course_id, row.id);
    return { id };
  });
}
