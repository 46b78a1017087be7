import type { Transaction } from 'kysely';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';

export interface ReplyEvent {
  readonly commentId: string;
  readonly courseId: string;
  readonly parentId: string;
  /** Who wrote the comment that was answered; null when the account is gone. */
  readonly parentAuthorId: string | null;
}

/** Somebody answered a comment. Runs in the transaction of the reply; what follows from it belongs here. */
export async function announceReply(
  trx: Transaction<DB>,
  caller: Caller,
  { commentId, courseId, parentId }: ReplyEvent,
): Promise<void> {
  await recordAudit(trx, caller, {
    action: 'comment.reply',
    entity: 'comment',
    entityId: commentId,
    after: { courseId, parentId },
  });
}
