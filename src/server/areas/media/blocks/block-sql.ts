import { sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

/** Has a file of the store removed from that time on, unless it is kept by then: a process that dies meanwhile leaves nothing there. */
export async function giveUpLater(db: Reader, key: string, at: Date): Promise<void> {
  await sql`insert into files_to_remove (key, retry_at) values (${key}, ${at})`.execute(db);
}

export async function keepBlocks(trx: Transaction<DB>, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await trx.deleteFrom('files_to_remove').where('key', 'in', keys).execute();
}
