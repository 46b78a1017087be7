import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';

/** Ends all API keys of a user; answers how many. */
export async function endKeys(trx: Transaction<DB>, userId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('api_keys')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
