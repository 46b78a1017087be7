import { sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import { holdTurn } from '#server/db/hold-turn';
import type { DB } from '#server/db/types';
import { holdAccount } from '../ledger/ledger-sql.ts';

/** Of whom commands take turns, and which kinds do. */
export interface Queue {
  /** Null: the school itself. */
  readonly accountId: string | null;
  readonly kinds: readonly string[];
}

interface Given {
  /** Becomes another one with each of the commands that is given, and with each that ends. */
  readonly mark: string;
  /** Whether one is being given now; of one that was looked after, the process is known to be dead. */
  readonly isBusy: boolean;
}

/** Which commands of a queue were given. */
export async function selectGiven(db: Reader, { accountId, kinds }: Queue, now: Date): Promise<Given> {
  const { rows } = await sql<Given>`
    select concat_ws(' ', coalesce(sum(tries), 0), count(done_at), count(last_error)) as mark,
      coalesce(bool_or(done_at is null and last_error is null and looks = 0 and due_at > ${now}), false) as "isBusy"
    from billing_commands
    where ${accountId === null ? sql`account_id is null` : sql`account_id = ${accountId}`}
      and kind = any(${[...kinds]}::text[])`.execute(db);
  return rows[0] ?? { mark: '', isBusy: false };
}

/** Whether a command of a queue was done that was given after a moment. */
export async function wasGivenSince(db: Reader, { accountId, kinds }: Queue, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('billing_commands')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', 'in', [...kinds])
    .where('created_at', '>', since)
    .where('done_at', 'is not', null)
    .where('last_error', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Until the transaction ends nobody else writes down a command of a queue that takes turns. */
export async function holdQueue(trx: Transaction<DB>, { accountId }: Queue): Promise<void> {
  if (accountId !== null) await holdAccount(trx, accountId);
  else await holdTurn(trx, 'payment commands');
}
