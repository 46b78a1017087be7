import type { Transaction } from 'kysely';
import { announce } from '#server/db/announce';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import { selectNoticePlace } from './sql.ts';

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
  if (authorId !== null) {
    const place = await selectNoticePlace(trx, courseId);
    await announce(trx, {
      kind: 'comment-hidden',
      eventKey: `comment-hidden:${commentId}:${caller.requestId}`,
      to: { userId: authorId },
      link: `${place.path}#comment-${commentId}`,
      props: { title: place.title },
    });
  }
  await recordAudit(trx, caller, {
    action: 'comment.hide',
    entity: 'comment',
    entityId: commentId,
    before: { hidden: false },
    after: { hidden: true, authorId, courseId },
  });
}
