import { sql, type Transaction } from 'kysely';
import type { DB } from './types.ts';

/** Waits until every other transaction that holds this turn has ended: what goes by one name comes one after the other. */
export async function holdTurn(trx: Transaction<DB>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** The same for a turn that takes minutes: its transaction is not ended for waiting or working long. */
export async function holdLongTurn(trx: Transaction<DB>, name: string): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`.execute(
    trx,
  );
  await holdTurn(trx, name);
}
