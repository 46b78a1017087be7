import type { Transaction } from 'kysely';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';

export interface HiddenEvent {
  readonly commentId: string;
  readonly courseId: string;
  /** Who wrote it; null when the account is gone. */
  readonly authorId: string | null;
}

/** An administrator hid a comment. Runs in the transaction that hides it; what follows from it belongs here. */
export async function announceHidden(
  trx: Transaction<DB>,
  caller: Caller,
  { authorId, commentId, courseId }: HiddenEvent,
): Promise<void> {
  await recordAudit(trx, caller, {
    action: 'comment.hide',
    entity: 'comment',
    entityId: commentId,
    before: { hidden: false },
    after: { hidden: true, authorId, courseId },
  });
}
