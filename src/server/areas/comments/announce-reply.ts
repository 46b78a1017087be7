import type { Transaction } from 'kysely';
import { announce } from '#server/db/announce';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import { selectNoticePlace } from './sql.ts';

/** Characters of an answer that its notice quotes. */
const MOST_WORDS = 500;

export interface ReplyEvent {
  readonly commentId: string;
  readonly courseId: string;
  readonly parentId: string;
  /** Who wrote the comment that was answered; null when the account is gone. */
  readonly parentAuthorId: string | null;
  /** What was answered, as it was typed. */
  readonly text: string;
}

/** Somebody answered a comment. Runs in the transaction of the reply; what follows from it belongs here. */
export async function announceReply(
  trx: Transaction<DB>,
  caller: Caller,
  { commentId, courseId, parentAuthorId, parentId, text }: ReplyEvent,
): Promise<void> {
  const { viewer } = caller;
  if (parentAuthorId !== null && viewer.kind === 'member' && viewer.userId !== parentAuthorId) {
    const place = await selectNoticePlace(trx, courseId);
    await announce(trx, {
      kind: 'comment-reply',
      eventKey: `comment-reply:${commentId}`,
      to: { userId: parentAuthorId },
      link: `${place.path}#comment-${commentId}`,
      props: { author: viewer.name, title: place.title, text: text.slice(0, MOST_WORDS) },
    });
  }
  await recordAudit(trx, caller, {
    action: 'comment.reply',
    entity: 'comment',
    entityId: commentId,
    after: { courseId, parentId },
  });
}
