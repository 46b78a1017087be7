import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';

/** Ends what reads for a user without a session: the private feed, and all API keys; answers how many keys. */
export async function endKeys(trx: Transaction<DB>, userId: string): Promise<number> {
  await trx.deleteFrom('feed_tokens').where('user_id', '=', userId).execute();
  const { numDeletedRows } = await trx
    .deleteFrom('api_keys')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
