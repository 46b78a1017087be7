import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import { holdState } from '../sql.ts';

/** Fails with ACCOUNT_DISABLED; else nobody disables the account before this transaction ends. */
export async function refuseIfDisabled(trx: Transaction<DB>, userId: string): Promise<void> {
  if ((await holdState(trx, userId))?.disabled_at) throw new Failure('ACCOUNT_DISABLED');
}
