import { sql, type Transaction } from 'kysely';
import type { Channel } from './connections/channels.ts';
import type { DB } from './types.ts';

/** Wakes every process that listens on a channel, once the transaction has committed. */
export async function notify(trx: Transaction<DB>, channel: Channel, text = ''): Promise<void> {
  await sql`select pg_notify(${channel}, ${text})`.execute(trx);
}
