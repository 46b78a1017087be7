import type { Transaction } from 'kysely';
import { notify } from '#server/db/notify';
import type { DB } from '#server/db/types';

/** The channel on which every process hears that comments changed. */
export const COMMENTS_CHANNEL = 'comments';

/** Says that these comments of a course changed, once the transaction has committed. Ids only: who hears them asks again. */
export async function notifyReaders(
  trx: Transaction<DB>,
  courseId: string,
  commentId: string,
): Promise<void> {
  await notify(trx, COMMENTS_CHANNEL, `${courseId} ${commentId}`);
}
