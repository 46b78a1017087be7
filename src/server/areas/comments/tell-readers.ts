import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/types';

/** The channel on which every process hears that comments changed. */
export const COMMENTS_CHANNEL = 'comments';

/** Says that these comments of a course changed, once the transaction has committed. Ids only: who hears them asks again. */
export async function tellReaders(trx: Transaction<DB>, courseId: string, commentId: string): Promise<void> {
  await sql`select pg_notify(${COMMENTS_CHANNEL}, ${`${courseId} ${commentId}`})`.execute(trx);
}
