import { sql, type Transaction } from 'kysely';
import type { DB } from './types.ts';

/** Waits until every other transaction that holds this turn has ended: what goes by one name comes one after the other. */
export async function holdTurn(trx: Transaction<DB>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
